/** Programs that hardly mean anything else where a text begins with them. */
const PROGRAMS =
  /^(?:git|npm|npx|yarn|pnpm|cd|ls|mkdir|rmdir|sudo|docker|kubectl|ssh|scp|curl|wget|chmod|chown|pip|cargo|brew|apt|grep|rsync|systemctl|terraform|ffmpeg|psql)\b/iu;
/** A sign that nobody says or writes outside a command line, after the program. */
const SIGN = /\s(?:dash|tilde|slash|dot|underscore)\s|\s--?\p{L}|[~_]|\p{L}\/\p{L}|\s[./]\S/iu;
/** Prose: "git is great, but slash …". */
const PROSE_MARK = /[,;?!]|[:\p{L}]\.\s|:\s/u;
const PROSE_START = /^\w+\s(?:is|was|are|has|had|can|will|would|should|does|did|and|or)\b/i;
const WORDS_MAX = 24;

/** Whether a text is a line for a terminal, wherever it goes: "git checkout dash b feature". */
export function isCommandLine(text: string): boolean {
  if (text.length > 300 || !PROGRAMS.test(text) || !SIGN.test(text) || PROSE_MARK.test(text) || PROSE_START.test(text))
    return false;
  return text.split(/\s+/u).length <= WORDS_MAX;
}
