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
   * @param heardUntil the end of the last frame
   */
  prepare(heardUntil: number): Promise<void>;
}

/** Older words are committed if a window must move on. */
const SETTLED_SECONDS = 3;

export function createDecoding({ pacing, finals, clock, tell }: DecodingDeps, session: DecodedSession): Decoding {
  async function step(): Promise<void> {
    const speaking = session.utterance();
    const startedAt = clock();
    if (speaking === undefined || !isDecodeDue(speaking, startedAt, pacing.stepSeconds())) return;
    Object.assign(speaking, { isDecoding: true, decodedAt: startedAt, decodedSpeech: speaking.spokenUntil });
    const window = nextWindow(speaking.agreement.committed, speaking.windowFrom, session.audioEnd());
    const heard = await session.recognition().decode(window);
    speaking.isDecoding = false;
    pacing.decoded(clock() - startedAt);
    if (heard === undefined || heard.isForeign || speaking !== session.utterance()) return;
    const agreed = agree(speaking.agreement, heard.words);
    const isTooLong = window.to - window.from > MAX_WINDOW_SECONDS;
    speaking.windowFrom = window.from;
    tellHeard(speaking, isTooLong ? commitUntil(agreed, window.to - SETTLED_SECONDS) : agreed, window.to);
  }

  async function prepare(heardUntil: number): Promise<void> {
    const pausing = session.utterance();
    if (pausing === undefined || !isPausing(pausing, heardUntil) || pacing.isSlow()) return;
    const { spokenUntil } = pausing;
    pausing.preparedSpeech = spokenUntil;
    const words = await finals
      .prepare(pausing, session.audioOf(pausing, session.audioEnd()), session.settings())
      .catch(() => undefined); // the end of the utterance decodes it again
    const isOutdated = pausing !== session.utterance() || pausing.isDecoding || pausing.spokenUntil > spokenUntil;
    if (words === undefined || isOutdated) return;
    const confirmed = confirm(pausing.agreement, words);
    if (confirmed.committed.length > pausing.agreement.committed.length) tellHeard(pausing, confirmed, heardUntil);
  }

  /** @param until the end of the decoded audio */
  function tellHeard(speaking: Utterance, agreement: Agreement, until: number): void {
    const { committed } = agreement;
    const newCount = committed.length - speaking.agreement.committed.length;
    const provisional = steadyWords(agreement, speaking.agreement.provisional, until);
    speaking.agreement = agreement;
    tell({ type: 'heard', utterance: speaking.id, committed, provisional, newCount });
  }

  return { step, prepare };
}
