import { parseDictionary } from './dictionary/parse.ts';

/** The written forms of a `dictionary` field without duplicates, as hints for a speech engine. */
export function vocabularyOf(dictionary: string | undefined): string[] {
  const written = parseDictionary(dictionary).entries.map((entry) => entry.written);
  return [...new Set(written)].filter((name) => !/[<>{}]/u.test(name));
}
