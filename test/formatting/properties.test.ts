import { describe, expect, test } from 'bun:test';
import { depth } from '../support/depth.ts';
import { format } from './format.ts';
import { pick, random } from './support-random.ts';

/** The number of random texts for each property. */
const RUNS = depth(200, 1_500);
/** The factor by which hostile texts are shorter than 100,000 characters. */
const SHORTER = depth(5, 1);

/** Words and marks that the passes look for, in random order. */
const PIECES = (
  'i you we the a an this that no my it is are was do did can what where how who send call meet buy anna tom report ' +
  'comma period colon dash hyphen slash ellipsis semicolon apostrophe s ampersand|question mark|exclamation point|full stop|' +
  'open quote|close quote|open paren|close paren|percent sign|at sign|dot dot dot|new line|new paragraph|next line|newline|bullet point|' +
  'number one|number two|number three|scratch that|strike that|delete that|no wait|i mean|make that|sorry|actually|or rather|' +
  'um uh er hmm uhm mm|zero one two three five nine ten eleven twenty thirty fifty hundred thousand million oh double triple point half|' +
  'percent dollars euros cents pm am kilometers degrees|first second third tenth twentieth|monday friday january may march|' +
  'dot com at example www slash docs|twenty five percent|five thirty pm|january fifteenth|nineteen eighty four|twenty twenty six|' +
  'and of to for key mark trial long|very very had had|, . ; : ! ? ... … - – ( ) " \' ’|25 3:30 $5 10% 1,000|https://a.b/c x@y.com `a b` snake_case camelCase e.g. U.S. :)|ü é ß 你好 привет'
)
  .split('|')
  .flatMap((part) => (/^(?:[a-z]+ ){3,}/u.test(part) && part.split(' ').length > 3 ? part.split(' ') : [part]))
  .flatMap((part) => (part.includes(' ') && /[^a-z ]/u.test(part) ? part.split(' ') : [part]));

function compose(next: () => number): string {
  const length = 1 + Math.floor(next() * 14);
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const piece = pick(next, PIECES);
    const glued = /^[,.;:!?…)]/u.test(piece) && next() < 0.7;
    text += `${at === 0 || glued ? '' : ' '}${next() < 0.1 ? piece.charAt(0).toUpperCase() + piece.slice(1) : piece}`;
    if (next() < 0.03) text += next() < 0.5 ? '\n' : '\n\n';
  }
  return text;
}

const PLACES = [
  undefined,
  'App: Slack',
  'Gmail',
  '{"app":"Terminal"}',
  '{"before":"I said"}',
  '{"before":"Done.","after":"and"}',
];

describe('row 19: formatting what is formatted changes nothing', () => {
  for (const [at, context] of PLACES.entries()) {
    test(`random compositions, context ${context ?? 'none'}`, () => {
      const next = random(1_900 + at);
      for (let run = 0; run < RUNS; run += 1) {
        const text = compose(next);
        const options = { language: 'en', context, dictionary: 'ChargeBee, Ana, Kubernetes\nomw => on my way' };
        const once = format(text, options);
        expect({ text, result: format(once, options) }).toEqual({ text, result: once });
      }
    }, 20_000);
  }

  test('random compositions in other languages', () => {
    const next = random(77);
    for (let run = 0; run < RUNS; run += 1) {
      const text = compose(next);
      const language = next() < 0.5 ? 'de' : 'pt';
      const once = format(text, { language });
      expect({ text, result: format(once, { language }) }).toEqual({ text, result: once });
    }
  });
});

const NAMES = ['Maria', 'Tom', 'Contoso', 'Berlin', 'Ms Okafor', 'Jean-Luc', 'Priya', 'O’Brien'];
const PEOPLE = ['we', 'they', 'the team', 'my sister', 'the board', 'you', 'nobody', 'everyone at work'];
const VERBS = [
  'did not approve',
  'never saw',
  'might cancel',
  'already paid',
  "can't find",
  'probably sent',
  'will not change',
  "didn't forget",
  'I think finished',
  'has no time for',
];
const THINGS = [
  'the 37 invoices',
  'four boxes',
  'the budget of 1,250 francs',
  'page 12 of the contract',
  'the meeting on Thursday',
  'version 2.4.1',
  'the trial period',
  'a comma in line 8',
  'their 3 dogs',
  'the order AB-1234',
];
const TAILS = [
  'because of the weather',
  'without asking Maria',
  'before 9:30 AM',
  'in 2031',
  'for no reason',
  'with Tom and Priya',
  'actually',
  'as far as I know',
  'at example.com',
  'unless it rains',
];

