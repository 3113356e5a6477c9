/**
 * What speech models write when they hear nothing: sentences that ended many of the films that they learned from.
 * People do say some of them, so they are dropped only where nothing else speaks for speech.
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

/** Whether a text is one that models invent. */
export function isHallucination(text: string): boolean {
  return HALLUCINATIONS.has(plainWords(text).join(' '));
}

/** Terms of a vocabulary that in a row are no accident. */
const ECHO_TERMS = 3;

/** Whether a text is nothing but a vocabulary read out, in its order: the model repeats what it was told. */
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
