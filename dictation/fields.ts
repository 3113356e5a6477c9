import type { DictationSource } from '../contracts/dictation.ts';
import { LANGUAGE_PATTERN, MAX_LANGUAGE_LENGTH } from '../contracts/language.ts';
import {
  MAX_CONTEXT_BYTES,
  MAX_DICTIONARY_BYTES,
  MAX_EXTRA_INSTRUCTIONS_BYTES,
  MAX_RAW_TEXT_BYTES,
} from '../formatting/limits.ts';

/** A text field of a dictation's form: its limit, its rule and its description. */
export interface DictationField<T> {
  /** The field's JSON schema, as the OpenAPI shows it. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly type: 'string' | 'number' | 'boolean' };
  /** Maximum length in bytes of UTF-8, counted while the field is read. */
  readonly maxBytes: number;
  /** Completes "The field must be …". */
  readonly rule: string;
  /** The value of a text that is not empty; undefined when the text breaks the rule. */
  readonly parse: (text: string) => T | undefined;
}

/** What a dictation returns: formatted speech, raw speech, or formatted text. */
export const DICTATION_SOURCES = ['smart', 'transcription', 'format'] as const satisfies readonly DictationSource[];

/** Maximum length of a label in characters, counted as code points. */
const MAX_LABEL_LENGTH = 255;
/** A number from 0 in the notation of any language: `11`, `0.30000000000000004`, `5e-7`. */
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
/** Booleans in the notation of any language, in lower case: Python prints `True`. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const content = (maxBytes: number, description: string, example?: string): DictationField<string> => ({
  schema: {
    type: 'string',
    description: `${description}. At most ${maxBytes.toLocaleString('en-US')} bytes of UTF-8`,
    // JSON Schema counts characters, so this limit holds too but is not the exact one.
    maxLength: maxBytes,
    ...(example === undefined ? {} : { example }),
  },
  maxBytes,
  rule: 'text',
  parse: (text) => text,
});

const label = (description: string, example?: string, reserved: readonly string[] = []): DictationField<string> => ({
  schema: {
    type: 'string',
    description,
    maxLength: MAX_LABEL_LENGTH,
    ...(example === undefined ? {} : { example }),
  },
  maxBytes: 4 * MAX_LABEL_LENGTH,
  rule: `at most ${MAX_LABEL_LENGTH} characters, without control characters${reserved.length > 0 ? `, and not ${reserved.join(' or ')}` : ''}`,
  parse: (text) =>
    [...text].length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(text) || reserved.includes(text) ? undefined : text,
});

/**
 * The text fields of a dictation (contract 2.6), each defined once: the form's checks, the OpenAPI of each route that
 * takes a dictation, {@link DictationFields} and the stored request follow from this list.
 */
export const DICTATION_FIELDS = {
  source: {
    schema: { type: 'string', enum: DICTATION_SOURCES, example: 'smart' },
    maxBytes: 64,
    rule: `one of ${DICTATION_SOURCES.join(', ')}`,
    parse: (text: string) => DICTATION_SOURCES.find((source) => source === text),
  },
  raw_text: content(MAX_RAW_TEXT_BYTES, 'Required when source is format', 'send it comma please period'),
  context: content(MAX_CONTEXT_BYTES, 'App, screen, document or cursor context'),
  dictionary: content(MAX_DICTIONARY_BYTES, 'Names and terms, one a line, or `spoken => written`', 'ChargeBee'),
  extra_instructions: content(MAX_EXTRA_INSTRUCTIONS_BYTES, 'Style of this request'),
  language: {
    schema: {
      type: 'string',
      description: 'Language code; omit for detection',
      pattern: LANGUAGE_PATTERN,
      maxLength: MAX_LANGUAGE_LENGTH,
      example: 'en',
    },
    maxBytes: 64,
    rule: 'a language code such as en',
    parse: (text: string) => (LANGUAGE.test(text) ? text : undefined),
  },
  audio_duration: {
    schema: { type: 'number', minimum: 0, description: "The client's measurement in seconds" },
    maxBytes: 64,
    rule: 'a number of seconds from 0',
    parse: (text: string) => (NUMBER.test(text) ? Number(text) : undefined),
  },
  // A path treats `.` and `..` as directories, so no feedback could name such an id.
  transcription_id: label('Correlation id; generated when omitted', undefined, ['.', '..']),
  app_version: label('For diagnostics'),
  platform: label('Such as server, web, desktop, mobile', 'server'),
  store: {
    schema: { type: 'boolean', default: false, description: 'Keep request, response and audio' },
    maxBytes: 64,
    rule: 'true or false',
    parse: (text: string) => FLAGS.get(text.toLowerCase()),
  },
} satisfies Record<string, DictationField<unknown>>;

export type DictationFieldName = keyof typeof DICTATION_FIELDS;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type Value<Name extends DictationFieldName> = ReturnType<(typeof DICTATION_FIELDS)[Name]['parse']>;

/** The fields of a dictation, checked. An omitted or empty optional field is undefined. */
export type DictationFields = {
  readonly [Name in Exclude<DictationFieldName, 'source' | 'store'> as CamelCase<Name>]: Value<Name> | undefined;
} & { readonly source: DictationSource; readonly store: boolean };

/** The property of {@link DictationFields} that holds a form field: `rawText` for `raw_text`. */
export function propertyOf(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
