import { describe, expect, test } from 'bun:test';
import { parseDictionary } from '../../formatting/dictionary/parse.ts';
import { vocabularyOf } from '../../formatting/vocabulary.ts';
import { format } from './format.ts';
import { group } from './support.ts';

group('row 12: a name as it is spelled in the dictionary', [
  ['we moved to github last week', 'We moved to GitHub last week.', { dictionary: 'GitHub' }],
  ['i met anna maria schmidt today', 'I met Anna-Maria Schmidt today.', { dictionary: 'Anna-Maria Schmidt, Anna' }],
  ['npm is slow again today', 'npm is slow again today.', { dictionary: 'npm' }],
  ['use c++ and node.js for it', 'Use C++ and Node.js for it.', { dictionary: 'C++\nNode.js' }],
  ["that is github's problem not ours", "That is GitHub's problem not ours.", { dictionary: 'GitHub' }],
  ['iphone users love it so much', 'iPhone users love it so much.', { dictionary: 'iPhone' }],
  [
    'the new york times wrote about new york',
    'The New York Times wrote about New York.',
    { dictionary: 'New York, New York Times' },
  ],
  ['invoice three is late again', 'Invoice three is late again.', { dictionary: 'invoice' }],
  ['ask zoe about the data', 'Ask Zoë about the data.', { dictionary: 'Zoë' }],
  ['meet müller and strasse tomorrow', 'Meet Müller and Straße tomorrow.', { dictionary: 'Müller, strasse => Straße' }],
]);

group('row 12: a name that was misheard', [
  ['charge b is our billing tool', 'ChargeBee is our billing tool.', { dictionary: 'ChargeBee' }],
  ['we deploy it on cooper netties now', 'We deploy it on Kubernetes now.', { dictionary: 'Kubernetes' }],
  ['the data is in post gress now', 'The data is in Postgres now.', { dictionary: 'Postgres' }],
  ['ask Anna about the budget please', 'Ask Ana about the budget please.', { dictionary: 'Ana' }],
  ['we store the files in super base', 'We store the files in Supabase.', { dictionary: 'Supabase' }],
  ['Call Katherine about the contract today.', 'Call Catherine about the contract today.', { dictionary: 'Catherine' }],
  ['we track it with post hog now', 'We track it with PostHog now.', { dictionary: 'PostHog' }],
  ['open git hub and look there', 'Open GitHub and look there.', { dictionary: 'GitHub' }],
  ['write to mister nguen about it', 'Write to mister Nguyen about it.', { dictionary: 'Nguyen' }],
]);

group('row 12: ordinary words are never taken for a name', [
  ['i went to sea last year', 'I went to sea last year.', { dictionary: 'C' }],
  ['and her son came along too', 'And her son came along too.', { dictionary: 'Anderson' }],
  ['as an a student she was happy', 'As an a student she was happy.', { dictionary: 'Asana' }],
  ['they can not see it from there', 'They can not see it from there.', { dictionary: 'Canva, Kenya' }],
  ['we bought a pair of shoes', 'We bought a pair of shoes.', { dictionary: 'Per, Shews' }],
  ['the flower was on the table', 'The flower was on the table.', { dictionary: 'Flour, Tabel' }],
  ['I will mark it as read', 'I will mark it as read.', { dictionary: 'Marc, Reed, Wil' }],
  ['please write it down for me', 'Please write it down for me.', { dictionary: 'Wright, Doun' }],
]);

const ORDINARY_NAMES =
  'Bill, Will, Spring, Mark, Grace, Hope, Rose, Slack, Notion, Linear, Teams, Target, Gap, Sage, Basil, Summer, May, IT, US, WHO, Rust, Excel, Chase, Rich, Grant, Best Buy';

group(
  'a name that is a common word is written where the sentence reads it as a name',
  [
    ['ask bill about the budget', 'Ask Bill about the budget.'],
    ['hi bill, how are you', 'Hi Bill, how are you.'],
    ['thanks mark', 'Thanks Mark'],
    ['mark said he would come', 'Mark said he would come.'],
    ['i spoke with mark about it', 'I spoke with Mark about it.'],
    ['dr will is here', 'Dr Will is here.'],
    ["bill's car is broken", "Bill's car is broken."],
    ['and then grace said no', 'And then Grace said no.'],
    ['the us market is large', 'The US market is large.'],
    ['the it department called', 'The IT department called.'],
    ['our slack channel is quiet', 'Our Slack channel is quiet.'],
    ['bill and i went home', 'Bill and I went home.'],
    ['we met Bill at the store', 'We met Bill at the store.'],
    ['we shop at best buy', 'We shop at Best Buy.'],
  ],
  { dictionary: ORDINARY_NAMES },
);

describe('a name that is a common word changes no sentence of common words', () => {
  test.each([
    'the bill is due',
    'he will spring into action',
    'please mark it as done',
    'she danced with grace',
    'we hope it works',
    'prices rose by ten percent',
    'cut me some slack',
    'i have no notion of it',
    'the growth is linear',
    'it is late and it is cold',
    'tell us about it',
    'the man who called us',
    'we may go in may',
    'they chase the ball',
    'rich people pay more',
    'grant me a wish',
    'both teams won',
    'they excel at it',
    'rust on the car',
    'we are on target',
    'mind the gap',
    'last summer was hot',
    'sage and basil in the sauce',
    'it was the best buy of the year',
    'will you come to the bill signing',
    'pay the bill by friday',
    'from spring to summer',
    'thanks will do',
    'hi will you be there tomorrow',
    'bill the client for it',
    'may i ask you something',
    'where there is a will there is a way',
    'hope you are well',
    'the grant said nothing',
    "bill's due tomorrow",
    "spring's here",
    'use the slack in the schedule',
  ])('%s', (said) => {
    expect(format(said, { dictionary: ORDINARY_NAMES })).toBe(format(said));
  });
});

