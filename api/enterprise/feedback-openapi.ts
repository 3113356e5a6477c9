import { answer } from '../schemas/answers.ts';
import { MAX_TEXT_LENGTH, MAX_TRANSCRIPTION_ID_LENGTH } from './feedback-form.ts';
import { ENTERPRISE_SECURITY, enterpriseErrors } from './openapi.ts';

const sentiment = { type: 'string' as const, enum: ['like', 'dislike'] };
const transcriptionId = { type: 'string' as const, minLength: 1, maxLength: MAX_TRANSCRIPTION_ID_LENGTH };

/** OpenAPI of `POST /v1/enterprise/transcriptions/{transcription_id}/feedback`. */
export const feedbackDetail = {
  operationId: 'submitFeedback',
  summary: 'Like or dislike a dictation',
  description:
    'Keeps the sentiment and the ids, joined with what was recorded of the dictation (times, sizes, platform, app ' +
    'version). `text` and `audio` are kept for quality review only when attached.',
  tags: ['Dictation'],
  security: ENTERPRISE_SECURITY,
  parameters: [
    {
      name: 'transcription_id',
      in: 'path' as const,
      required: true,
      description: 'The `id` that the dictation returned',
      schema: transcriptionId,
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        // The API reference fills its form with this, so it leaves optional fields out.
        example: { sentiment: 'like' },
        schema: {
          type: 'object' as const,
          additionalProperties: false,
          required: ['sentiment'],
          properties: {
            sentiment: { ...sentiment, example: 'like' },
            text: {
              type: 'string' as const,
              maxLength: MAX_TEXT_LENGTH,
              description: 'The final text shown to the user, at most 1,048,576 characters',
            },
            audio: {
              type: 'string' as const,
              format: 'binary',
              description: 'The source audio, at most 100 MiB',
            },
          },
        },
      },
    },
  },
  responses: {
    201: answer('Feedback', 'The feedback was kept', {
      feedback_id: '0b9c2c9e-8f5e-4b43-9a55-3f1d6a0f1b7a',
      transcription_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      sentiment: 'like',
    }),
    ...enterpriseErrors(400, 401, 403, 408, 413, 429, 500, 503),
  },
};
