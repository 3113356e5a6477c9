import type { Feedback } from '../dictation/feedback-store.ts';
import { assertFound, type Command, instant, type Row, UsageError } from './command.ts';

const DEFAULT_LIMIT = 50;

/** Commands about feedback on dictations, for quality review. */
export const feedbackCommands: readonly Command[] = [
  {
    name: 'feedback list',
    summary: 'List the feedback of an organization, newest first',
    arguments: ['organization-id'],
    options: { limit: { type: 'string' } },
    usage: `[--limit ${DEFAULT_LIMIT}]`,
    run: async ({ feedback }, given) => {
      const limit = given.count('limit') ?? DEFAULT_LIMIT;
      if (limit < 1) throw new UsageError(`Cannot list as --limit must be at least 1: current value is ${limit}`);
      return (await feedback.list(given.argument('organization-id'), limit)).map(feedbackRow);
    },
  },
  {
    name: 'feedback show',
    summary: 'Show one feedback, with the text and the place of the audio that were attached',
    arguments: ['organization-id', 'feedback-id'],
    options: {},
    run: async ({ feedback }, given) => {
      const [orgId, feedbackId] = [given.argument('organization-id'), given.argument('feedback-id')];
      const shown = assertFound(await feedback.get(orgId, feedbackId), `feedback '${feedbackId}'`);
      const text = await feedback.getText(orgId, feedbackId);
      return { ...feedbackRow(shown), text, audio: shown.audio?.object ?? null };
    },
  },
  {
    name: 'feedback delete',
    summary: 'Delete one feedback with what was attached; its audio goes within the hour',
    arguments: ['organization-id', 'feedback-id'],
    options: {},
    run: async ({ feedback }, given) => {
      const [orgId, feedbackId] = [given.argument('organization-id'), given.argument('feedback-id')];
      assertFound((await feedback.remove(orgId, feedbackId)) || null, `feedback '${feedbackId}'`);
      return { feedback_id: feedbackId, deleted: true };
    },
  },
];

function feedbackRow({ feedbackId, transcriptionId, sentiment, createdAt, usage }: Feedback): Row {
  return {
    feedback_id: feedbackId,
    transcription_id: transcriptionId,
    sentiment,
    created_at: instant(createdAt),
    source: usage?.source ?? null,
    engine: usage?.engine ?? null,
    language: usage?.language ?? null,
    audio_seconds: usage?.audioSeconds ?? null,
    platform: usage?.platform ?? null,
    app_version: usage?.appVersion ?? null,
  };
}
