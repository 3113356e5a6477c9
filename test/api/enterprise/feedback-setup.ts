import { readdir } from 'node:fs/promises';
import type { Feedback } from '../../../dictation/feedback-store.ts';
import { form, type TestApi } from '../../support/api.ts';

/** A new organization that sends feedback. */
export interface FeedbackSender {
  readonly orgId: string;
  readonly secret: string;
  post(transcriptionId: string, body: BodyInit, headers?: Record<string, string>): Promise<Response>;
  /** Everything that was stored of it. */
  saved(): Promise<readonly Feedback[]>;
}

export async function createSender(api: TestApi): Promise<FeedbackSender> {
  const { secret, organization } = await api.makeKey();
  const orgId = organization.organizationId;
  return {
    orgId,
    secret,
    post: (transcriptionId, body, headers = {}) =>
      fetch(api.url + feedbackPath(transcriptionId), {
        method: 'POST',
        headers: { 'x-api-key': secret, ...headers },
        body,
      }),
    saved: () => api.feedback.list(orgId, 100),
  };
}

/** The id is put into the path unchanged. A test escapes it or not. */
export const feedbackPath = (id: string): string => `/v1/enterprise/transcriptions/${id}/feedback`;

export const like = (): FormData => form({ sentiment: 'like' });

/** Names of the files in recordings, including partial ones. */
export async function recordedFiles(api: TestApi): Promise<string[]> {
  const entries = await readdir(api.folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