group('row 12: spoken => written', [
  ['omw to the office now', 'On my way to the office now.', { dictionary: 'omw => on my way' }],
  ['sign it with my sig please', 'Sign it with Best, Anna please.', { dictionary: 'my sig => "Best, Anna"' }],
  ['we owe four oh one k to them', 'We owe 401(k) to them.', { dictionary: 'four oh one k => 401(k)' }],
  ['the sea is not c today', 'The sea is not Vitamin C today.', { dictionary: 'c => Vitamin C' }],
  ['我们用克劳德写代码吧', '我们用Claude写代码吧。', { dictionary: '克劳德 => Claude' }],
  ['send it to a b c corp', 'Send it to ABC Corp.', { dictionary: 'a b c corp → ABC Corp' }],
]);

group('row 12: never inside an address or code', [
  ['mail anna@github.com about github', 'Mail anna@github.com about GitHub.', { dictionary: 'GitHub\nAnna' }],
  ['see https://github.com/anna for it', 'See https://github.com/anna for it.', { dictionary: 'GitHub, Anna' }],
  ['run `npm install github` before that', 'Run `npm install github` before that.', { dictionary: 'NPM, GitHub' }],
  ['the file is /home/anna/github now', 'The file is /home/anna/github now.', { dictionary: 'Anna, GitHub' }],
  ['write to anna dot smith at github dot com', 'Write to anna.smith@github.com', { dictionary: 'Anna, GitHub' }],
]);

describe('row 12: no cascade', () => {
  test('no entry matches the output of another entry', () => {
    expect(format('take a then b now', { dictionary: 'a => b\nb => c' })).toBe('Take b then c now.');
    expect(format('swap left and right please', { dictionary: 'left => right\nright => left' })).toBe(
      'Swap right and left please.',
    );
    expect(format('the foo is here now', { dictionary: 'foo => Kubernets\nKubernetes' })).toBe(
      'The Kubernets is here now.',
    );
  });
});

group('row 13: signs in a replacement mean themselves', [
  ['pay the fee to them today', 'Pay the $1 to them today.', { dictionary: 'fee => $1' }],
  ['the match is on tonight again', 'The $& is on tonight again.', { dictionary: 'match => $&' }],
  ['my path is right over there', 'My C:\\new\\1 is right over there.', { dictionary: 'path => C:\\new\\1' }],
  ['use the group name for this', 'Use the $<name> for this.', { dictionary: 'group name => $<name>' }],
  ['a quote mark costs nothing here', "A $' costs nothing here.", { dictionary: "quote mark => $'" }],
  ['dot star matches all of it', '.* matches all of it.', { dictionary: 'dot star => .*' }],
]);

describe('parseDictionary()', () => {
  const spoken = (field: string) => parseDictionary(field).entries.map((entry) => `${entry.spoken}|${entry.written}`);

  test('reads lines, commas, semicolons, list marks and quotes', () => {
    expect(spoken('Anna, Tom;Zoë\n- GitHub\n2. "npm"\n\n')).toEqual([
      'Anna|Anna',
      'Tom|Tom',
      'Zoë|Zoë',
      'GitHub|GitHub',
      'npm|npm',
    ]);
  });

  test('reads replacements with any arrow, several on a line, and quoted commas in what is written', () => {
    expect(spoken('a => b\nc -> d\ne → f')).toEqual(['a|b', 'c|d', 'e|f']);
    expect(spoken('a => b, c => d')).toEqual(['a|b', 'c|d']);
    expect(spoken('sig => "Best, Anna", Tom')).toEqual(['sig|Best, Anna', 'Tom|Tom']);
  });

  test('reads JSON words and replacements', () => {
    expect(spoken('["Anna", "a => b"]')).toEqual(['Anna|Anna', 'a|b']);
    expect(spoken('{"omw": "on my way"}')).toEqual(['omw|on my way']);
  });

  test('treats unknown syntax as words and never throws', () => {
    for (const field of [
      '{"a":',
      '=>',
      '=> b',
      'a =>',
      ',,,;;\n',
      '\u0000',
      '<xml/>',
      'a => b => c',
      '[1, null, {"x": 1}]',
    ]) {
      expect(() => parseDictionary(field)).not.toThrow();
    }
    expect(spoken('name: Anna')).toEqual(['name: Anna|name: Anna']);
    expect(spoken('=> b')).toEqual([]);
  });

  test('keeps the first of two entries for the same words and leaves prose out', () => {
    expect(spoken('anna => A\nAnna => B')).toEqual(['anna|A']);
    expect(spoken(`${'very '.repeat(9)}long entry`)).toEqual([]);
    expect(spoken('x'.repeat(200))).toEqual([]);
  });
});

test('vocabularyOf() gives what is written, each once, and nothing that a prompt could be closed with', () => {
  expect(vocabularyOf('Anna\nanna smith => Anna Smith, Anna\n</vocabulary>')).toEqual(['Anna', 'Anna Smith']);
  expect(vocabularyOf(undefined)).toEqual([]);
});
