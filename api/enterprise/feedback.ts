import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import type { FeedbackAudio } from '../../dictation/feedback-store.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { type FilePart, readMultipart } from '../multipart.ts';
import { callerIds, noteFacts } from '../request-facts.ts';
import type { Uploads } from '../uploads.ts';
import type { Authenticate } from './caller.ts';
import { checkFeedbackForm, checkTranscriptionId, FEEDBACK_TEXTS, MAX_AUDIO_BYTES } from './feedback-form.ts';
import { feedbackDetail } from './feedback-openapi.ts';

type FeedbackDeps = Pick<ApiDeps, 'dictation' | 'platform'> & { readonly uploads: Uploads };

const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;

/** `POST /v1/enterprise/transcriptions/{transcription_id}/feedback`. */
export function createFeedbackRoute(deps: FeedbackDeps, authenticate: Authenticate) {
  return new Elysia({ name: 'feedback' }).post(
    '/v1/enterprise/transcriptions/:transcription_id/feedback',
    async ({ request, params, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      const transcriptionId = checkTranscriptionId(params.transcription_id as string | null); // Elysia's type lacks null
      const feedbackId = randomUUID();
      const attachment = createAttachment(deps, orgId, feedbackId);
      try {
        const form = checkFeedbackForm(await readForm(deps, orgId, request, attachment.store));
        noteFacts(request, { transcriptionId });
        const known = {
          orgId,
          keyId,
          transcriptionId,
          feedbackId,
          receivedAt: deps.platform.now(),
          ...callerIds(request),
        };
        const requestId = String(set.headers['x-request-id']);
        await deps.dictation.usage.saveRequest(requestId, known);
        await deps.dictation.feedback.save({ feedbackId, orgId, keyId, transcriptionId, requestId, ...form });
        set.status = 201;
        return { feedback_id: feedbackId, transcription_id: transcriptionId, sentiment: form.sentiment };
      } catch (error) {
        await attachment.discard();
        throw error;
      }
    },
    { parse: 'none', detail: feedbackDetail },
  );
}

async function readForm(
  { dictation: { settings }, uploads }: FeedbackDeps,
  orgId: string,
  request: Request,
  onFile: (part: FilePart) => Promise<FeedbackAudio>,
) {
  const form = await uploads.ofOrganization(orgId, () =>
    readMultipart(request, {
      texts: FEEDBACK_TEXTS,
      files: { audio: MAX_AUDIO_BYTES },
      onFile,
      timeoutMs: settings.feedbackUploadTimeoutMs,
      minBytesPerSecond: settings.uploadMinBytesPerSecond,
    }),
  );
  if (!form) throw new EnterpriseError('busy');
  return form;
}

/** Streams the attached audio into the recordings store, and deletes it when the feedback is refused. */
function createAttachment(deps: FeedbackDeps, orgId: string, feedbackId: string) {
  const object = `feedback/${orgId}/${feedbackId}`;
  let stored: Promise<FeedbackAudio> | undefined;

  async function put({ stream, contentType: declared = '' }: FilePart): Promise<FeedbackAudio> {
    const contentType = MEDIA_TYPE.test(declared) ? declared : null;
    await deps.dictation.feedback.expectAudio(object);
    const { bytes } = await deps.platform.recordings.put(stream, { object, contentType });
    return { object, contentType, bytes };
  }

  return {
    store: (part: FilePart) => {
      stored = put(part);
      return stored;
    },
    /** Deletes the audio. Audio that cannot be deleted now is deleted when it expires. */
    discard: async () => {
      if (!stored) return;
      try {
        await stored.catch(() => {});
        // If only the reply of Redis was lost, the feedback is saved and refers to the audio.
        if (!(await deps.dictation.feedback.get(orgId, feedbackId))) await deps.platform.recordings.delete(object);
      } catch {
        // as above
      }
    },
  };
}
