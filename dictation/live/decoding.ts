import { type Agreement, agree, commitUntil, confirm, steadyWords } from './agreement.ts';
import type { FinalAudio, Finals } from './finals.ts';
import type { Pacing } from './pacing.ts';
import type { Recognition } from './recognition.ts';
import type { LiveEvent, LiveSettings } from './types.ts';
import { isDecodeDue, isPausing, type Utterance } from './utterance.ts';
import { MAX_WINDOW_SECONDS, nextWindow } from './window.ts';

/** The state of the session that decoding uses. It may change during a decode. */
export interface DecodedSession {
  utterance(): Utterance | undefined;
  recognition(): Pick<Recognition, 'decode'>;
  settings(): LiveSettings;
  /** The end of the audio, in seconds of the session. */
  audioEnd(): number;
  /** The audio of an utterance. */
  audioOf(utterance: Utterance, to: number): FinalAudio;
}

export interface DecodingDeps {
  readonly pacing: Pacing;
  readonly finals: Pick<Finals, 'prepare'>;
  /** Seconds of a monotonic clock. */
  readonly clock: () => number;
  readonly tell: (event: LiveEvent) => void;
}

/** Decodes an utterance while it is spoken. */
export interface Decoding {
  /** Decodes the last seconds of the utterance if it has enough new speech. One such decode runs at a time. */
  step(): Promise<void>;
  /**
   * Decodes the whole utterance if its speaker pauses, so that its text is ready if the pause is its end.
   * @param analyzedUntil the end of the last frame
   */
  prepare(analyzedUntil: number): Promise<void>;
}

/** Older words are committed if a window must move on. */
const SETTLED_SECONDS = 3;

export function createDecoding({ pacing, finals, clock, tell }: DecodingDeps, session: DecodedSession): Decoding {
  async function step(): Promise<void> {
    const speaking = session.utterance();
    const startedAt = clock();
    if (speaking === undefined || !isDecodeDue(speaking, startedAt, pacing.stepSeconds())) return;
    const { spokenUntil } = speaking;
    const decode = new AbortController();
    Object.assign(speaking, { decode, decodedAt: startedAt, decodedSpeech: spokenUntil });
    const window = nextWindow(speaking.agreement, speaking.windowFrom, session.audioEnd());
    const hypothesis = await session.recognition().decode(window, decode.signal);
    speaking.decode = undefined;
    if (decode.signal.aborted) return;
    pacing.decoded(clock() - startedAt);
    if (hypothesis === undefined || hypothesis.isForeign || speaking !== session.utterance()) return;
    const agreed = agree(speaking.agreement, hypothesis.words);
    const isTooLong = window.to - window.from > MAX_WINDOW_SECONDS;
    const settled = isTooLong ? commitUntil(agreed, window.to - SETTLED_SECONDS) : agreed;
    const { preparedSpeech, preparedWords } = speaking;
    const isConfirmed = preparedWords !== undefined && preparedSpeech >= spokenUntil;
    speaking.windowFrom = window.from;
    tellRecognized(speaking, isConfirmed ? confirm(settled, preparedWords) : settled, window.to);
  }

  async function prepare(analyzedUntil: number): Promise<void> {
    const pausing = session.utterance();
    if (pausing === undefined || !isPausing(pausing, analyzedUntil) || pacing.isSlow()) return;
    const { spokenUntil } = pausing;
    Object.assign(pausing, { preparedSpeech: spokenUntil, preparedWords: undefined });
    const words = await finals
      .prepare(pausing, session.audioOf(pausing, session.audioEnd()), session.settings())
      .catch(() => undefined); // the end of the utterance decodes it again
    if (words === undefined || pausing !== session.utterance() || pausing.spokenUntil > spokenUntil) return;
    pausing.preparedWords = words;
    if (pausing.decode !== undefined) return; // its words are confirmed when it ends
    const confirmed = confirm(pausing.agreement, words);
    if (confirmed.committed.length > pausing.agreement.committed.length)
      tellRecognized(pausing, confirmed, analyzedUntil);
  }

  /** @param until the end of the decoded audio */
  function tellRecognized(speaking: Utterance, agreement: Agreement, until: number): void {
    const { committed } = agreement;
    const newCount = committed.length - speaking.agreement.committed.length;
    const provisional = steadyWords(agreement, speaking.agreement.provisional, until);
    speaking.agreement = agreement;
    tell({ type: 'recognized', utterance: speaking.id, committed, provisional, newCount });
  }

  return { step, prepare };
}
