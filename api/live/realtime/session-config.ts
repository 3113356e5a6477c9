import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { LANGUAGE_PATTERN } from '../../../contracts/language.ts';
import type { AudioFormat, Encoding } from '../../../dictation/live/encodings.ts';
import type { TurnDetection } from '../../../dictation/live/splitter.ts';
import type { LiveSettings } from '../../../dictation/live/types.ts';
import { termsOfPrompt } from '../../../formatting/dictionary/prompt-terms.ts';
import { MAX_CONTEXT_BYTES, MAX_DICTIONARY_BYTES, MAX_EXTRA_INSTRUCTIONS_BYTES } from '../../../formatting/limits.ts';

const optional = Type.Optional;
const nullable = <T extends TSchema>(schema: T) => optional(Type.Union([schema, Type.Null()]));

const Transcription = Type.Object({
  model: optional(Type.String({ maxLength: 200 })),
  language: nullable(Type.String({ pattern: `^$|${LANGUAGE_PATTERN}` })),
  prompt: nullable(Type.String({ maxLength: MAX_CONTEXT_BYTES })),
  // Extensions of Sotto, as in a dictation.
  dictionary: nullable(Type.String({ maxLength: MAX_DICTIONARY_BYTES })),
  extra_instructions: nullable(Type.String({ maxLength: MAX_EXTRA_INSTRUCTIONS_BYTES })),
});

const Turns = Type.Object({
  type: optional(Type.Union([Type.Literal('server_vad'), Type.Literal('semantic_vad')])),
  threshold: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  prefix_padding_ms: nullable(Type.Number({ minimum: 0, maximum: 2_000 })),
  silence_duration_ms: nullable(Type.Number({ minimum: 100, maximum: 10_000 })),
  eagerness: nullable(
    Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high'), Type.Literal('auto')]),
  ),
});

const Format = Type.Object({
  type: Type.Union([Type.Literal('audio/pcm'), Type.Literal('audio/pcmu'), Type.Literal('audio/pcma')]),
  rate: optional(Type.Union([Type.Literal(24_000), Type.Literal(16_000)])),
});

const Include = nullable(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 }));

/** `session` of `session.update`. Fields for spoken answers are ignored. */
const Update = Type.Object({
  type: optional(Type.String()),
  audio: optional(
    Type.Object({
      input: optional(
        Type.Object({
          format: optional(Format),
          transcription: nullable(Transcription),
          turn_detection: nullable(Turns),
        }),
      ),
    }),
  ),
  include: Include,
});

/** `session` of the older `transcription_session.update`. */
const BetaUpdate = Type.Object({
  input_audio_format: optional(
    Type.Union([Type.Literal('pcm16'), Type.Literal('g711_ulaw'), Type.Literal('g711_alaw')]),
  ),
  input_audio_transcription: nullable(Transcription),
  turn_detection: nullable(Turns),
  include: Include,
});

type Format = Static<typeof Format>;
type Turns = Static<typeof Turns>;
type Transcription = Static<typeof Transcription>;

/** A session's configuration, as the current protocol shows it. */
export interface SessionConfig {
  readonly format: Format;
  readonly transcription: Transcription;
  readonly turnDetection: Turns | null;
  readonly include: readonly string[];
}

/** The value in `include` that requests provisional words. */
export const PROVISIONAL = 'item.input_audio_transcription.provisional';
/** The model that does not format. Every other name formats. */
export const RAW_MODEL = 'sotto-raw';

export const DEFAULT_CONFIG: SessionConfig = {
  format: { type: 'audio/pcm', rate: 24_000 },
  transcription: { model: 'sotto' },
  turnDetection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 800 },
  include: [],
};

/** Why an update is refused. */
export interface ConfigProblem {
  /** The field, such as `session.audio.input.format.rate`. */
  readonly param: string;
  readonly message: string;
}

/** Applies an update of the current protocol. */
export function applyUpdate(config: SessionConfig, session: unknown): SessionConfig | ConfigProblem {
  if (!Value.Check(Update, session)) return problemOf(Update, session);
  const { format, transcription, turn_detection: turns } = session.audio?.input ?? {};
  return merge(config, { format, transcription, turns, include: session.include });
}

/** Applies an update of the older protocol. */
export function applyBetaUpdate(config: SessionConfig, session: unknown): SessionConfig | ConfigProblem {
  if (!Value.Check(BetaUpdate, session)) return problemOf(BetaUpdate, session);
  const { input_audio_format: format, input_audio_transcription: transcription, turn_detection: turns } = session;
  return merge(config, { format: format && BETA_FORMATS[format], transcription, turns, include: session.include });
}