describe('row 16: meaning survives', () => {
  test('numbers, names, negations and hedges of random texts are all there, and none is new', () => {
    const next = random(16);
    for (let run = 0; run < RUNS; run += 1) {
      const sentences = Array.from(
        { length: 1 + Math.floor(next() * 3) },
        () =>
          `${pick(next, NAMES)} said ${pick(next, PEOPLE)} ${pick(next, VERBS)} ${pick(next, THINGS)} ${pick(next, TAILS)}`,
      );
      const text = sentences.join(next() < 0.5 ? '. ' : ' and ');
      const written = format(text);
      // Formatting adds only marks and capitals to a sentence of ordinary words.
      const bare = (of: string) => of.toLowerCase().replace(/[.?](?=\s|$)/gu, '');
      expect(bare(written)).toBe(bare(text));
    }
  });

  test('spoken numbers keep their value', () => {
    const next = random(8);
    const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
    const ones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    for (let run = 0; run < RUNS; run += 1) {
      const [t, o, h] = [Math.floor(next() * 8), Math.floor(next() * 9), Math.floor(next() * 9)];
      const thousands = next() < 0.5;
      const value = (thousands ? (o + 1) * 1_000 : 0) + (h + 1) * 100 + (t + 2) * 10 + (o + 1);
      const words = `${thousands ? `${ones[o]} thousand ` : ''}${ones[h]} hundred ${next() < 0.5 ? 'and ' : ''}${tens[t]} ${ones[o]}`;
      const plain = format(`we sold ${words} tickets last night`).replaceAll(',', '');
      expect(plain).toBe(`We sold ${value} tickets last night.`);
    }
  });
});

describe('hostile input', () => {
  const HOSTILE: readonly (readonly [string, string])[] = [
    ['one long word', 'a'.repeat(100_000 / SHORTER)],
    ['dots', 'a.'.repeat(50_000 / SHORTER)],
    ['at signs', 'a@'.repeat(50_000 / SHORTER)],
    ['quotes', '"'.repeat(100_000 / SHORTER)],
    ['backticks', '`'.repeat(100_000 / SHORTER + 1)],
    ['digits', '1,'.repeat(50_000 / SHORTER)],
    ['underscores', '_'.repeat(100_000 / SHORTER)],
    ['brackets', '['.repeat(100_000 / SHORTER)],
    ['line breaks', 'a\n'.repeat(50_000 / SHORTER)],
    ['spoken dots', 'dot com '.repeat(20_000 / SHORTER)],
    ['spoken digits', 'one '.repeat(50_000 / SHORTER)],
    ['number chains', 'twenty hundred thousand and '.repeat(10_000 / SHORTER)],
    ['numbered lists', 'number one a number two b '.repeat(10_000 / SHORTER)],
    ['corrections', 'a scratch that '.repeat(20_000 / SHORTER)],
    ['fillers', 'um, '.repeat(50_000 / SHORTER)],
    ['bullets', 'bullet point '.repeat(20_000 / SHORTER)],
    ['salutations', 'dear comma new line '.repeat(10_000 / SHORTER)],
    ['question words', 'what is that and '.repeat(20_000 / SHORTER)],
    ['spaces', `a${' '.repeat(100_000 / SHORTER)}b`],
    ['combining marks', `a${'\u0301'.repeat(50_000 / SHORTER)}`],
    ['half a surrogate pair', '\uD800'.repeat(10_000 / SHORTER)],
  ];
  // A quadratic pass would exceed the test runner's time limit here.
  for (const [name, text] of HOSTILE) {
    test(`format() of ${name} ends`, () => {
      expect(format(text, { language: 'en', dictionary: 'dot com, Anna\num => x' }).length).toBeLessThan(
        text.length * 3 + 100,
      );
    });
  }
});
