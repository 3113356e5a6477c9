import { LANGUAGE_PATTERN } from '../../../contracts/language.ts';
import type { Encoding } from '../../../dictation/live/encodings.ts';
import type { LiveSettings } from '../../../dictation/live/types.ts';
import { MAX_DICTIONARY_BYTES } from '../../../formatting/limits.ts';
import { EnterpriseError } from '../../errors.ts';

/** The options in the query of a Deepgram stream. */
export interface ListenOptions {
  readonly settings: LiveSettings;
  /** Whether provisional words are sent. */
  readonly interim: boolean;
  /** Whether the start of speech is announced. */
  readonly vadEvents: boolean;
  /** Whether the end of an utterance is announced by a separate message. */
  readonly utteranceEnd: boolean;
}

const ENCODINGS: Readonly<Record<string, Encoding>> = { linear16: 'pcm16', mulaw: 'mulaw', alaw: 'alaw' };
const SAMPLE_RATES = { min: 8_000, max: 48_000 } as const;
const LANGUAGE = new RegExp(LANGUAGE_PATTERN);
/** The minimum pause that ends an utterance. A shorter one would split sentences and lose words. */
const ENDPOINTING_MS = { min: 300, usual: 800, none: 1_500, max: 10_000 } as const;
const PREFIX_SECONDS = 0.3;

/**
 * Reads the query of `/v1/listen`. Parameters for features that Sotto does not have are ignored.
 * @throws {EnterpriseError} 400 naming the parameter and its rule
 */
export function readListenQuery(query: URLSearchParams): ListenOptions {
  const is = (name: string) => query.get(name) === 'true';
  const encoding = ENCODINGS[query.get('encoding') ?? ''];
  if (encoding === undefined) throw invalid('encoding', `one of ${Object.keys(ENCODINGS).join(', ')}`);
  if (!['', '1'].includes(query.get('channels') ?? '')) throw invalid('channels', '1');
  const settings: LiveSettings = {
    format: { encoding, sampleRate: sampleRateOf(query.get('sample_rate')) },
    turns: { threshold: 0.5, prefixSeconds: PREFIX_SECONDS, silenceSeconds: endpointingOf(query.get('endpointing')) },
    language: languageOf(query.get('language')),
    dictionary: dictionaryOf(query),
    context: undefined,
    extraInstructions: undefined,
    formats: is('smart_format') || is('punctuate') || is('dictation'),
    wantWords: true,
  };
  const utteranceEnd = query.has('utterance_end_ms');
  return { settings, utteranceEnd, interim: is('interim_results'), vadEvents: is('vad_events') };
}

function sampleRateOf(given: string | null): number {
  const rate = /^\d{4,5}$/.test(given ?? '') ? Number(given) : 0;
  const { min, max } = SAMPLE_RATES;
  if (rate < min || rate > max) throw invalid('sample_rate', `a whole number from ${min} to ${max}`);
  return rate;
}

/** @returns seconds */
function endpointingOf(given: string | null): number {
  const { min, usual, none, max } = ENDPOINTING_MS;
  if (given === null || given === 'true') return usual / 1000;
  if (given === 'false') return none / 1000;
  if (!/^\d{1,5}$/.test(given) || Number(given) > max) throw invalid('endpointing', `false or from 0 to ${max}`);
  return Math.max(min, Number(given)) / 1000;
}

/** `multi` requests language detection. */
function languageOf(given: string | null): string | undefined {
  if (given === null || given === '' || given === 'multi') return undefined;
  if (!LANGUAGE.test(given)) throw invalid('language', 'a language code such as en');
  return given;
}

/** Names to expect, with or without Deepgram's weight after a colon, and replacements. */
function dictionaryOf(query: URLSearchParams): string | undefined {
  const names = [...query.getAll('keyterm'), ...query.getAll('keywords').map((word) => word.replace(/:-?[\d.]+$/, ''))];
  const replacements = query.getAll('replace').flatMap((pair) => {
    const [, spoken, written] = /^([^:]+):(.+)$/.exec(pair) ?? [];
    return spoken === undefined ? [] : [`${spoken} => ${written}`];
  });
  const dictionary = [...names, ...replacements].map((line) => line.replace(/[\r\n]+/g, ' ')).join('\n');
  if (Buffer.byteLength(dictionary) > MAX_DICTIONARY_BYTES) {
    throw invalid('keyterm', `at most ${MAX_DICTIONARY_BYTES} bytes together with keywords and replace`);
  }
  return dictionary || undefined;
}

function invalid(name: string, rule: string): EnterpriseError {
  return new EnterpriseError('invalid_field', `The parameter '${name}' must be ${rule}`);
}
