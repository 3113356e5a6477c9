import type { TranscriptDetail } from '../../dictation/content.ts';
import { DICTATION_FIELDS } from '../../dictation/fields.ts';
import { termsOfPrompt } from '../../formatting/dictionary/prompt-terms.ts';
import { MAX_DICTIONARY_BYTES, MAX_RAW_TEXT_BYTES } from '../../formatting/limits.ts';
import type { ArrivingAudio } from '../../speech/arriving.ts';
import { languageCode } from '../../speech/language-names.ts';
import type { FormReader } from '../enterprise/dictate.ts';
import { checkDictateForm, type DictateForm } from '../enterprise/dictate-form.ts';
import { EnterpriseError } from '../errors.ts';
import type { MultipartForm } from '../multipart.ts';
import { invalidParameter } from './errors.ts';

export const RESPONSE_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];
const STREAMED: readonly ResponseFormat[] = ['json', 'text', 'diarized_json'];
export const GRANULARITIES = ['word', 'segment'] as const;
/** The model that returns the words as recognized. Any other name formats them. */
export const RAW_MODEL = 'sotto-raw';

/** A transcription as it was requested. */
export interface TranscriptionForm {
  readonly dictation: DictateForm & { readonly detail: TranscriptDetail };
  readonly format: ResponseFormat;
  /** The granularities of `verbose_json`. */
  readonly granularities: readonly (typeof GRANULARITIES)[number][];
  readonly streams: boolean;
}

/** Fields of the enterprise API that this route also accepts. */
export const OWN_FIELDS = [
  'dictionary',
  'context',
  'extra_instructions',
  'transcription_id',
  'app_version',
  'platform',
  'store',
] as const;
const SHORT = 64;
const LABEL = 1024;
const LISTS = ['timestamp_granularities', 'include', 'keywords', 'languages'] as const;
const UNSUPPORTED = ['known_speaker_names', 'known_speaker_references'] as const;
type ListName = (typeof LISTS)[number];

const TEXTS = {
  ...Object.fromEntries(OWN_FIELDS.map((name) => [name, DICTATION_FIELDS[name].maxBytes])),
  model: LABEL,
  prompt: MAX_RAW_TEXT_BYTES,
  hotwords: MAX_DICTIONARY_BYTES,
  chunking_strategy: LABEL,
  ...Object.fromEntries([...LISTS, ...UNSUPPORTED].map((name) => [name, LABEL])),
  ...Object.fromEntries(['language', 'response_format', 'temperature', 'stream'].map((name) => [name, SHORT])),
};

/** The form of `POST /v1/audio/transcriptions`. Unknown fields are ignored, as OpenAI's API does. */
export const TRANSCRIPTION_FORM: FormReader<TranscriptionForm> = {
  texts: TEXTS,
  lists: [...LISTS, ...UNSUPPORTED],
  unknownFields: 'ignore',
  audioField: 'file',
  check: checkTranscriptionForm,
};

/** @throws {EnterpriseError} 400 naming the first parameter that breaks its rule */
export function checkTranscriptionForm({ texts, lists, files }: MultipartForm<ArrivingAudio>): TranscriptionForm {
  const text = (name: string) => plain(texts.get(name) ?? '');
  const list = (name: ListName) => (lists.get(name) ?? []).map(plain).filter((value) => value !== '');
  const audio = files.get('file');
  if (!audio) throw new EnterpriseError('missing_field', "The parameter 'file' is required", undefined, 'file');
  refuseUnsupported(lists);
  const format = oneOf('response_format', text('response_format') || 'json', RESPONSE_FORMATS);
  const granularities = granularitiesOf(list('timestamp_granularities'), format);
  const streams = streamOf(text('stream'), format);
  checkTemperature(text('temperature'));
  checkChunking(text('chunking_strategy'));
  const language = languageOf(text('language'), list('languages'));
  const dictionary = dictionaryOf([
    texts.get('dictionary') ?? '',
    ...list('keywords'),
    text('hotwords'),
    ...termsOfPrompt(text('prompt')),
  ]);
  const own = new Map(OWN_FIELDS.map((name) => [name as string, texts.get(name) ?? '']));
  const fields = own
    .set('source', sourceOf(text('model'), format))
    .set('language', language)
    .set('dictionary', dictionary);
  const dictation = checkDictateForm({ texts: fields, lists: new Map(), files: new Map([['audio', audio]]) });
  const detail = { words: wordsOf(format, granularities), speakers: format === 'diarized_json' };
  return { dictation: { ...dictation, detail }, format, granularities, streams };
}

