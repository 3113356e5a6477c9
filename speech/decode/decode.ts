import type { ByteSource } from '../byte-source.ts';
import { SpeechError } from '../types.ts';
import { type Audio, BLOCK_SECONDS, SAMPLE_RATE } from './audio.ts';
import { type ChannelSurvey, channelOf, createChannelSurvey, type Layout, mix } from './channels.ts';
import { assertComplete } from './complete.ts';
import { type Container, identifyContainer } from './container.ts';
import { openPackets } from './packets.ts';
import { createPeakMeter } from './peaks.ts';
import { createResampler } from './resample.ts';
import { openWav } from './wav.ts';

/** A recording whose channels were combined into voices. */
export interface Survey {
  readonly durationSeconds: number;
  readonly layout: Layout;
  readonly channels: ChannelSurvey;
  /** The gain of the voices. */
  readonly gain: number;
  /** Values for drawing the recording: see {@link createPeakMeter}. */
  readonly peaks: readonly number[];
  /** The voices at 16 kHz, if the recording is short enough to keep. */
  readonly kept: readonly Float32Array[] | undefined;
}

/** A recording up to this length is decoded once and kept (8 MB). A longer one is decoded twice to limit memory. */
const KEPT_SECONDS = 120;
const MIN_SECONDS = 0.01;

/** A recording that was decoded once, before its channels are combined into voices. */
export interface DecodedRecording {
  readonly durationSeconds: number;
  readonly channels: ChannelSurvey;
  readonly peaks: readonly number[];
  /** All channels together at 16 kHz, if the recording is short enough to keep. */
  readonly mixed: Float32Array | undefined;
}

interface DecodeOptions {
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  /** Awaited before each block, so that other work of the process can run first. */
  readonly pause?: () => Promise<void>;
}

/**
 * Decodes the whole recording before any inference, so that a broken or too long one costs none. The duration is
 * counted while decoding, whatever the file states. A recording that is still arriving is decoded as it arrives; if that
 * fails, it is decoded again when it is complete, because then the demuxer can read it in any order.
 * @throws {SpeechError} as {@link openAudio}, `audio_too_long`, `audio_empty`
 */
export async function decodeRecording(source: ByteSource, options: DecodeOptions): Promise<DecodedRecording> {
  if (source.knownSize() === undefined) {
    const decoded = await decodeOnce(source, options).catch((error: unknown) => {
      options.signal.throwIfAborted();
      if (error instanceof SpeechError && error.code === 'audio_too_long') throw error;
      return undefined;
    });
    await source.size();
    if (decoded !== undefined) return decoded;
  }
  return decodeOnce(source, options);
}

async function decodeOnce(source: ByteSource, { maxSeconds, signal, pause }: DecodeOptions): Promise<DecodedRecording> {
  const audio = await openAudio(source);
  const channels = createChannelSurvey();
  const meter = createPeakMeter();
  const resampler = createResampler(audio.sampleRate, SAMPLE_RATE);
  const parts: Float32Array[] = [];
  let durationSeconds = 0;
  for await (const block of audio.blocks()) {
    await pause?.();
    signal.throwIfAborted();
    durationSeconds += (block[0]?.length ?? 0) / audio.sampleRate;
    if (durationSeconds > maxSeconds) throw new SpeechError('audio_too_long');
    channels.add(block, audio.sampleRate);
    meter.add(block, audio.sampleRate);
    if (durationSeconds <= KEPT_SECONDS) parts.push(resampler.push(mix(block)));
    else parts.length = 0;
  }
  if (durationSeconds < MIN_SECONDS) throw new SpeechError('audio_empty');
  const mixed = durationSeconds > KEPT_SECONDS ? undefined : concat([...parts, resampler.flush()]);
  return { durationSeconds, channels, peaks: meter.peaks(), mixed };
}

/** Combines the channels of a recording into voices. */
export async function surveyRecording(
  source: ByteSource,
  { durationSeconds, channels, peaks, mixed }: DecodedRecording,
  separateChannels: boolean,
): Promise<Survey> {
  const layout = channels.layout(separateChannels);
  const survey = { durationSeconds, layout, channels, gain: channels.gain(), peaks };
  if (mixed === undefined) return { ...survey, kept: undefined };
  return { ...survey, kept: layout.kind === 'mixed' ? [mixed] : await decodeAllVoices(source, layout) };
}

/** Decodes a recording to the voices of a layout, at 16 kHz, in blocks of some seconds. */
export async function* decodeVoices(source: ByteSource, layout: Layout): AsyncGenerator<readonly Float32Array[]> {
  const audio: Audio = await openAudio(source);
  const count = layout.kind === 'apart' ? layout.channels.length : 1;
  const resamplers = Array.from({ length: count }, () => createResampler(audio.sampleRate, SAMPLE_RATE));
  let parts: Float32Array[][] = resamplers.map(() => []);
  let sampleCount = 0;
  for await (const block of audio.blocks()) {
    const voices = pick(block, layout).map((samples, voice) => resamplers[voice]?.push(samples) ?? samples);
    for (const [voice, samples] of voices.entries()) parts[voice]?.push(samples);
    sampleCount += voices[0]?.length ?? 0;
    if (sampleCount < BLOCK_SECONDS * SAMPLE_RATE) continue;
    yield parts.map(concat);
    parts = resamplers.map(() => []);
    sampleCount = 0;
  }
  yield resamplers.map((resampler, voice) => concat([...(parts[voice] ?? []), resampler.flush()]));
}

async function decodeAllVoices(source: ByteSource, layout: Layout): Promise<Float32Array[]> {
  const voices: Float32Array[][] = [];
  for await (const block of decodeVoices(source, layout)) {
    block.forEach((samples, voice) => {
      voices[voice] ??= [];
      voices[voice].push(samples);
    });
  }
  return voices.map(concat);
}

function pick(block: readonly Float32Array[], layout: Layout): readonly Float32Array[] {
  if (layout.kind === 'mixed') return [mix(block)];
  if (layout.kind === 'single') return [channelOf(block, layout.channel)];
  return layout.channels.map((channel) => channelOf(block, channel));
}

function concat(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The containers that are decoded while they arrive. The index of an MP4 may be at its end.
 */
const STREAMABLE: ReadonlySet<Container> = new Set(['matroska', 'ogg', 'flac', 'mp3', 'adts']);

/**
 * Opens a recording in any supported format, recognized by its content: WAV, MP4/M4A, WebM/Matroska, Ogg, FLAC, MP3 or
 * ADTS. Errors that only decoding shows are thrown by `blocks()`.
 * @throws {SpeechError} `audio_undecodable`, `audio_truncated`, `audio_encrypted`, `audio_empty`, `unsupported_codec`
 */
export async function openAudio(source: ByteSource): Promise<Audio> {
  const container = await identifyContainer(source);
  if (container === 'wav') return openWav(source);
  if (source.knownSize() === undefined && STREAMABLE.has(container)) return openArriving(source, container);
  await assertComplete(source, container);
  return openPackets(source, container);
}

/** Opens a recording that is still arriving. Its end is checked after its last block. */
async function openArriving(source: ByteSource, container: Exclude<Container, 'wav'>): Promise<Audio> {
  const { sampleRate, blocks } = await openPackets(source, container);
  return {
    sampleRate,
    async *blocks() {
      yield* blocks();
      await assertComplete(source, container);
    },
  };
}
