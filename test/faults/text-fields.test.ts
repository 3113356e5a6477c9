import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteDescriber } from '../../formatting/describe.ts';
import { soundIndexOf } from '../../formatting/dictionary/fuzzy.ts';
import { parseDictionary } from '../../formatting/dictionary/parse.ts';
import { soundOf } from '../../formatting/dictionary/sound.ts';
import { MAX_COMPARISONS } from '../../formatting/dictionary/sound-index.ts';
import { createFormatter } from '../../formatting/formatter.ts';
import { MAX_REWRITE_LENGTH } from '../../formatting/rewrite/check.ts';
import type { FormatRequest } from '../../formatting/types.ts';
import { type ScriptedLlm, startLlm } from '../formatting/llm-server.ts';
import { depth } from '../support/depth.ts';
import { FIELD_LIMITS, fillField, fillLines, HOSTILE_KINDS, type TextField } from './support/hostile-fields.ts';
import { watchLoop } from './support/loop-watch.ts';

/** Work on the event loop itself would block it for almost the whole time. */
const MAX_HELD_SHARE = 0.5;
/** How much longer a hostile pair may take than plain text of the same size. */
const MAX_RATIO = 20;
const KINDS = ['random words', 'words of one sound', 'replacements'] as const;

let llm: ScriptedLlm;

beforeAll(async () => {
  llm = await startLlm();
});
afterAll(() => llm.stop());

function request(fields: Partial<FormatRequest>): FormatRequest {
  return {
    text: 'the plan is fine',
    language: 'en',
    dictionary: undefined,
    context: undefined,
    extraInstructions: undefined,
    signal: new AbortController().signal,
    ...fields,
  };
}

const hostile = (field: TextField, kind: string): string =>
  (field === 'dictionary' ? fillLines : fillField)(kind, FIELD_LIMITS[field], 1);

/** All kinds for each pair at full depth, otherwise one kind for each pair. */
const KINDS_AT_ONCE = depth(1, KINDS.length);

const FIELDS = Object.keys(FIELD_LIMITS) as TextField[];
const PAIRS = FIELDS.flatMap((first, at) => FIELDS.slice(at + 1).map((second) => [first, second] as const));

const PLAIN = 'and then we went home to have some dinner with our friends because it was late ';

test('format() of any pair of fields at their limits leaves the event loop free, in time that grows with the size', async () => {
  const formatter = createFormatter();
  const plain = request({ text: PLAIN.repeat(FIELD_LIMITS.text / PLAIN.length) });
  await formatter.format(plain);
  const base = await watchLoop(() => formatter.format(plain));
  expect(base.longestShare).toBeLessThan(MAX_HELD_SHARE);
  for (const [at, [first, second]] of PAIRS.entries()) {
    for (let turn = 0; turn < KINDS_AT_ONCE; turn += 1) {
      const kind = KINDS[(at + turn) % KINDS.length] ?? KINDS[0];
      const fields = { [first]: hostile(first, kind), [second]: hostile(second, kind) };
      const seen = await watchLoop(() => formatter.format(request(fields)));
      const held = seen.ms > base.ms && seen.longestShare > MAX_HELD_SHARE;
      expect({ kind, first, second, held, slow: seen.ms > base.ms * MAX_RATIO }).toEqual({
        kind,
        first,
        second,
        held: false,
        slow: false,
      });
    }
  }
}, 120_000);

test('format() of a rewrite with every field at its limit leaves the event loop free', async () => {
  const formatter = createFormatter({ llm: { url: llm.url, model: 'scripted', timeoutMs: 60_000 } });
  for (const kind of KINDS) {
    const text = fillField(kind, MAX_REWRITE_LENGTH - 500, 1);
    llm.answerText(fillField(kind, MAX_REWRITE_LENGTH, 2));
    const { dictionary, context, extraInstructions } = Object.fromEntries(
      FIELDS.map((field) => [field, hostile(field, kind)]),
    );
    const input = request({ text, dictionary, context, extraInstructions });
    const seen = await watchLoop(() => formatter.format(input));
    expect(seen.longestShare).toBeLessThan(MAX_HELD_SHARE);
  }
}, 60_000);

test('the search for names compares no more than its bound, whatever the names and the text', () => {
  for (const kind of HOSTILE_KINDS) {
    const index = soundIndexOf(parseDictionary(fillLines(kind, FIELD_LIMITS.dictionary, 1)));
    const words = fillField(kind, FIELD_LIMITS.text / 4, 2).split(' ');
    for (const word of words) index.visit(word, soundOf(word), () => undefined);
    expect(index.comparisons).toBeLessThanOrEqual(MAX_COMPARISONS);
  }
}, 30_000);

test('describe() of a transcript of four hours leaves the event loop free', async () => {
  const describer = createNoteDescriber();
  const { signal } = new AbortController();
  const transcript = PLAIN.repeat(2_400);
  const seen = await watchLoop(() => describer.describe({ transcript, language: 'en', userTags: [], signal }));
  expect(seen.longestShare).toBeLessThan(MAX_HELD_SHARE);
}, 30_000);

test('format() that is aborted rejects at once, and the next one is not lost', async () => {
  const formatter = createFormatter();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const text = fillField('random words', FIELD_LIMITS.text, 1);
  const dictionary = fillLines('random words', FIELD_LIMITS.dictionary, 2);
  const order: string[] = [];
  const first = formatter.format(request({ text, dictionary, signal: running.signal })).catch((reason) => {
    order.push(`first: ${reason}`);
  });
  const second = formatter.format(request({ text, signal: waiting.signal })).catch((reason) => {
    order.push(`second: ${reason}`);
  });
  const third = formatter.format(request({ text: PLAIN.repeat(200) })).then(() => order.push('third'));
  waiting.abort('too late');
  running.abort('timed_out');
  await Promise.all([first, second, third]);
  expect(order.toSorted()).toEqual(['first: timed_out', 'second: too late', 'third']);
  expect(order.at(-1)).toBe('third');
}, 30_000);
