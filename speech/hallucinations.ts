/**
 * Text that speech models invent for silence: closing lines of the films that they were trained on. People do say some
 * of them, so they are dropped only if nothing else indicates speech.
 */
const HALLUCINATIONS = new Set([
  'you',
  'bye',
  'bye bye',
  'thank you',
  'thanks',
  'thank you very much',
  'thank you so much',
  'thank you for watching',
  'thanks for watching',
  'thank you for listening',
  'please subscribe',
  'subscribe',
  'please subscribe to my channel',
  'like and subscribe',
  'see you next time',
  'see you in the next video',
  'the end',
  'silence',
  'music',
  'applause',
  'blank audio',
  'transcript emily beynon',
  'subtitles by the amara org community',
  'subtitles by steamteamextra',
]);

/** Whether a text is a known hallucination. */
export function isHallucination(text: string): boolean {
  return HALLUCINATIONS.has(plainWords(text).join(' '));
}

/** The number of consecutive vocabulary terms that count as an echo. */
const ECHO_TERMS = 3;

/** Whether a text only repeats the vocabulary, in its order: models echo their prompt. */
export function isEcho(text: string, vocabulary: readonly string[]): boolean {
  const said = ` ${plainWords(text).join(' ')} `;
  const terms = vocabulary.map((term) => plainWords(term).join(' ')).filter((term) => term !== '');
  const list = ` ${terms.join(' ')} `;
  if (said.trim() === '' || !list.includes(said)) return false;
  return terms.filter((term) => said.includes(` ${term} `)).length >= ECHO_TERMS;
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}
