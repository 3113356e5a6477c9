import { type Token, token } from '../token.ts';
import { phraseAt } from './pass.ts';

/** Words that are often spelled out. */
const SPELLED: readonly (readonly [letters: readonly string[], word: string])[] = [
  [['h', 't', 't', 'p', 's'], 'https'],
  [['h', 't', 't', 'p'], 'http'],
  [['w', 'w', 'w'], 'www'],
];

/** Joins spelled-out words: "w w w dot", "h t t p s colon". */
export function joinSpelledWords(tokens: readonly Token[]): readonly Token[] {
  if (
    !tokens.some(
      ({ key }, at) => (key === 'w' && tokens[at + 1]?.key === 'w') || (key === 't' && tokens[at + 1]?.key === 't'),
    )
  )
    return tokens;
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    const found = SPELLED.find(([letters]) => phraseAt(tokens, index, letters));
    if (current === undefined) continue;
    out.push(found === undefined ? current : token('word', found[1], current.spaced));
    index += (found?.[0].length ?? 1) - 1;
  }
  return out;
}
