const VARIABLE = /^(?:export )?(?:let|var)\b/;
const STATIC_FIELD = /^ {2}static (?!readonly\b)[^(]*;$/;
const CONSTANT = /^(?:export )?const [^=]*/;
const READ_ONLY_TYPE = /: (?:readonly\b|Readonly)/;
const COLLECTION = /^= (?:\[|\{|new\b)/;
/** `test()` and `exec()` of such a pattern continue where the last call ended. */
const STATEFUL_PATTERN = /^= \/.+\/[a-z]*[gy][a-z]*;/;

/**
 * Finds state that a module may keep from one call to the next: variables, collections that are not read-only, patterns
 * that remember their place, and static fields.
 * @param source TypeScript in Biome's format, in which only declarations of the module start at the start of a line
 * @returns the first line of each
 */
export function moduleState(source: string): string[] {
  const lines = source.split('\n');
  return lines.filter((line, at) => {
    if (VARIABLE.test(line) || STATIC_FIELD.test(line)) return true;
    const name = CONSTANT.exec(line)?.[0];
    if (name === undefined || READ_ONLY_TYPE.test(name)) return false;
    const value = line.slice(name.length);
    if (STATEFUL_PATTERN.test(value)) return true;
    return COLLECTION.test(value) && !lastLine(lines.slice(at)).endsWith('as const;');
  });
}

/** The last line of a declaration. */
function lastLine(lines: readonly string[]): string {
  return lines.find((line) => line.endsWith(';') && !line.startsWith(' ')) ?? '';
}
