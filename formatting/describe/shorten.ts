/** Cuts a text at the end of a word and adds an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${trimEnd(space > most / 2 ? cut.slice(0, space) : cut, /[\p{P}\s]/u).toWellFormed()}…`;
}

/** Removes characters from the end, in linear time. */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
