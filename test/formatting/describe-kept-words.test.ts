import { expect, test } from 'bun:test';
import { extractDescription } from '../../formatting/describe/extract.ts';
import { LABELLED_NOTES } from './labelled-notes.ts';
import { FRESH_NOTES } from './sets/fresh-notes.ts';
import { HELD_OUT_NOTES } from './sets/held-out-notes.ts';
import { VARIED_NOTES } from './sets/varied-notes.ts';

/** Words that change the meaning of the noun after them: negations, sides and numbers. */
const BOUND =
  /(?<![\p{L}\p{N}])(?:no|not|never|without|left|right|\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|kein|keine|keinen|nicht|ohne|linke|linken|rechte|rechten|zwei|drei|vier|fünf|pas|sans|deux|trois|quatre|sin|ningún|ninguna|dos|tres|cuatro) $/iu;
const NOTES = [...LABELLED_NOTES, ...FRESH_NOTES, ...HELD_OUT_NOTES, ...VARIED_NOTES];
/** Notes whose subjects have such a word before them. */
const SAID = [
  'Physio visit. The left knee is fine. The left knee was bad. No running for six weeks.',
  'Visit at the eye clinic. Left eye drops twice a day. The left eye is red. Come back in two weeks.',
  'Right shoulder again. It hurts at night. No heavy bags for a week.',
  'No meeting on Friday. Everybody is away. Tell the new people by Thursday.',
  'Two windows in the hall are broken. Two windows must be ordered by Monday. The glazier knows.',
  'Keine Milch für Jonas. Er verträgt keine Milch. Der Arzt ruft am Montag an.',
];

/** The word before each place where a text was said. Empty if the text starts the note. */
function wordsBefore(transcript: string, text: string): readonly string[] {
  const [said, part] = [transcript.toLowerCase(), text.toLowerCase()];
  const found: string[] = [];
  for (let at = said.indexOf(part); at >= 0; at = said.indexOf(part, at + 1)) found.push(said.slice(0, at));
  return found;
}

const isCut = (transcript: string, text: string) => {
  const before = wordsBefore(transcript, text);
  return before.length > 0 && before.every((said) => BOUND.test(said));
};

test('isCut() knows a phrase whose side, number or negation is missing', () => {
  expect(isCut('The left knee hurts.', 'Knee hurts')).toBe(true);
  expect(isCut('No stairs, please.', 'stairs')).toBe(true);
  expect(isCut('The left knee hurts. A knee hurts.', 'Knee hurts')).toBe(false);
  expect(isCut('The left knee hurts.', 'Left knee hurts')).toBe(false);
});

test.each([...NOTES.map(({ transcript }) => transcript), ...SAID])(
  'a title and a summary keep every negation, side and number before their words: %s',
  (transcript) => {
    const { title, summary } = extractDescription({ transcript, hint: undefined, userTags: [] }).description;
    const parts = [...(title?.split(/, | ?: /u) ?? []), ...(summary?.split(/(?<=[.!?]) /u) ?? [])];
    expect(parts.filter((part) => isCut(transcript, part))).toEqual([]);
  },
);
