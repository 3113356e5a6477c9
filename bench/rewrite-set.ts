import { formatDraft } from '../formatting/pipeline.ts';
import { findRefusal } from '../formatting/rewrite/check.ts';
import { type Figure, print } from './support/report.ts';

/** A dictation, a rewrite of it, and whether a careful reader takes the rewrite. */
export interface SetRewrite {
  readonly id: string;
  readonly language?: string;
  readonly source: string;
  readonly rewrite: string;
  readonly verdict: 'good' | 'bad';
  readonly why?: string;
}

/** Checks each rewrite of a set, and prints every bad one that is accepted and every good one that is refused. */
export function compareRewrites(pairs: readonly SetRewrite[]): readonly Figure[] {
  const wrong = { good: 0, bad: 0 };
  for (const pair of pairs) {
    const refusal = refusalOf(pair);
    if ((refusal === undefined) === (pair.verdict === 'good')) continue;
    wrong[pair.verdict] += 1;
    print(`${pair.id}: ${pair.verdict}, ${refusal ?? 'accepted'} (${pair.why ?? ''})`);
    print(`  said      ${pair.source}\n  rewritten ${pair.rewrite.replaceAll('\n', '⏎')}`);
  }
  const sizeOf = (verdict: SetRewrite['verdict']) => pairs.filter((pair) => pair.verdict === verdict).length;
  return [
    { name: 'bad rewrites accepted', value: wrong.bad, unit: `of ${sizeOf('bad')}`, goal: { atMost: 0 } },
    {
      name: 'good rewrites refused',
      value: wrong.good,
      unit: `of ${sizeOf('good')}`,
      goal: { atMost: sizeOf('good') * 0.02 },
    },
  ];
}

function refusalOf({ source, rewrite, language }: SetRewrite): string | undefined {
  const place = { language, dictionary: undefined, context: undefined };
  return findRefusal({
    ...place,
    raw: source,
    draft: formatDraft({ text: source, ...place }),
    rewritten: rewrite,
    extraInstructions: undefined,
  });
}
