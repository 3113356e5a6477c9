import { wordSet } from './word-set.ts';

/** Programs whose names are rarely anything else at the start of a text. */
const PROGRAMS =
  /^(?:git|npm|npx|yarn|pnpm|cd|ls|mkdir|rmdir|sudo|docker|kubectl|ssh|scp|curl|wget|chmod|chown|pip|cargo|brew|apt|grep|rsync|systemctl|terraform|ffmpeg|psql)\b/iu;
/** Signs that only a command line has after the program. */
const SIGN = /\s(?:dash|tilde|slash|dot|underscore)\s|\s--?\p{L}|[~_]|\p{L}\/\p{L}|\s[./]\S/iu;
/** Punctuation of prose: "git is great, but slash …". */
const PROSE_MARK = /[,;?!]|[:\p{L}]\.\s|:\s/u;
const PROSE_VERBS = wordSet('is was are has had can will would should does did and or');
const MAX_LENGTH = 300;
const MAX_WORDS = 24;

/** Whether a text is a shell command: "git checkout dash b feature". */
export function isCommandLine(text: string): boolean {
  if (text.length > MAX_LENGTH || !PROGRAMS.test(text) || !SIGN.test(text) || PROSE_MARK.test(text)) return false;
  const words = text.split(/\s+/u);
  return words.length <= MAX_WORDS && !PROSE_VERBS.has(words[1]?.toLowerCase() ?? '');
}
