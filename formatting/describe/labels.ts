const NUMBERED = /^(?:speaker|sprecher|sprecherin|locuteur|hablante|interlocutor|voice) ?\d{1,2} ?: */iu;
const NAMED = /^\p{Lu}[\p{L}.]{1,20}(?: \p{Lu}\p{L}{1,20})?: +/u;
/** Without a mark at its end, a turn would run into the next one. */
const ENDS = /[.!?…。！？]["'”’)]?$/u;

/** Removes the labels of speakers, since nobody said them, and ends each turn. Other texts stay as they are. */
export function withoutLabels(transcript: string): string {
  const lines = transcript.split('\n').map((line) => line.trim());
  const numbered = lines.some((line) => NUMBERED.test(line));
  const named = new Set(lines.map((line) => NAMED.exec(line)?.[0]).filter((label) => label !== undefined));
  const turns = lines.filter((line) => NAMED.test(line)).length;
  // A heading such as "Agenda: …" stands once. Speakers take turns.
  const repeated = named.size > 1 && turns > named.size;
  if (!numbered && !repeated) return transcript;
  return lines
    .map((line) => line.replace(numbered ? NUMBERED : NAMED, ''))
    .filter((line) => line !== '')
    .map((line) => (ENDS.test(line) ? line : `${line}.`))
    .join('\n');
}