/** Removes quotes that some clients add, and placeholders that some clients send for a missing value. */
function plain(value: string): string {
  const trimmed = value.trim();
  const isQuoted = trimmed.length > 1 && /["']/.test(trimmed.charAt(0)) && trimmed.endsWith(trimmed.charAt(0));
  const text = isQuoted ? trimmed.slice(1, -1) : trimmed;
  return text === 'undefined' || text === 'null' ? '' : text;
}

function oneOf<const Words extends readonly string[]>(param: string, value: string, words: Words): Words[number] {
  const found = words.find((word) => word === value.toLowerCase());
  if (found === undefined) throw invalidParameter(param, `one of ${words.join(', ')}`);
  return found;
}

function refuseUnsupported(lists: ReadonlyMap<string, readonly string[]>): void {
  const param = UNSUPPORTED.find((name) => (lists.get(name) ?? []).length > 0);
  if (param !== undefined) throw invalidParameter(param, 'omitted: speakers are not recognized by samples');
  if ((lists.get('include') ?? []).length > 0) {
    throw invalidParameter('include', 'omitted: there are no log probabilities');
  }
}

/** `word` and `segment`, as a list, separated by commas, or as a JSON array. */
function granularitiesOf(given: readonly string[], format: ResponseFormat): TranscriptionForm['granularities'] {
  const names = given.flatMap((value) => value.replace(/[[\]"'\s]/g, '').split(','));
  const found = names.filter(Boolean).map((name) => oneOf('timestamp_granularities', name, GRANULARITIES));
  if (found.length > 0 && format !== 'verbose_json') {
    throw invalidParameter('timestamp_granularities', 'omitted unless response_format is verbose_json');
  }
  return found.length > 0 ? found : ['segment'];
}

function streamOf(value: string, format: ResponseFormat): boolean {
  const streams = value === '' ? false : DICTATION_FIELDS.store.parse(value);
  if (streams === undefined) throw invalidParameter('stream', DICTATION_FIELDS.store.rule);
  if (streams && !STREAMED.includes(format)) {
    throw invalidParameter('stream', `false or omitted unless response_format is ${STREAMED.join(', ')}`);
  }
  return streams;
}

/** Checked but not used: the engine always returns the most likely words. */
function checkTemperature(value: string): void {
  const temperature = value === '' ? 0 : DICTATION_FIELDS.audio_duration.parse(value);
  if (temperature === undefined || temperature > 1) throw invalidParameter('temperature', 'a number from 0 to 1');
}

/** Checked but not used: audio is always split at pauses. */
function checkChunking(value: string): void {
  const known = value === '' || value === 'auto' || /"type"\s*:\s*"server_vad"/.test(value);
  if (!known) throw invalidParameter('chunking_strategy', 'auto, or an object of type server_vad');
}

const DETECTED = new Set(['auto', 'detect', 'multi', 'none', 'unknown']);

/** A code or an English name; empty means detection. Several possible languages also mean detection. */
function languageOf(language: string, languages: readonly string[]): string {
  const given = language === '' && languages.length === 1 ? (languages[0] ?? '') : language;
  if (given === '' || DETECTED.has(given.toLowerCase())) return '';
  if (DICTATION_FIELDS.language.parse(given) !== undefined) return given;
  const code = languageCode(given);
  if (code === null) throw invalidParameter('language', 'a language code such as en, or its English name');
  return code;
}

/** The entries as lines, as far as the dictionary's limit allows. */
function dictionaryOf(entries: readonly string[]): string {
  let bytes = 0;
  const fitting = entries.filter((entry) => {
    if (entry.trim() === '') return false;
    bytes += Buffer.byteLength(entry) + 1;
    return bytes <= MAX_DICTIONARY_BYTES + 1;
  });
  return fitting.join('\n');
}

/** Subtitles contain the words as recognized, because times refer to these. */
function sourceOf(model: string, format: ResponseFormat): 'smart' | 'transcription' {
  const isRaw = model.split('/').at(-1)?.toLowerCase() === RAW_MODEL;
  return isRaw || format === 'srt' || format === 'vtt' ? 'transcription' : 'smart';
}

function wordsOf(format: ResponseFormat, granularities: TranscriptionForm['granularities']): TranscriptDetail['words'] {
  if (format === 'verbose_json' && granularities.includes('word')) return 'required';
  return format === 'srt' || format === 'vtt' ? 'preferred' : 'none';
}
