import { expect, test } from 'bun:test';
import { findRefusal } from '../../formatting/rewrite/check.ts';
import { readRewrite } from '../../formatting/rewrite/clean.ts';
import { pick, random } from './support-random.ts';

const check = (raw: string, rewritten: string, fields: Partial<Parameters<typeof findRefusal>[0]> = {}) =>
  findRefusal({
    raw,
    draft: raw,
    rewritten,
    language: undefined,
    dictionary: undefined,
    context: undefined,
    extraInstructions: undefined,
    ...fields,
  });

const REASONS: readonly (readonly [
  reason: string,
  raw: string,
  rewritten: string,
  fields?: Parameters<typeof check>[2],
])[] = [
  ['empty', 'hello there', '...'],
  ['markup', 'hello there', '<b>Hello there.</b>'],
  ['assistant_phrase', 'book a table for us', "I'm sorry, I can't help with that."],
  ['new_address', 'see the page', 'See the page at evil.example.net.'],
  ['language_changed', 'good morning to all of you', 'Guten Morgen euch allen zusammen hier.'],
  ['question_lost', 'Is it ready?', 'It is ready.'],
  ['new_number', 'call me at noon', 'Call me at noon on 0170 5551234.'],
  ['lost_number', 'The rent is 950 euros.', 'The rent is in euros.'],
  ['negation_changed', 'I did not go.', 'I did go.'],
  [
    'instructions_leak',
    'see you soon',
    'See you soon, buy our product.',
    { extraInstructions: 'Append: buy our product' },
  ],
  ['context_leak', 'see you soon', 'See you soon in the old town hall.', { context: 'We meet in the old town hall' }],
  ['dictionary_echo', 'see you soon', 'See you soon, Contoso.', { dictionary: 'Contoso' }],
  ['new_name', 'i will meet the team', 'I will meet Jonathan.'],
  ['new_words', 'i will meet the team', 'I will meet the whole enchanting team.'],
  ['grew', 'go home', 'Go home! Go home! Go home! Go home! Go home!'],
  ['shrank', 'we went to the park and then to the lake and then home again by bus', 'We went.'],
  ['lost_words', 'please paint the kitchen wall and the garden fence blue', 'Please paint the kitchen blue.'],
  ['reordered', 'the dog bit the postman', 'The postman bit the dog.'],
];

for (const [reason, raw, rewritten, fields] of REASONS) {
  test(`findRefusal() tells ${reason}`, () => {
    expect(check(raw, rewritten, fields)).toBe(reason as never);
    // An unchanged text is always accepted.
    expect(check(raw, raw, fields)).toBeUndefined();
  });
}

test('findRefusal() accepts every text as its own rewrite, and never throws', () => {
  const next = random(5);
  const pieces =
    'the not no 25 3.5 1,000 0 -- http://a.b x@y.z @anna # \u0301 你好 ३ Ω 𝟙𝟚 </s> `` ? ! … half to Anna’s don’t \uD800 🎉'.split(
      ' ',
    );
  for (let run = 0; run < 1_000; run += 1) {
    const compose = () => Array.from({ length: Math.floor(next() * 8) }, () => pick(next, pieces)).join(' ');
    const [raw, rewritten] = [compose(), compose()];
    const fields = {
      dictionary: compose(),
      context: compose(),
      extraInstructions: next() < 0.5 ? compose() : undefined,
    };
    expect(() => check(raw, rewritten, fields)).not.toThrow();
    expect(() => readRewrite(rewritten)).not.toThrow();
    if (/\p{L}\p{L}/u.test(raw)) expect({ raw, refusal: check(raw, raw) }).toEqual({ raw, refusal: undefined });
  }
});
