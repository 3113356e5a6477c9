import { ENTERPRISE_ERRORS } from '../errors.ts';
import { LANGUAGE_PATTERN, MAX_LANGUAGE_LENGTH } from '../language.ts';
import { answer, retryLater } from '../schemas/answers.ts';
import { DICTATE_TEXTS } from './dictate-form.ts';

/** Either credential opens the enterprise API. */
export const ENTERPRISE_SECURITY: Record<string, string[]>[] = [{ enterpriseKey: [] }, { clientToken: [] }];

/** The error answers of an enterprise route, with the codes that each status can carry. */
export function enterpriseErrors(...statuses: number[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(ENTERPRISE_ERRORS).filter(([, [of]]) => of === status);
      const description = codes.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('. ');
      const example = { error: codes[0]?.[1][1], code: codes[0]?.[0], request_id: 'req_3f0d2c5e-…' };
      const describe = status === 429 || status === 503 ? retryLater : answer;
      return [status, describe('EnterpriseError', description, example)];
    }),
  );
}

const text = (description: string, maxLength: number, example?: string) => ({
  type: 'string' as const,
  description,
  maxLength,
  ...(example ? { example } : {}),
});

/** A text whose limit counts bytes: `maxLength`, which counts characters, holds as well, but says less. */
const textOfBytes = (description: string, maxBytes: number, example?: string) =>
  text(`${description}. At most ${maxBytes.toLocaleString('en-US')} bytes of UTF-8`, maxBytes, example);

/** OpenAPI of `POST /v1/enterprise/dictate`. */
export const dictateDetail = {
  operationId: 'dictate',
  summary: 'Turn speech or raw text into formatted text',
  description:
    'Metadata only by default: request, response and audio are kept only with `store=true`. ' +
    'The same `transcription_id` sent again while the first still runs replaces it.',
  tags: ['Dictation'],
  security: ENTERPRISE_SECURITY,
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        // What the API reference fills its form with: of optional fields nothing.
        example: { source: 'format', raw_text: 'send it comma please period' },
        schema: {
          type: 'object' as const,
          additionalProperties: false,
          required: ['source'],
          properties: {
            source: { type: 'string' as const, enum: ['smart', 'transcription', 'format'], example: 'smart' },
            audio: {
              type: 'string' as const,
              format: 'binary',
              description:
                'Required for smart and transcription. AAC-LC in M4A (recommended) or ADTS, MP3, WAV, FLAC, Opus in Ogg or WebM',
            },
            raw_text: textOfBytes(
              'Required when source is format',
              DICTATE_TEXTS.raw_text,
              'send it comma please period',
            ),
            context: textOfBytes('App, screen, document or cursor context', DICTATE_TEXTS.context),
            dictionary: textOfBytes(
              'Names and terms, one a line, or `spoken => written`',
              DICTATE_TEXTS.dictionary,
              'ChargeBee',
            ),
            extra_instructions: textOfBytes('Style of this request', DICTATE_TEXTS.extra_instructions),
            language: {
              ...text('Language code; omit for detection', MAX_LANGUAGE_LENGTH, 'en'),
              pattern: LANGUAGE_PATTERN,
            },
            audio_duration: { type: 'number' as const, minimum: 0, description: "The client's measure in seconds" },
            transcription_id: text('Correlation id; made here when omitted', 255),
            app_version: text('For diagnostics', 255),
            platform: text('Such as server, web, desktop, mobile', 255, 'server'),
            store: { type: 'boolean' as const, default: false, description: 'Keep request, response and audio' },
          },
        },
      },
    },
  },
  responses: {
    200: answer('Dictation', 'The words', {
      id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      text: 'Send it, please.',
      raw_text: 'send it comma please period',
    }),
    ...enterpriseErrors(400, 401, 403, 408, 413, 429, 500, 503, 504),
  },
};
