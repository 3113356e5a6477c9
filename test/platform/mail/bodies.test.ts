import { expect, test } from 'bun:test';
import { mailBodies } from '../../../platform/mail/bodies.ts';

test('mailBodies() writes the same content as text and as HTML, including the link', () => {
  const link = 'https://sotto.example/in?a=1&b="2"';
  const { text, html } = mailBodies({
    before: ['Hello <Ada>,', 'come in:'],
    action: { link, label: 'In' },
    after: ['Or not.'],
  });
  expect(text).toBe(`Hello <Ada>,\n\ncome in:\n\n${link}\n\nOr not.\n\nSotto\n`);
  expect(html.split('\n')).toEqual([
    '<p>Hello &#60;Ada&#62;,</p>',
    '<p>come in:</p>',
    '<p><a href="https://sotto.example/in?a=1&#38;b=&#34;2&#34;">In</a></p>',
    '<p>Or not.</p>',
    '<p>Sotto</p>',
  ]);
});

test('mailBodies() works without a link', () => {
  expect(mailBodies({ before: ['Hello,'] })).toEqual({
    text: 'Hello,\n\nSotto\n',
    html: '<p>Hello,</p>\n<p>Sotto</p>',
  });
});
