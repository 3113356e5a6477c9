import type { Compared } from './compared.ts';

const SHRINKAGE = 0.4;
/** Short texts may shrink by as many characters whatever the ratio: hesitations. */
const SLACK = 16;

/** Answers to questions are statements. */
export function losesQuestion({ draft, rewritten, corrected }: Compared): boolean {
  const count = (text: string) => text.match(/[?？؟]/gu)?.length ?? 0;
  const [before, after] = [count(draft), count(rewritten)];
  return before > 0 && (after === 0 || (!corrected && after < before && before - after > 1));
}

/** Far less text than the draft has. */
export function shrinks({ draft, rewritten, corrected }: Compared): boolean {
  return rewritten.length + SLACK < draft.length * (corrected ? 0.15 : SHRINKAGE);
}
