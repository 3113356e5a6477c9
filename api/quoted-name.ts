const MAX_LENGTH = 64;

/** A field's name that a caller made up, fit to be shown: its beginning, which is enough to know it again. */
export function quotedName(name = ''): string {
  const shown = name.replace(/\p{C}/gu, '');
  return shown.length > MAX_LENGTH ? `'${shown.slice(0, MAX_LENGTH)}…'` : `'${shown}'`;
}
