/** A dictation, a rewrite of it, and what the pair is about. */
export interface RewriteCase {
  readonly about: string;
  readonly said: string;
  readonly rewritten: string;
}

/** Reads `said => rewritten` lines under `# about` headings; `⏎` is a line break. */
export function readCases(text: string): RewriteCase[] {
  let about = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('# ')) about = line.slice(2);
    const [said, rewritten] = line.split(' => ');
    return said === undefined || rewritten === undefined
      ? []
      : [{ about, said, rewritten: rewritten.replaceAll('⏎', '\n') }];
  });
}
