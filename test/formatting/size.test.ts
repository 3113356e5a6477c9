import { expect, test } from 'bun:test';
import { readContext } from '../../formatting/context.ts';
import { createFormatter } from '../../formatting/formatter.ts';
import { MAX_RAW_TEXT_BYTES } from '../../formatting/limits.ts';
import type { FormatRequest } from '../../formatting/types.ts';
import { depth } from '../support/depth.ts';

const request = (given: Partial<FormatRequest>): FormatRequest => ({
  text: '',
  language: 'en',
  dictionary: undefined,
  context: undefined,
  extraInstructions: undefined,
  signal: new AbortController().signal,
  ...given,
});

/** One formatter for all tests, so that its thread starts once. */
const formatter = createFormatter();

/** Texts with more tokens than a call may have arguments always have the greatest length. */
const ALWAYS_LONG = new Set(['words', 'marks']);

/** Long texts with as many tokens as possible, or with one very long token. */
test.each([
  ['words', 'ab '],
  ['marks', ']('],
  ['addresses', 'a@'],
  ['lines', 'x\n'],
  ['combining marks', '\u093e'],
  ['digits', '1 '],
  ['full stops', '.'],
  ['line ends', '\n'],
  ['items of a list', 'bullet point a '],
  ['numbers', 'one and '],
  ['corrections', 'to the shop no wait '],
  ['stutters', 'i, '],
  ['emoji', 'thumbs up emoji '],
  ['times', 'at one or '],
])(
  'format() comes to an end with a long text: %s',
  async (name, piece) => {
    const shorter = ALWAYS_LONG.has(name) ? 1 : depth(8, 1);
    const text = piece.repeat(MAX_RAW_TEXT_BYTES / shorter / piece.length);
    const result = await formatter.format(request({ text }));
    expect(typeof result.text).toBe('string');
  },
  30_000,
);

test('format() looks only at what is close to the cursor', () => {
  const far = { before: `Done.${'\n'.repeat(5_000)}`, after: `${' '.repeat(5_000)}and` };
  const place = readContext(JSON.stringify(far));
  expect([place.before?.length, place.after?.length]).toEqual([1_000, 1_000]);
  expect(place.before?.trim()).toBe('');
});
