import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { extractDescription } from '../formatting/describe/extract.ts';
import { stopwordsOf } from '../formatting/describe/stopwords.ts';
import { FRESH_NOTES } from '../test/formatting/sets/fresh-notes.ts';
import { HELD_OUT_NOTES } from '../test/formatting/sets/held-out-notes.ts';
import { type Figure, print } from './support/report.ts';

/** A note with what a reader expects of its description. */
const Expected = Type.Object({
  id: Type.String(),
  language: Type.String(),
  transcript: Type.String(),
  subject: Type.String(),
  good_titles: Type.Array(Type.String()),
  action: Type.Union([Type.String(), Type.Null()]),
  good_tags: Type.Array(Type.String()),
  bad_tags: Type.Array(Type.String()),
});
type Expected = Static<typeof Expected>;

/** The share of the words of an action, or of a good title, that counts as naming it. */
const MIN_SHARE = 0.5;
/** Two words with the same first letters count as one, as in "rent" and "renting". */
const STEM_LETTERS = 5;
const MIN_WORD_LETTERS = 4;

/**
 * `bun run bench describe`: titles, summaries and tags by extraction, of the notes in a JSON file (`--notes`) or of the
 * bundled ones. Prints each beside what a reader expects. The figures compare words, so a reader has to judge the titles.
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({ args: [...args], options: { notes: { type: 'string' } } });
  const notes = values.notes === undefined ? BUNDLED : Value.Parse(Type.Array(Expected), await readJson(values.notes));
  const counts = { notes: 0, titles: 0, actions: 0, summaries: 0, badTags: 0, stopTags: 0, tagged: 0, goodTags: 0 };
  for (const note of notes) {
    const { title, summary, tags } = extractDescription({
      transcript: note.transcript,
      hint: undefined,
      userTags: [],
    }).description;
    const names = tags.map(({ name }) => name);
    const titleShare = Math.max(0, ...note.good_titles.map((good) => sharedWith(title, good, note.language)));
    const actionShare = note.action === null ? undefined : sharedWith(summary, note.action, note.language);
    const bad = names.filter((name) => note.bad_tags.some((tag) => lower(tag) === lower(name)));
    const stop = names.filter((name) =>
      lower(name)
        .split(' ')
        .some((word) => stopwordsOf(note.language).has(word)),
    );
    const good = names.filter((name) => note.good_tags.some((tag) => sharedWith(name, tag, note.language) > 0));
    counts.notes += 1;
    counts.titles += titleShare >= MIN_SHARE ? 1 : 0;
    counts.actions += actionShare === undefined ? 0 : 1;
    counts.summaries += actionShare !== undefined && actionShare >= MIN_SHARE ? 1 : 0;
    counts.badTags += bad.length > 0 ? 1 : 0;
    counts.stopTags += stop.length > 0 ? 1 : 0;
    counts.tagged += names.length;
    counts.goodTags += good.length;
    print(`\n${note.id}: ${note.subject}`);
    print(`  title    ${title}   (${percent(titleShare)} of the words of a good title)`);
    print(`  summary  ${summary}`);
    if (note.action !== null) print(`  action   ${note.action}   (${percent(actionShare ?? 0)} of its words)`);
    print(
      `  tags     ${names.join(', ')}   (unwanted: ${bad.join(', ') || 'none'}; stop words: ${stop.join(', ') || 'none'})`,
    );
  }
  const of = (value: number, all: number) => (100 * value) / Math.max(1, all);
  return [
    { name: 'titles with half of the words of a good title', value: of(counts.titles, counts.notes), unit: '%' },
    { name: 'summaries with half of the words of the action', value: of(counts.summaries, counts.actions), unit: '%' },
    { name: 'notes with an unwanted tag', value: of(counts.badTags, counts.notes), unit: '%' },
    { name: 'notes with a stop word as a tag', value: of(counts.stopTags, counts.notes), unit: '%' },
    { name: 'tags that share a word with a good tag', value: of(counts.goodTags, counts.tagged), unit: '%' },
    { name: 'tags per note', value: counts.tagged / Math.max(1, counts.notes), unit: '' },
  ];
}

const BUNDLED: readonly Expected[] = [...FRESH_NOTES, ...HELD_OUT_NOTES].map((note) => ({
  id: note.kind,
  language: note.language,
  transcript: note.transcript,
  subject: note.subjects.map((names) => names.join(' or ')).join(', '),
  good_titles: note.subjects[0]?.map((name) => name) ?? [],
  action: note.action ?? null,
  good_tags: note.subjects.flat(),
  bad_tags: note.notTags.split(' '),
}));

/** The share of the expected content words that a text has. */
function sharedWith(text: string | null, expected: string, language: string): number {
  const stopwords = stopwordsOf(language);
  const wanted = wordsOf(expected).filter((word) => word.length >= MIN_WORD_LETTERS && !stopwords.has(word));
  const had = new Set(wordsOf(text ?? '').map(stemOf));
  return wanted.filter((word) => had.has(stemOf(word))).length / Math.max(1, wanted.length);
}

const lower = (text: string) => text.toLowerCase();
const wordsOf = (text: string): readonly string[] => lower(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const stemOf = (word: string) => word.slice(0, STEM_LETTERS);
const percent = (share: number) => `${Math.round(100 * share)} %`;

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8')) as unknown;
}
