import type { LiveEnd } from '../../contracts/live.ts';
import { vocabularyOf } from '../../formatting/vocabulary.ts';
import type { LiveOptions, SpeechEngine } from '../../speech/types.ts';
import { createDecoding } from './decoding.ts';
import { bytesPerSecond, createAudioIntake } from './encodings.ts';
import { endOf } from './failures.ts';
import type { FinalDeps } from './finalize.ts';
import { createFinals, type FinalAudio } from './finals.ts';
import type { Pacing } from './pacing.ts';
import { createRecentAudio } from './recent-audio.ts';
import { type AnalyzedFrame, createRecognition } from './recognition.ts';
import { type Boundary, createSplitter, type Splitter } from './splitter.ts';
import type { LiveDictation, LiveEvent, LiveSettings } from './types.ts';
import { createUsageCounts, type UsageCounts } from './usage-counts.ts';
import { createUtterance, noteSpeech, type Utterance } from './utterance.ts';
import { createWorkQueue } from './work-queue.ts';

export interface LiveDeps extends FinalDeps {
  readonly speech: Pick<SpeechEngine, 'capabilities' | 'openLive' | 'transcribe'>;
  readonly pacing: Pacing;
  readonly limits: LiveLimits;
  /** Seconds of a monotonic clock. */
  readonly clock: () => number;
}

export interface LiveLimits {
  /** The maximum duration of a session, in audio and in time. */
  readonly maxMs: number;
  /** The maximum time without speech. */
  readonly maxSilentMs: number;
}

/** The maximum amount of waiting audio. */
const MAX_WAITING_SECONDS = 60;
/** The maximum length of an utterance without a pause or commit. */
const MAX_UTTERANCE_SECONDS = 120;
/** The audio that is kept before speech starts, more than any padding. */
const KEPT_SECONDS = 3;
/** The probability from which a frame counts as speech. */
const SPEECH = 0.3;

/**
 * Starts a live session, which transcribes audio while it is spoken and emits words. Nothing is stored.
 * @param emit is called with each event in order; must not throw
 */
