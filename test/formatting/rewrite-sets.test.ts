import { describe, expect, test } from 'bun:test';
import { formatDraft } from '../../formatting/pipeline.ts';
import { findRefusal } from '../../formatting/rewrite/check.ts';
import { BAD_REWRITES } from './sets/bad-rewrites.ts';
import { GOOD_REWRITES } from './sets/good-rewrites.ts';
import type { RewriteCase } from './sets/read-cases.ts';
import { UNSEEN_BAD, UNSEEN_GOOD } from './sets/unseen-rewrites.ts';

const MAX_REFUSED_SHARE = 0.02;
const UNKNOWN = { language: undefined, dictionary: undefined, context: undefined };

const refusalOf = ({ said, rewritten }: RewriteCase) =>
  findRefusal({
    ...UNKNOWN,
    raw: said,
    draft: formatDraft({ text: said, ...UNKNOWN }),
    rewritten,
    extraInstructions: undefined,
  });

describe('findRefusal() on sets of rewrites', () => {
  test('the sets are as large as they say', () => {
    expect(BAD_REWRITES.length).toBeGreaterThanOrEqual(200);
    expect(GOOD_REWRITES.length).toBeGreaterThanOrEqual(200);
    expect([UNSEEN_BAD.length, UNSEEN_GOOD.length]).toEqual([50, 50]);
  });

  test('no bad rewrite is accepted', () => {
    const taken = [...BAD_REWRITES, ...UNSEEN_BAD].filter((pair) => refusalOf(pair) === undefined);
    expect(taken).toEqual([]);
  });

  test('at most two in a hundred good rewrites are refused', () => {
    const good = [...GOOD_REWRITES, ...UNSEEN_GOOD];
    const refused = good.filter((pair) => refusalOf(pair) !== undefined);
    expect(refused.length, JSON.stringify(refused)).toBeLessThanOrEqual(good.length * MAX_REFUSED_SHARE);
  });

  test('the text by rules is a good rewrite of its own dictation', () => {
    for (const { about, said } of [...BAD_REWRITES, ...GOOD_REWRITES]) {
      const rewritten = formatDraft({ text: said, ...UNKNOWN });
      expect({ said, refusal: refusalOf({ about, said, rewritten }) }).toEqual({ said, refusal: undefined });
    }
  });
});
