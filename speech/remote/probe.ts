import OpenAI from 'openai';
import { hasSpeakers, hasText, hasWords } from './answer.ts';
import type { Dialect, Support } from './dialect.ts';

/** Statuses of a server that does not support an option. Some fail with 500 instead of a refusal. */
const REFUSALS = new Set([400, 415, 422, 500, 501]);

const REFUSED = Symbol('refused');

const PLAIN: Dialect = { format: 'json', words: false, hints: false };
const HINTS: Dialect = { ...PLAIN, hints: true };
const SEGMENTS: Dialect = { ...PLAIN, format: 'verbose_json' };
const WORDS: Dialect = { ...SEGMENTS, words: true };
const ALL: Dialect = { ...WORDS, hints: true };
const SPEAKERS: Dialect = { ...PLAIN, format: 'diarized_json' };

/**
 * Finds out which options a server supports, with two requests if it supports all of them and six at most.
 * @param ask requests the transcript of a sample of speech and returns the server's answer
 * @throws what `ask` throws if the server does not transcribe the sample at all
 */
export async function probeSupport(ask: (dialect: Dialect) => Promise<unknown>): Promise<Support> {
  let isConfigured = false;

  async function accepted(dialect: Dialect): Promise<unknown> {
    const answer = await ask(dialect);
    isConfigured = true;
    return answer;
  }

  async function offer(dialect: Dialect): Promise<unknown> {
    try {
      return await accepted(dialect);
    } catch (error) {
      const status = error instanceof OpenAI.APIError ? (error.status ?? 0) : 0;
      // A server that has transcribed the sample has the model: 404 is then about the option.
      if (REFUSALS.has(status) || (isConfigured && status === 404)) return REFUSED;
      throw error;
    }
  }

  async function apart(): Promise<Omit<Support, 'speakers'>> {
    await accepted(PLAIN);
    const hints = (await offer(HINTS)) !== REFUSED;
    const segments = (await offer(SEGMENTS)) !== REFUSED;
    return { hints, segments, words: segments ? shows(await offer(WORDS), hasWords) : false };
  }

  const all = await offer(ALL);
  const found = all === REFUSED ? await apart() : { segments: true, words: shows(all, hasWords), hints: true };
  return { ...found, speakers: shows(await offer(SPEAKERS), hasSpeakers) };
}

/** Whether an answer has what was requested. Unknown if the server recognized nothing in the sample. */
function shows(answer: unknown, has: (answer: unknown) => boolean): boolean | null {
  if (answer === REFUSED) return false;
  return has(answer) || (hasText(answer) ? false : null);
}
