import { describe, expect, test } from 'bun:test';
import { formatDraft } from '../../formatting/pipeline.ts';
import { findRefusal } from '../../formatting/rewrite/check.ts';
import { BAD_KINDS, GOOD_KINDS, type KindCase } from './sets/rewrite-kinds.ts';

function refusalOf({ language, said, rewritten }: KindCase) {
  const place = { language, dictionary: undefined, context: undefined };
  const draft = formatDraft({ text: said, ...place });
  return findRefusal({ ...place, raw: said, draft, rewritten, extraInstructions: undefined });
}

describe('findRefusal() by kinds of rewrites', () => {
  test('the set has 200 bad rewrites, in four languages', () => {
    expect(BAD_KINDS.length).toBeGreaterThanOrEqual(200);
    expect([...new Set(BAD_KINDS.map(({ language }) => language))].toSorted()).toEqual(['de', 'en', 'es', 'fr']);
  });

  test('accepts repairs, ellipsis, moved times, lists, and numbers in digits', () => {
    expect(GOOD_KINDS.filter((rewrite) => refusalOf(rewrite) !== undefined)).toEqual([]);
  });

  test('refuses the same kinds with one fact changed', () => {
    expect(BAD_KINDS.filter((rewrite) => refusalOf(rewrite) === undefined)).toEqual([]);
  });
});
