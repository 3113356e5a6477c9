import type { LiveEnd } from '../../contracts/live.ts';
import type { DictationRequest } from '../content.ts';
import type { UsageRecord } from '../usage-store.ts';
import type { LiveFigures } from './types.ts';

/** The caller and the origin of a live session. */
export interface LiveFacts
  extends Pick<DictationRequest, 'orgId' | 'keyId' | 'owner' | 'requestId' | 'callerIds' | 'receivedAt'> {
  readonly sessionId: string;
  /** The caller's protocol. */
  readonly platform: string;
}

/** A live session of this process, as its workflow sees it, without content. */
export interface OpenSession {
  readonly facts: LiveFacts;
  figures(): LiveFigures;
  /** Resolves when the session is over. */
  readonly ended: Promise<LiveEnd>;
  /** Ends the session. */
  end(end: LiveEnd): void;
}

/** The live sessions of this process, by session id. */
export type OpenSessions = Map<string, OpenSession>;

/** The usage record of a live session: sizes, times, names and codes. */
export function usageOfLive({ facts, figures }: OpenSession, end: LiveEnd, endedAt: number): UsageRecord {
  const { audioSeconds, audioBytes, resultBytes, inferenceMs, formatMs, engine, language } = figures();
  return {
    orgId: facts.orgId,
    keyId: facts.keyId,
    transcriptionId: facts.sessionId,
    requestId: facts.requestId,
    receivedAt: facts.receivedAt,
    endedAt,
    source: 'live',
    outcome: end,
    ...{ language, engine, audioBytes, resultBytes, audioSeconds, inferenceMs, formatMs },
    rewrite: null,
    textBytes: 0,
    audioDurationHintSeconds: null,
    decodeMs: null,
    platform: facts.platform,
    appVersion: null,
    ...facts.callerIds,
  };
}
