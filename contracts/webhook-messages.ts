import { defineSignal } from '@temporalio/workflow';

/** An endpoint that no longer accepts deliveries of earlier generations. */
export interface RevokedEndpoint {
  readonly endpointId: string;
  readonly generation: number;
  readonly reason: 'endpoint_disabled' | 'endpoint_deleted';
}

/** Tells the workflow of an event that an endpoint was disabled or deleted. */
export const endpointRevoked = defineSignal<[RevokedEndpoint]>('endpointRevoked');

/** Tells an endpoint's watch to check the streak again because it started or ended. */
export const streakChanged = defineSignal('streakChanged');

/** Tells an endpoint's watch to end the deliveries that wait for an endpoint that was disabled or deleted. */
export const deliveriesEnded = defineSignal<[{ readonly generation: number }]>('deliveriesEnded');
