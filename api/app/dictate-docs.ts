import { dictateProperties } from '../enterprise/openapi.ts';
import { answer, empty, invalid, refusal } from '../schemas/answers.ts';
import { SESSION_REFUSALS, sessionOnly } from './docs-parts.ts';

const INVALID = invalid(['body', 'dictionary'], 'missing', 'Field required');
const PREFERENCES_EXAMPLE = {
  dictionary: 'Kubernetes\njay son => JSON',
  instructions: 'No exclamation marks',
  language: 'en',
};

/** OpenAPI of a user's own dictations. */
export const DICTATION_DOCS = {
  dictate: {
    ...sessionOnly,
    operationId: 'dictateOwn',
    summary: 'Turn speech into formatted text',
    description: "Applies the user's own dictionary and style. Nothing of it is kept unless `store` is true.",
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
            properties: {
              ...dictateProperties,
              dictionary: { ...dictateProperties.dictionary, description: "Added to the user's own" },
              extra_instructions: { ...dictateProperties.extra_instructions, description: "Added to the user's own" },
              language: { ...dictateProperties.language, description: "Replaces the user's own" },
            },
          },
        },
      },
    },
    responses: {
      200: answer('Dictation', 'The words', {
        id: '5f0c1b4e-2c68-4e52-8a3e-0d9a7c1f6b2d',
        text: 'Ask not what your country can do for you.',
        raw_text: 'ask not what your country can do for you',
      }),
      400: refusal('A field breaks its rule, or the audio cannot be read', 'The audio is empty'),
      ...SESSION_REFUSALS,
      408: refusal('It took too long', 'The dictation took too long'),
      413: refusal('Over the limit of bytes or seconds', 'The audio has too many bytes'),
      504: refusal('The speech engine did not answer in time', 'The speech engine did not answer in time'),
    },
  },
  live: {
    ...sessionOnly,
    operationId: 'dictateLive',
    summary: 'Live dictation over a WebSocket',
    description:
      "OpenAI's Realtime protocol, as in docs/live.md, with the user's own dictionary and style. The `Origin` must be that " +
      'of the service.',
    responses: {
      ...empty(101, 'The connection is a WebSocket'),
      ...SESSION_REFUSALS,
      426: refusal('No WebSocket', 'The route accepts only WebSocket connections'),
    },
  },
  getSettings: {
    ...sessionOnly,
    operationId: 'getDictationSettings',
    summary: "Get the dictionary and style of the user's dictations",
    responses: { 200: answer('DictationSettings', 'Dictionary and style', PREFERENCES_EXAMPLE), ...SESSION_REFUSALS },
  },
  putSettings: {
    ...sessionOnly,
    operationId: 'putDictationSettings',
    summary: 'Replace dictionary and style',
    responses: {
      200: answer('DictationSettings', 'Dictionary and style', PREFERENCES_EXAMPLE),
      ...SESSION_REFUSALS,
      ...INVALID,
    },
  },
  offers: {
    ...sessionOnly,
    operationId: 'offerTerms',
    summary: 'Find words in a correction that belong in the dictionary',
    description: 'Nothing of it is kept.',
    responses: {
      200: answer('OfferedTerms', 'Names and terms', { terms: ['Kubernetes'] }),
      ...SESSION_REFUSALS,
      ...INVALID,
    },
  },
};
