import { describe, expect, test } from 'bun:test';
import { readContext } from '../../formatting/context.ts';
import { format } from './format.ts';
import { group } from './support.ts';

const before = (text: string) => ({ context: JSON.stringify({ text_before_cursor: text }) });

group('row 14: within a sentence the text goes on in lower case, with a space', [
  ['And then we left.', ' and then we left.', before('I was tired')],
  ['because it was late already', ' because it was late already.', before('We went home,')],
  ['Paris is where we met', ' Paris is where we met.', before('I think')],
  ['I think so too', ' I think so too.', before('Well,')],
  ["I'll be there by noon", " I'll be there by noon.", before('and')],
  ['The end of it all', 'the end of it all.', before('This is ')],
  ['hello', 'hello', before('say "')],
  ['comma and then we left', ', and then we left.', before('It was late')],
]);

group('row 14: after a sentence, on a new line or in an empty field it begins one', [
  ['and then we left early', ' And then we left early.', before('I was tired.')],
  ['what now my friend', 'What now my friend.', before('It is late! ')],
  ['we left after that', 'We left after that.', before('Dear Anna,\n')],
  ['we left after that', 'We left after that.', before('')],
  ['buy milk', 'Buy milk', before('- ')],
  ['he said yes to it', ' He said yes to it.', before('"Come home."')],
]);

group('row 14: the text after the cursor', [
  ['very', 'very ', { context: JSON.stringify({ before: 'it was ', after: 'good' }) }],
  ['the big old house', 'the big old house', { context: JSON.stringify({ before: 'I saw ', after: ', again' }) }],
  [
    'We left after that.',
    'We left after that. ',
    { context: JSON.stringify({ before: '', after: 'Then it rained.' }) },
  ],
  ['maybe we could go', ' maybe we could go', { context: JSON.stringify({ before: 'I said', after: ' tomorrow.' }) }],
  ['not', ' not', { context: JSON.stringify({ before: 'it is', after: ' true' }) }],
]);

group(
  'row 14: one short sentence in a chat has no full stop',
  [
    ['see you at five tomorrow', 'See you at five tomorrow'],
    ['See you tomorrow.', 'See you tomorrow'],
    ['sounds good period', 'Sounds good'],
    ['are you coming with us', 'Are you coming with us?'],
    ['I am late. Start without me.', 'I am late. Start without me.'],
    ['wow that is great exclamation mark', 'Wow that is great!'],
  ],
  { context: 'App: Slack' },
);

group(
  'row 14: code and terminals get neither capitals nor full stops',
  [
    ['git commit dash m fix', 'git commit -m fix'],
    ['npm install dash dash save dev', 'npm install --save dev'],
    ['call getUserName on the client object', 'call getUserName on the client object'],
    ['set max_retries to three in config.yaml', 'set max_retries to three in config.yaml'],
    ['i equals i plus one here', 'i equals i plus one here'],
    ['ls docs slash api', 'ls docs/api'],
  ],
  { context: '{"app": "Terminal"}' },
);

group(
  'row 14: a search or address field has no full stop',
  [
    ['weather in berlin tomorrow morning', 'Weather in Berlin tomorrow morning'],
    ['best pizza near me open now.', 'Best pizza near me open now'],
    ['example dot com', 'example.com'],
    ['how old is the moon', 'How old is the moon'],
    ['cheap flights to rome in may', 'Cheap flights to Rome in May'],
  ],
  { context: 'field: search' },
);

group(
  'row 14: an e-mail has paragraphs',
  [
    [
      'Hi Anna, thanks for your mail. I will look into it tomorrow. Best regards, Tom.',
      'Hi Anna,\n\nThanks for your mail. I will look into it tomorrow.\n\nBest regards,\nTom',
    ],
    [
      'Dear Dr. Miller, we have your order. Kind regards, Eva Lang',
      'Dear Dr. Miller,\n\nWe have your order.\n\nKind regards,\nEva Lang',
    ],
    ['Hello Tom, new line, see you.', 'Hello Tom,\nsee you.'],
    ['I will be late today. Thanks for waiting.', 'I will be late today. Thanks for waiting.'],
    ['hey there how are you doing today', 'Hey there how are you doing today?'],
  ],
  { context: 'Writing a reply in Gmail' },
);

test('format() closes a paragraph of an e-mail after four sentences and fifty words', () => {
  const sentence = 'We looked at the numbers of the last quarter and found that they are good.';
  const text = Array.from({ length: 8 }, () => sentence).join(' ');
  const written = format(text, { context: 'Gmail' });
  expect(written.split('\n\n')).toEqual([Array(4).fill(sentence).join(' '), Array(4).fill(sentence).join(' ')]);
  expect(format(text)).toBe(text);
});

describe('readContext()', () => {
  test('reads JSON, also nested, and several names of the same field', () => {
    expect(readContext('{"app":{"name":"x"},"cursor":{"before":"a ","after":"b"}}')).toEqual({
      kind: 'other',
      before: 'a ',
      after: 'b',
    });
    expect(readContext('{"appName":"Slack","precedingText":"hi"}')).toEqual({
      kind: 'chat',
      before: 'hi',
      after: undefined,
    });
  });

  test('reads lines, quotes, and a text before the cursor that goes over lines', () => {
    expect(readContext('App: Mail\nText before cursor: "Dear Ana, "')).toEqual({
      kind: 'email',
      before: 'Dear Ana, ',
      after: undefined,
    });
    expect(readContext('Before: one\ntwo\nAfter: three').before).toBe('one\ntwo');
  });

  test('tells the kind of place from prose by brands and clear names alone', () => {
    expect(readContext('The user writes a direct message to a friend').kind).toBe('chat');
    expect(readContext('Reply in Outlook to the customer').kind).toBe('email');
    expect(readContext('We talked about the terminal building and a cursor').kind).toBe('other');
    expect(readContext('She will chat with the editor about the code of conduct').kind).toBe('other');
  });

  test('is not misled by an app that the text around the cursor speaks of', () => {
    expect(readContext('{"before":"I deleted Slack and Gmail "}').kind).toBe('other');
  });

  test('never throws, whatever it is given', () => {
    for (const context of [undefined, '', '{', '[]', '{"a":null}', '{"before":{"x":[1]}}', ':::', '\u0000', 'null']) {
      expect(() => readContext(context)).not.toThrow();
    }
  });
});
