import { parseDictionary } from './dictionary/parse.ts';

/** The written forms of a `dictionary` field, each once: what a speech engine should expect to hear. */
export function vocabularyOf(dictionary: string | undefined): string[] {
  const written = parseDictionary(dictionary).entries.map((entry) => entry.written);
  return [...new Set(written)].filter((name) => !/[<>{}]/u.test(name));
}
