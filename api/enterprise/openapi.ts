import { DICTATION_FIELDS, type DictationField, type DictationFieldName } from '../../dictation/fields.ts';
import { ENTERPRISE_ERRORS } from '../errors.ts';
import { answer, retryLater } from '../schemas/answers.ts';

/** Either credential is accepted by the enterprise API. */
export const ENTERPRISE_SECURITY: Record<string, string[]>[] = [{ enterpriseKey: [] }, { clientToken: [] }];

/** The error responses of an enterprise route, with the codes of each status. */
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

const AUDIO = {
  type: 'string' as const,
  format: 'binary',
  description:
    'Required for smart and transcription. AAC-LC in M4A (recommended) or ADTS, MP3, WAV, FLAC, Opus in Ogg or WebM',
};

/** The fields of a dictation's form, as OpenAPI describes them. */
export const dictateProperties = {
  ...(Object.fromEntries(
    Object.entries<DictationField<unknown>>(DICTATION_FIELDS).map(([name, { schema }]) => [name, schema]),
  ) as Record<DictationFieldName, DictationField<unknown>['schema']>),
  audio: AUDIO,
};

/** OpenAPI of `POST /v1/enterprise/dictate`. */
export const dictateDetail = {
  operationId: 'dictate',
  summary: 'Turn speech or raw text into formatted text',
  description:
    'Metadata only by default: request, response and audio are kept only with `store=true`. ' +
    'A request with the `transcription_id` of a running dictation replaces that dictation.',
  tags: ['Dictation'],
  security: ENTERPRISE_SECURITY,
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        // The API reference fills its form with this, so it leaves optional fields out.
        example: { source: 'format', raw_text: 'send it comma please period' },
        schema: {
          type: 'object' as const,
          additionalProperties: false,
          required: ['source'],
          properties: dictateProperties,
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