export function startLiveDictation(
  deps: LiveDeps,
  initial: LiveSettings,
  emit: (event: LiveEvent) => void,
): LiveDictation & { readonly counts: UsageCounts } {
  const counts = createUsageCounts();
  const abort = new AbortController();
  const finals = createFinals(deps, counts, tell, abort.signal);
  const decoding = createDecoding(
    { ...deps, finals, tell },
    {
      utterance: () => utterance,
      recognition: () => recognition,
      settings: () => settings,
      audioEnd: () => audio.end(),
      audioOf,
    },
  );
  const queue = createWorkQueue(receive, (error) => {
    const { end: why, retryAfterSeconds } = endOf(error);
    end(why, retryAfterSeconds);
  });
  const endAfter = (ms: number, why: LiveEnd) => setTimeout(() => end(why), ms);
  const longest = endAfter(deps.limits.maxMs, 'expired');
  let silence = endAfter(deps.limits.maxSilentMs, 'silent');
  let settings = initial;
  let intake = createAudioIntake(initial.format);
  let audio = createRecentAudio(intake.sampleRate);
  let recognition = createRecognition(deps.speech, optionsOf(initial, intake.sampleRate), audio);
  let splitter = splitterOf(initial);
  let utterance: Utterance | undefined;
  let count = 0;
  /** The end of the last utterance. */
  let cutAt = 0;
  let waitingBytes = 0;

  function tell(event: LiveEvent): void {
    if (!abort.signal.aborted) emit(event);
  }

  function end(why: LiveEnd, retryAfterSeconds?: number): void {
    if (abort.signal.aborted) return;
    emit({ type: 'ended', end: why, retryAfterSeconds });
    abort.abort();
    queue.stop();
    clearTimeout(longest);
    clearTimeout(silence);
    recognition.close();
  }

  async function receive(bytes: Uint8Array): Promise<void> {
    audio.append(intake.push(bytes));
    counts.received(bytes.length, audio.end());
    if (audio.end() * 1000 > deps.limits.maxMs) return end('expired');
    const frames = await recognition.analyze(keepFrom());
    waitingBytes -= bytes.length;
    for (const frame of frames) take(frame);
    if (abort.signal.aborted) return;
    if (utterance !== undefined && audio.end() - utterance.from > MAX_UTTERANCE_SECONDS) commit();
    audio.forget(keepFrom());
    void decoding.step();
    void decoding.prepare(frames.at(-1)?.end ?? 0);
    await finals.room();
  }

  /** The start of the audio that is still needed. */
  function keepFrom(): number {
    return utterance?.from ?? Math.max(cutAt, audio.end() - KEPT_SECONDS);
  }

  function take(frame: AnalyzedFrame): void {
    if (abort.signal.aborted) return;
    if (splitter === undefined) waitForSpeech(frame.end);
    else follow(splitter.push(frame.end, frame.speech));
    if (frame.speech < SPEECH) return;
    if (utterance !== undefined) speak(utterance, frame.end);
    if (abort.signal.aborted) return; // an event of this frame may have ended the session
    clearTimeout(silence);
    silence = endAfter(deps.limits.maxSilentMs, 'silent');
  }

  function speak(speaking: Utterance, end: number): void {
    noteSpeech(speaking, end);
    finals.discard(speaking);
  }

  /** Without turn detection, everything up to a commit is one utterance, except leading silence. */
  function waitForSpeech(now: number): void {
    utterance ??= open(cutAt);
    if (utterance.spokenFrom !== undefined) return;
    utterance.from = Math.max(utterance.from, now - KEPT_SECONDS);
    utterance.windowFrom = utterance.from;
  }

  function follow(boundary: Boundary | undefined): void {
    if (boundary?.type === 'started') {
      utterance = open(boundary.at);
      tell({ type: 'started', utterance: utterance.id, at: boundary.at });
    } else if (boundary?.type === 'stopped' && utterance !== undefined) {
      tell({ type: 'stopped', utterance: utterance.id, at: boundary.at });
      close(utterance, boundary.at);
    }
  }

  function open(from: number): Utterance {
    count += 1;
    return createUtterance(count, from);
  }

  function close(closing: Utterance, to: number): void {
    utterance = undefined;
    closing.decode?.abort();
    cutAt = to;
    tell({ type: 'closed', utterance: closing.id });
    finals.add(closing, to, audioOf(closing, to), settings);
  }

  function audioOf({ from }: Utterance, to: number): FinalAudio {
    return { pcm: audio.read(from, to), sampleRate: intake.sampleRate };
  }

  function commit(): void {
    const to = audio.end();
    if (utterance === undefined) tell({ type: 'empty' });
    else close(utterance, to);
    splitter?.stop(to);
  }

  function clear(): void {
    splitter?.stop(audio.end());
    if (utterance !== undefined) finals.discard(utterance);
    utterance?.decode?.abort();
    utterance = undefined;
    cutAt = audio.end();
    tell({ type: 'cleared' });
  }

  function update(next: LiveSettings): void {
    const { encoding, sampleRate } = settings.format;
    const isOtherFormat = next.format.encoding !== encoding || next.format.sampleRate !== sampleRate;
    if (audio.end() === 0 && isOtherFormat) {
      intake = createAudioIntake(next.format);
      audio = createRecentAudio(intake.sampleRate);
      recognition.close();
      recognition = createRecognition(deps.speech, optionsOf(next, intake.sampleRate), audio);
    } else if (next.language !== settings.language || next.dictionary !== settings.dictionary) {
      recognition.reopen(optionsOf(next, intake.sampleRate));
    }
    const isOtherTurns = JSON.stringify(next.turns) !== JSON.stringify(settings.turns);
    settings = { ...next, format: audio.end() === 0 ? next.format : settings.format };
    if (!isOtherTurns) return;
    if (utterance?.spokenFrom !== undefined) commit();
    utterance = undefined;
    splitter = splitterOf(next);
  }

  return {
    counts,
    push: (bytes) => {
      waitingBytes += bytes.length;
      if (waitingBytes > MAX_WAITING_SECONDS * bytesPerSecond(settings.format)) end('too_fast');
      else queue.receive(bytes);
    },
    commit: () => queue.do(commit),
    clear: () => queue.do(clear),
    update: (next) => queue.do(() => update(next)),
    finish: () =>
      new Promise((resolve) => {
        if (abort.signal.aborted) return resolve();
        abort.signal.addEventListener('abort', () => resolve(), { once: true });
        queue.do(() => {
          if (utterance !== undefined) commit();
          void finals.settled().then(resolve);
        });
      }),
    end,
  };
}

function splitterOf({ turns }: LiveSettings): Splitter | undefined {
  return turns === null ? undefined : createSplitter(turns);
}

function optionsOf({ language, dictionary }: LiveSettings, sampleRate: LiveOptions['sampleRate']): LiveOptions {
  return { sampleRate, language, vocabulary: vocabularyOf(dictionary) };
}