const BETA_FORMATS: Readonly<Record<string, Format>> = {
  pcm16: { type: 'audio/pcm', rate: 24_000 },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
};

interface Changes {
  readonly format: Format | undefined;
  readonly transcription: Transcription | null | undefined;
  readonly turns: Turns | null | undefined;
  readonly include: readonly string[] | null | undefined;
}

function merge(config: SessionConfig, { format, transcription, turns, include }: Changes): SessionConfig {
  return {
    format: format ?? config.format,
    transcription: { ...config.transcription, ...transcription },
    turnDetection: turns === null ? null : { ...(config.turnDetection ?? DEFAULT_CONFIG.turnDetection), ...turns },
    include: include ?? config.include,
  };
}

function problemOf(schema: TSchema, session: unknown): ConfigProblem {
  const first = Value.Errors(schema, session).First();
  return {
    param: `session${(first?.path ?? '').replaceAll('/', '.')}`,
    message: first?.message ?? 'Invalid session',
  };
}

/** Refuses an update that changes the audio format, as after the first audio. */
export function withSameFormat(
  config: SessionConfig,
  updated: SessionConfig,
  isBeta: boolean,
): SessionConfig | ConfigProblem {
  const [before, after] = [audioFormatOf(config.format), audioFormatOf(updated.format)];
  if (before.encoding === after.encoding && before.sampleRate === after.sampleRate) return updated;
  return {
    param: isBeta ? 'session.input_audio_format' : 'session.audio.input.format',
    message: 'The format may only change before the first audio',
  };
}

/** Whether an update was refused. */
export function isProblem(result: SessionConfig | ConfigProblem): result is ConfigProblem {
  return 'param' in result;
}

/** The initial settings of the caller's sessions, such as the dictionary of a signed-in user. */
export type OwnSettings = Partial<Pick<LiveSettings, 'dictionary' | 'extraInstructions' | 'language'>>;

/** The settings of the live session for a configuration. */
export function settingsOf({ format, transcription, turnDetection }: SessionConfig, own: OwnSettings): LiveSettings {
  const { model, language, prompt, dictionary, extra_instructions: instructions } = transcription;
  return {
    format: audioFormatOf(format),
    turns: turnDetection === null ? null : turnsOf(turnDetection),
    language: language || own.language,
    dictionary: joined(own.dictionary, dictionary, ...termsOfPrompt(prompt ?? '')),
    context: undefined,
    extraInstructions: joined(own.extraInstructions, instructions),
    formats: model !== RAW_MODEL,
    wantWords: false,
  };
}

function audioFormatOf({ type, rate = 24_000 }: Format): AudioFormat {
  return { encoding: ENCODINGS[type], sampleRate: type === 'audio/pcm' ? rate : 8_000 };
}

const ENCODINGS: Readonly<Record<Format['type'], Encoding>> = {
  'audio/pcm': 'pcm16',
  'audio/pcmu': 'mulaw',
  'audio/pcma': 'alaw',
};

/** The pause that ends a turn, for each eagerness of `semantic_vad`. */
const EAGERNESS_MS = { low: 1_500, medium: 1_000, auto: 1_000, high: 500 } as const;

function turnsOf({ type, threshold, prefix_padding_ms: prefix, silence_duration_ms: silence, eagerness }: Turns) {
  const pauseMs = type === 'semantic_vad' ? EAGERNESS_MS[eagerness ?? 'auto'] : (silence ?? 800);
  const turns: TurnDetection = {
    threshold: threshold ?? 0.5,
    prefixSeconds: (prefix ?? 300) / 1000,
    silenceSeconds: pauseMs / 1000,
  };
  return turns;
}

function joined(...parts: (string | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join('\n') || undefined;
}

/** The session as an event of the current protocol shows it. */
export function showSession(id: string, { format, transcription, turnDetection, include }: SessionConfig) {
  return {
    type: 'transcription',
    object: 'realtime.transcription_session',
    id,
    audio: { input: { format, transcription, noise_reduction: null, turn_detection: turnDetection } },
    include,
  };
}

/** The session as an event of the older protocol shows it. */
export function showBetaSession(id: string, { format, transcription, turnDetection, include }: SessionConfig) {
  const shown = Object.entries(BETA_FORMATS).find(([, { type }]) => type === format.type)?.[0];
  return {
    object: 'realtime.transcription_session',
    id,
    modalities: ['audio', 'text'],
    input_audio_format: shown,
    input_audio_transcription: transcription,
    input_audio_noise_reduction: null,
    turn_detection: turnDetection,
    include,
  };
}
