import { expect, test } from 'bun:test';
import { removeSoundLabels } from '../../speech/sound-labels.ts';

test.each([
  ['[BLANK_AUDIO]', ''],
  [' [ Silence ] ', ''],
  ['(upbeat music)', ''],
  ['(speaking in foreign language)', ''],
  ['♪♪', ''],
  ['*laughs* That was fun.', 'That was fun.'],
  ['Hello [MUSIC] there.', 'Hello there.'],
  ['♪ la la ♪', 'la la'],
])('removeSoundLabels() drops the label of %p', (text, said) => {
  expect(removeSoundLabels(text)).toBe(said);
});

test.each([
  ['(Call me later)'],
  ['The class (music) starts at 9.'],
  ['See [TODO] in the list.'],
  ['We need more music.'],
  ['(see page 4)'],
])('removeSoundLabels() keeps what may have been said: %p', (text) => {
  expect(removeSoundLabels(text)).toBe(text);
});

test('removeSoundLabels() takes linear time', () => {
  for (const piece of ['[', '*', '(', '[music', '♪ ']) {
    expect(removeSoundLabels(piece.repeat(100_000)).length).toBeLessThan(700_001);
  }
});
