import { startsSentence } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';

/** Fixed phrases with numbers that stay in words. "*" is a possessive: my, your, the, Anna's. */
const IDIOMS =
  `* two cents|two cents' worth|two cents worth|at sixes and sevens|nine lives|catch twenty two|cloud nine|cloud seven
|seventh heaven|a million thanks|a thousand thanks|thanks a million|a thousand times|a million times|a hundred times|one in a million
|one in a thousand|not in a million years|never in a million years|in a million years|a million miles away|a thousand apologies|a thousand words
|a million dollar question|the million dollar question|sixty four thousand dollar question|million dollar smile|million dollar idea|million dollar baby
|feel like a million dollars|feels like a million dollars|felt like a million dollars|feel like a million bucks|feels like a million bucks|felt like a million bucks
|look like a million dollars|looks like a million dollars|looked like a million dollars|look like a million bucks|looks like a million bucks|looked like a million bucks

|forty winks|nine yards|ten commandments|eleventh hour|third degree|second nature|second wind
|fifty fifty|sixty forty|seventy thirty|a hundred to one|a thousand to one|a million to one|dressed to the nines|to the nines
|twelve steps|twelve days of christmas|twelve tribes|ten plagues|thirty pieces of silver
|five o'clock shadow|sixteen candles|twenty one gun salute|seven seas|seven sins|seven wonders|four corners|three musketeers|three wise men
|knock for six|knocked for six|knocked me for six|hit for six|six of one|half a dozen of the other|two peas|two birds|a bird in the hand|two left feet|two faced
|ninety nine times out of a hundred|nine times out of ten|ten times out of ten|a nine days' wonder|ten a penny|two a penny|a dime a dozen|ten foot pole|forty foot pole
|ten gallon hat|a hundred and eighty degrees|did a one eighty|do a one eighty|does a one eighty|pulled a one eighty|a full three sixty|square one
|twenty questions|eleven herbs and spices|second to none|eighty sixed|eighty six it|eight ball|behind the eight ball|forty niner|forty niners|seven year itch
|page three girl|fourth estate|fifth wheel|fifth column|fifth amendment|plead the fifth|pleaded the fifth|pleading the fifth|sixth sense|thirteenth floor
|first hundred days|hundred years' war|thirty years' war|twenty something|thirty something|forty something|fifty something|a baker's dozen|zero to hero
|zero to a hundred|from zero to sixty|zero to sixty|twenty twenty vision|twenty twenty hindsight|hindsight is twenty twenty|ten four|a few hundred|penny for your thoughts
|hundred and one uses|a thousand cuts|a thousand yard stare|thousand island dressing|thousand island|hundred acre wood|ten percenter|one percenter|one percent inspiration|ninety nine percent perspiration
|the one percent|the ninety nine percent|half of one percent|the top one percent|one thousand and one nights|arabian nights|the big five oh|the big four oh|the big three oh|the big six oh`
    .split('|')
    .map((idiom) => idiom.trim().split(/\s+/u));
const BY_WORD = new Map<string, (readonly [idiom: readonly string[], at: number])[]>();
for (const idiom of IDIOMS)
  for (const [at, word] of idiom.entries()) {
    const uses = BY_WORD.get(word) ?? [];
    uses.push([idiom, at]);
    BY_WORD.set(word, uses);
  }
const POSSESSIVES = wordSet('my your his her our their its the');

/** Whether a number phrase is inside a fixed phrase: "my two cents", "at sixes and sevens", "fifty-fifty". */
export function isNumberIdiom(tokens: readonly Token[], start: number, end: number): boolean {
  const word = tokens[start]?.key ?? '';
  return (BY_WORD.get(word) ?? []).some(([idiom, at]) => {
    const after = matchForward(tokens, start, idiom, at);
    return after !== undefined && after >= end && matchesBackward(tokens, start, idiom, at);
  });
}

/** The token after the idiom, if its words from `at` on are at `start`. Hyphens are not compared. */
function matchForward(tokens: readonly Token[], start: number, idiom: readonly string[], at: number) {
  let index = start;
  for (const word of idiom.slice(at)) {
    if (isHyphen(tokens[index])) index += 1;
    if (tokens[index]?.key !== word) return undefined;
    index += 1;
  }
  return index;
}

function matchesBackward(tokens: readonly Token[], start: number, idiom: readonly string[], at: number): boolean {
  let index = start - 1;
  for (const word of idiom.slice(0, at).toReversed()) {
    if (isHyphen(tokens[index])) index -= 1;
    const key = tokens[index]?.key ?? '';
    if (word === '*' ? !(POSSESSIVES.has(key) || key.endsWith("'s")) : key !== word) return false;
    index -= 1;
  }
  return true;
}

function isHyphen(of: Token | undefined): boolean {
  return of?.kind === 'mark' && of.text === '-' && !of.spaced;
}

const WORKS = wordSet(
  'song songs film films movie movies book books album albums novel novels play poem show series musical band single track hit ballad tune opera podcast story hymn carol sequel remake memoir painting sitcom comic anthem cover',
);
/** The maximum number of words of a title after its number, and between the verb and the noun. */
const TITLE_WORDS = 4;
const NOUN_WORDS = 4;

/**
 * Whether a number at the start of a sentence begins the title of a work: "sixteen tons is a song", "twelve angry men was
 * his favorite film".
 */
export function isTitleOfWork(tokens: readonly Token[], start: number, end: number): boolean {
  if (!startsSentence(tokens, start)) return false;
  for (let at = end; at <= end + TITLE_WORDS; at += 1) {
    const of = tokens[at];
    if (of?.kind !== 'word') return false;
    if (!/^(?:is|was|remains|became)$/u.test(of.key)) continue;
    return tokens
      .slice(at + 1, at + 2 + NOUN_WORDS)
      .some(({ key }, offset, rest) => WORKS.has(key) && rest.slice(0, offset).every(({ kind }) => kind === 'word'));
  }
  return false;
}
