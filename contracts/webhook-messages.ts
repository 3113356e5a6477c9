import { defineSignal } from '@temporalio/workflow';

/** An endpoint that takes nothing any more that was meant for an earlier generation. */
export interface RevokedEndpoint {
  readonly endpointId: string;
  readonly generation: number;
  readonly reason: 'endpoint_disabled' | 'endpoint_deleted';
}

/** Tells an event that an endpoint was disabled or deleted. */
export const endpointRevoked = defineSignal<[RevokedEndpoint]>('endpointRevoked');

/** Tells an endpoint's watch to look again: a streak began or ended. */
export const streakChanged = defineSignal('streakChanged');

/** Tells an endpoint's watch to end what waits for an endpoint that was disabled or deleted. */
export const deliveriesEnded = defineSignal<[{ readonly generation: number }]>('deliveriesEnded');
