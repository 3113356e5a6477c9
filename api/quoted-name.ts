const MAX_LENGTH = 64;

/** The name of an unknown field, safe to show: quoted and shortened. */
export function quotedName(name = ''): string {
  const shown = name.replace(/\p{C}/gu, '');
  return shown.length > MAX_LENGTH ? `'${shown.slice(0, MAX_LENGTH)}…'` : `'${shown}'`;
}
