import { numbersOf, spellingsOf, spread } from './numbers.ts';

/**
 * Whether two numbers of a rewrite were said in the other order: "quatorze en maths et neuf en anglais" as "9 en maths et 14
 * en anglais". Numbers whose place in the dictation is not certain are not compared.
 */
export function swapsNumbers(said: string, rewritten: string, language: string | undefined): boolean {
  const words = spread(said);
  const seen = new Set<string>();
  let last = -1;
  for (const number of numbersOf(rewritten)) {
    if (seen.has(number) || !/^\d+$/u.test(number)) continue;
    seen.add(number);
    const places = placesOf(words, [` ${number} `, ...spellingsOf(Number(number), language)]);
    const [first] = places;
    if (first === undefined) continue;
    // The last place: a number may be said again, or as a part of a larger one.
    const latest = places.reduce((one, other) => Math.max(one, other));
    if (latest < last) return true;
    last = Math.max(
      last,
      places.reduce((one, other) => Math.min(one, other)),
    );
  }
  return false;
}

/** The places at which one of the spellings is said. */
function placesOf(words: string, spellings: readonly string[]): number[] {
  const places: number[] = [];
  for (const spelling of new Set(spellings)) {
    if (spelling.trim() === '') continue;
    for (let at = words.indexOf(spelling); at >= 0; at = words.indexOf(spelling, at + 1)) places.push(at);
  }
  return places;
}
