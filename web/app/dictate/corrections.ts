const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.+#-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu;

/**
 * Words that a person put in place of what was heard, and that look like names or terms: they carry a capital, a digit
 * or a sign inside, which the dictionary can teach. In the order of the text, each once.
 */
export function correctedWords(heard: readonly string[], text: string): readonly string[] {
  const known = new Set(heard.flatMap((sentence) => sentence.match(WORD) ?? []));
  const lower = new Set([...known].map((word) => word.toLowerCase()));
  const candidates = text.match(WORD) ?? [];
  const starts = sentenceStarts(text);
  return [...new Set(candidates)].filter(
    (word) =>
      !known.has(word) && isTerm(word, starts.has(word)) && !(starts.has(word) && lower.has(word.toLowerCase())),
  );
}

function isTerm(word: string, atStart: boolean): boolean {
  const inside = /[\p{Lu}\p{N}+#]/u.test(word.slice(1));
  return word.length > 1 && (inside || (!atStart && /^\p{Lu}/u.test(word)));
}

/** Words that have their capital from beginning a sentence. */
function sentenceStarts(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/(?:^|[.!?:]\s+|\n\s*)([\p{L}\p{N}'’+#-]+)/gu)].map(([, word]) => word ?? ''));
}
