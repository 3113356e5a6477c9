import { Type } from '@sinclair/typebox';
import { orNull, ref, text } from './parts.ts';

const seconds = (description: string) => Type.Number({ minimum: 0, description });
const [start, end] = [seconds('Seconds from the beginning'), seconds('Seconds from the beginning')];
const usage = Type.Object({
  type: Type.Literal('duration'),
  seconds: Type.Integer({ minimum: 0, description: 'Seconds of audio that have begun' }),
});
const duration = seconds('Length of the audio');
const words = text('Formatted; as recognized where the model is sotto-raw');
const task = Type.Literal('transcribe');

/** What the routes of OpenAI's API answer, in its shapes. */
export const OPENAI_SCHEMAS = {
  PlainTranscription: Type.Object({ text: words, usage }),
  VerboseTranscription: Type.Object({
    task,
    language: text('English name, such as `english`'),
    duration,
    text: words,
    segments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.Integer({ minimum: 0 }),
          seek: Type.Integer({ description: 'Always 0' }),
          start,
          end,
          text: text('As recognized, before formatting'),
          tokens: Type.Array(Type.Integer(), { description: 'Always empty' }),
          temperature: Type.Number({ description: 'Always 0' }),
          avg_logprob: Type.Number({ description: 'Always 0: the engines tell no probabilities' }),
          compression_ratio: Type.Number({ description: 'Always 1' }),
          no_speech_prob: Type.Number({ description: 'Always 0' }),
        }),
      ),
    ),
    words: Type.Optional(Type.Array(Type.Object({ word: text('With its punctuation'), start, end }))),
    usage,
  }),
  DiarizedTranscription: Type.Object({
    task,
    duration,
    text: words,
    segments: Type.Array(
      Type.Object({
        type: Type.Literal('transcript.text.segment'),
        id: text(),
        start,
        end,
        text: text('As recognized, before formatting'),
        speaker: text('`A`, `B`, …; one for all where speakers cannot be told apart'),
      }),
    ),
    usage,
  }),
  Transcription: Type.Union([ref('PlainTranscription'), ref('VerboseTranscription'), ref('DiarizedTranscription')]),
  Model: Type.Object({
    id: text('What a transcription takes as `model`'),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Seconds since the epoch' }),
    owned_by: text(),
  }),
  ModelList: Type.Object({ object: Type.Literal('list'), data: Type.Array(ref('Model')) }),
  OpenAiError: Type.Object({
    error: Type.Object({
      message: text('For people'),
      type: text('`invalid_request_error`, `requests` or `server_error`'),
      param: orNull(text('The parameter to blame')),
      code: text('For programs'),
    }),
  }),
} as const;
