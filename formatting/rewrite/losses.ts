import type { Compared } from './compared.ts';

const SHRINKAGE = 0.4;
/** A text may always shrink by this many characters: hesitations. */
const SLACK = 16;

/** Whether questions became statements, as in an answer. */
export function losesQuestion({ draft, rewritten, corrected }: Compared): boolean {
  const count = (text: string) => text.match(/[?？؟]/gu)?.length ?? 0;
  const [before, after] = [count(draft), count(rewritten)];
  return before > 0 && (after === 0 || (!corrected && after < before && before - after > 1));
}

/** Whether a rewrite is much shorter than the draft. */
export function shrinks({ draft, rewritten, corrected }: Compared): boolean {
  return rewritten.length + SLACK < draft.length * (corrected ? 0.15 : SHRINKAGE);
}
