import { expect, test } from 'bun:test';
import { canonicalEmail } from '../../accounts/email-address.ts';

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada.Lovelace+notes@Example.ORG ', 'ada.lovelace+notes@example.org'],
  ['ａｄａ@ｅｘａｍｐｌｅ．ｏｒｇ', 'ada@example.org'],
  ['ada@example。org', 'ada@example.org'],
  ['ada＠example.org', 'ada@example.org'],
  ['mi\u212Ae@example.org', 'mike@example.org'],
  ['ada@\u212Aiosk.example', 'ada@kiosk.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['sørén@example.org', 'sørén@example.org'],
  ['søre\u0301n@example.org', 'sørén@example.org'],
  ['you@localhost', 'you@localhost'],
])('canonicalEmail(%j) is %s', (text, canonical) => {
  expect(canonicalEmail(text)).toBe(canonical);
  expect(canonicalEmail(canonical)).toBe(canonical);
});

/** Invisible characters at every position. */
const UNSEEN = ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\u0000', '\u0007', '\n', '\t', '\u202e', '\ufe0f'];
const HIDDEN = [...UNSEEN, '\u{e0041}', '\u034f', '\u3164', '\u115f', ' ', '\u00a0', '\u3000'];
test.each(HIDDEN)('canonicalEmail() refuses an address that hides %j', (character) => {
  for (const text of [`a${character}da@example.org`, `ada@ex${character}ample.org`, `ada${character}@example.org`])
    expect(canonicalEmail(text)).toBeNull();
});

test.each([
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@@example.org',
  'ada@eve@example.org',
  'ada@example.org, eve@example.org',
  'ada@example.org;eve@example.org',
  '"ada"@example.org',
  'Ada <ada@example.org>',
  'ada(comment)@example.org',
  'ada＜@example.org',
  'ada@example..org',
  'ada@.example.org',
  'ada@example.org.',
  'ada@-example.org',
  'ada@exam_ple.org',
  'ada@%65xample.org',
  'ada@example.org/path',
  'ada@example.org:25',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  'ada@0x7f.1',
  'ada@2130706433',
  'ada@xn--a.org',
  `${'a'.repeat(65)}@example.org`,
  `${'ü'.repeat(33)}@example.org`,
  `ada@${'a'.repeat(64)}.org`,
  `ada@${'a.'.repeat(126)}org`,
])('canonicalEmail() refuses %j', (text) => {
  expect(canonicalEmail(text)).toBeNull();
});

test('canonicalEmail() is idempotent for every letter in the address', () => {
  for (let point = 0; point < 0x30000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const canonical = canonicalEmail(`a${String.fromCodePoint(point)}b@example.org`);
    if (canonical !== null && canonicalEmail(canonical) !== canonical)
      expect(canonicalEmail(canonical)).toBe(canonical);
  }
});
