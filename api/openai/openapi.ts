import { DICTATION_FIELDS } from '../../dictation/fields.ts';
import { ENTERPRISE_ERRORS, EnterpriseError, type EnterpriseErrorCode } from '../errors.ts';
import { answer, retryLater, streamed } from '../schemas/answers.ts';
import { openAiBody, UnknownModelError } from './errors.ts';
import { GRANULARITIES, OWN_FIELDS, RESPONSE_FORMATS } from './form.ts';
import { listModels } from './models.ts';

/** The error responses of a route, with the codes of each status. */
export function openAiErrors(...statuses: number[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(ENTERPRISE_ERRORS).filter(([, [of]]) => of === status);
      const errors = codes.map(([code]) => openAiBody(new EnterpriseError(code as EnterpriseErrorCode)));
      const description = errors.map(({ error }) => `\`${error.code}\`: ${error.message}`).join('. ');
      const describe = status === 429 || status === 503 ? retryLater : answer;
      return [status, describe('OpenAiError', description, errors[0])];
    }),
  );
}

const text = (description: string, more: object = {}) => ({ type: 'string' as const, description, ...more });
const list = (items: object, description: string) => ({ type: 'array' as const, items, description });
const common = { tags: ['OpenAI'], security: [{ bearer: [] }] };
const own = Object.fromEntries(OWN_FIELDS.map((name) => [name, DICTATION_FIELDS[name].schema]));

const FORM = {
  // The API reference fills its form with this, so it leaves optional fields out.
  example: { model: 'sotto' },
  schema: {
    type: 'object' as const,
    // Unknown fields are ignored, as OpenAI's API does.
    additionalProperties: true,
    required: ['file'],
    properties: {
      file: {
        type: 'string' as const,
        format: 'binary',
        description: 'AAC-LC in M4A or ADTS, MP3, WAV, FLAC, Opus in Ogg or WebM; detected by content',
      },
      model: text('`sotto-raw` gives the recognized words; every other name formats them', { maxLength: 1024 }),
      language: DICTATION_FIELDS.language.schema,
      languages: list(text('A language code'), 'Possible languages: a single one counts as `language`'),
      prompt: text('Names in it are recognized and spelled as here'),
      keywords: list(text('A name or term'), 'Expected names and terms'),
      response_format: text('Form of the answer', { enum: RESPONSE_FORMATS, default: 'json' }),
      timestamp_granularities: list(text('Times of', { enum: GRANULARITIES }), 'With `verbose_json`'),
      stream: {
        type: 'boolean' as const,
        default: false,
        description: 'Server-sent events; with `json`, `text` and `diarized_json`',
      },
      temperature: { type: 'number' as const, minimum: 0, maximum: 1, description: 'Accepted and ignored' },
      chunking_strategy: text('`auto` or `server_vad`; audio is always cut at pauses'),
      ...own,
    },
  },
};

const transcription = answer('Transcription', 'In the `response_format`', {
  text: 'Ask not what your country can do for you.',
  usage: { type: 'duration', seconds: 11 },
});

/** OpenAPI of the routes of OpenAI's API. */
export const OPENAI_DOCS = {
  transcribe: {
    ...common,
    operationId: 'createTranscription',
    summary: 'Turn speech into text, compatible with OpenAI’s API',
    description:
      'A dictation in the form that speech clients send. Nothing of it is kept unless `store` says so. ' +
      'Errors have OpenAI’s shape, with the codes of the enterprise API.',
    requestBody: { required: true, content: { 'multipart/form-data': FORM } },
    responses: {
      200: {
        ...transcription,
        content: {
          ...transcription.content,
          ...streamed('text/plain', 'Text, SRT or WebVTT').content,
          ...streamed('text/event-stream', 'Deltas, then the whole text').content,
        },
      },
      ...openAiErrors(400, 401, 403, 408, 413, 429, 500, 503, 504),
    },
  },
  models: {
    ...common,
    operationId: 'listModels',
    summary: 'List the models',
    responses: { 200: answer('ModelList', 'All of them', listModels()), ...openAiErrors(400, 401, 403, 429, 500, 503) },
  },
  model: {
    ...common,
    operationId: 'getModel',
    summary: 'Get a model',
    responses: {
      200: answer('Model', 'The model', listModels().data[0]),
      ...openAiErrors(400, 401, 403, 429, 500, 503),
      404: answer('OpenAiError', '`model_not_found`: there is no such model', openAiBody(new UnknownModelError())),
    },
  },
};
