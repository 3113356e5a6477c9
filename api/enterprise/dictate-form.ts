import type { DictationSource } from '../../contracts/dictation.ts';
import {
  CONTEXT_MAX_BYTES,
  DICTIONARY_MAX_BYTES,
  EXTRA_INSTRUCTIONS_MAX_BYTES,
  RAW_TEXT_MAX_BYTES,
} from '../../formatting/limits.ts';
import { EnterpriseError } from '../errors.ts';
import { LANGUAGE_PATTERN } from '../language.ts';
import type { MultipartForm } from '../multipart.ts';

/** The form of `POST /v1/enterprise/dictate`, checked. An empty optional field counts as omitted. */
export interface DictateForm {
  readonly source: DictationSource;
  readonly audio: Uint8Array | undefined;
  readonly rawText: string | undefined;
  readonly context: string | undefined;
  readonly dictionary: string | undefined;
  readonly extraInstructions: string | undefined;
  readonly language: string | undefined;
  readonly audioDurationSeconds: number | undefined;
  readonly transcriptionId: string | undefined;
  readonly appVersion: string | undefined;
  readonly platform: string | undefined;
  readonly store: boolean;
}

/** Greatest length of each text field in UTF-8 bytes, counted while reading. */
export const DICTATE_TEXTS = {
  source: 64,
  raw_text: RAW_TEXT_MAX_BYTES,
  context: CONTEXT_MAX_BYTES,
  dictionary: DICTIONARY_MAX_BYTES,
  extra_instructions: EXTRA_INSTRUCTIONS_MAX_BYTES,
  language: 64,
  audio_duration: 64,
  transcription_id: 1024,
  app_version: 1024,
  platform: 1024,
  store: 64,
} as const;

export const SOURCES = ['smart', 'transcription', 'format'] as const;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
/** However a language prints a number from 0: `11`, `0.30000000000000004`, `5e-7`. */
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?$/;
/** However a language prints a boolean, such as Python's `True`. */
const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };
const CONTROL = /\p{Cc}/u;
const MAX_ID_LENGTH = 255;

/** @throws {EnterpriseError} 400 naming the first field that breaks its rule */
export function checkDictateForm({ texts, files }: MultipartForm<Uint8Array>): DictateForm {
  const text = (field: keyof typeof DICTATE_TEXTS) => texts.get(field) || undefined;
  const source = sourceOf(text('source'));
  const audio = source === 'format' ? undefined : files.get('audio');
  if (source !== 'format' && !audio) {
    throw new EnterpriseError('missing_field', `The field 'audio' is required when source is ${source}`);
  }
  if (source === 'format' && text('raw_text') === undefined) {
    throw new EnterpriseError('missing_field', "The field 'raw_text' is required when source is format");
  }
  if (audio?.length === 0) throw new EnterpriseError('audio_empty');
  return {
    source,
    audio,
    rawText: text('raw_text'),
    context: text('context'),
    dictionary: text('dictionary'),
    extraInstructions: text('extra_instructions'),
    language: checked('language', text('language'), LANGUAGE, 'a language code such as en'),
    audioDurationSeconds: durationOf(text('audio_duration')),
    transcriptionId: idOf(text('transcription_id')),
    appVersion: printable('app_version', text('app_version'), MAX_ID_LENGTH),
    platform: printable('platform', text('platform'), MAX_ID_LENGTH),
    store: flagOf('store', text('store')),
  };
}

function sourceOf(value: string | undefined): DictationSource {
  if (value === undefined) throw new EnterpriseError('missing_field', "The field 'source' is required");
  const source = SOURCES.find((known) => known === value);
  if (!source) throw invalid('source', `one of ${SOURCES.join(', ')}`);
  return source;
}

function durationOf(value: string | undefined): number | undefined {
  const text = checked('audio_duration', value, NUMBER, 'a number of seconds from 0');
  return text === undefined ? undefined : Number(text);
}

function flagOf(field: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  const lower = value.toLowerCase();
  const flag = Object.hasOwn(FLAGS, lower) ? FLAGS[lower] : undefined;
  if (flag === undefined) throw invalid(field, 'true or false');
  return flag;
}

/** `.` and `..` mean something else in a path, so that no feedback could name them. */
function idOf(value: string | undefined): string | undefined {
  if (value === '.' || value === '..') throw invalid('transcription_id', 'other than . and ..');
  return printable('transcription_id', value, MAX_ID_LENGTH);
}

function checked(field: string, value: string | undefined, rule: RegExp, words: string): string | undefined {
  if (value !== undefined && !rule.test(value)) throw invalid(field, words);
  return value;
}

function printable(field: string, value: string | undefined, maxLength: number): string | undefined {
  if (value === undefined) return undefined;
  if ([...value].length > maxLength || CONTROL.test(value)) {
    throw invalid(field, `at most ${maxLength} characters, without control characters`);
  }
  return value;
}

function invalid(field: string, rule: string): EnterpriseError {
  return new EnterpriseError('invalid_field', `The field '${field}' must be ${rule}`);
}
