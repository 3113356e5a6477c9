import { defineSignal } from '@temporalio/workflow';

/** Tells an event that an endpoint was disabled or deleted: what was meant for this or an earlier generation ends. */
export const endpointDisabled =
  defineSignal<[{ readonly endpointId: string; readonly generation: number }]>('endpointDisabled');

/** Tells an endpoint's watch to look again: a streak began or ended. */
export const streakChanged = defineSignal('streakChanged');

/** Tells an endpoint's watch to end what waits for an endpoint that was disabled or deleted. */
export const deliveriesEnded = defineSignal<[{ readonly generation: number }]>('deliveriesEnded');
