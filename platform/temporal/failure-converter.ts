import { DefaultFailureConverter } from '@temporalio/common';

/** Puts a failure's message and stack into a payload, so that the codec encrypts them. Loaded by its path. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
