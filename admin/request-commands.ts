import { assertFound, type Command, instant } from './command.ts';

/** Commands about requests of the enterprise API. */
export const requestCommands: readonly Command[] = [
  {
    name: 'request show',
    summary: 'Show whose dictation or feedback a request_id belongs to',
    arguments: ['request-id'],
    options: {},
    run: async ({ usage }, given) => {
      const requestId = given.argument('request-id');
      const record = assertFound(
        await usage.findRequest(requestId),
        `a dictation or feedback with the request id '${requestId}'`,
      );
      return {
        request_id: requestId,
        organization_id: record.orgId,
        key_id: record.keyId,
        transcription_id: record.transcriptionId,
        received_at: instant(record.receivedAt),
        outcome: record.outcome ?? null,
        caller_request_id: record.callerRequestId ?? null,
        traceparent: record.traceparent ?? null,
        feedback_id: record.feedbackId ?? null,
      };
    },
  },
];
