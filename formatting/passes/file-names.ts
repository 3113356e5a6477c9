import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Extensions that are no English words. */
const EXTENSIONS = wordSet(
  'html css js ts tsx jsx json py md txt pdf csv doc docx xls xlsx ppt pptx png jpg jpeg gif svg mp3 mp4 wav zip sh sql xml yaml yml toml ini exe dmg',
);
/** Words that cannot be a file's name. */
const NOT_A_NAME = wordSet(
  'the a an this that these those of in on at to from is are was were and or my your our their with as dot',
);
const NAME = /^[a-z0-9]+$/u;

/** A file's name, and how many tokens before its "dot" belong to it. */
interface FileName {
  readonly text: string;
  readonly taken: number;
  readonly end: number;
}

/** Reads "index dot html" and "package dash lock dot json". @param dot the index of "dot" */
export function findFileName(tokens: readonly Token[], dot: number, before: readonly Token[]): FileName | undefined {
  const extension = tokens[dot + 1];
  if (extension?.kind !== 'word' || !extension.spaced || !EXTENSIONS.has(extension.key)) return undefined;
  const name = nameOf(before.at(-1));
  if (name === undefined) return undefined;
  const first = before.at(-2)?.key === 'dash' ? nameOf(before.at(-3)) : undefined;
  const text = first === undefined ? name : `${first}-${name}`;
  return { text: `${text}.${extension.key}`, taken: first === undefined ? 1 : 3, end: dot + 2 };
}

function nameOf(of: Token | undefined): string | undefined {
  return of?.kind === 'word' && NAME.test(of.key) && !NOT_A_NAME.has(of.key) ? of.key : undefined;
}
