import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A bounded part with more possible matches is checked with the automaton. */
const MAX_WAYS = 20_000;

/**
 * Whether the structure of a pattern proves that it takes linear time. The proof:
 * - a part without an unbounded loop matches in a bounded number of ways, so it costs a constant at each place;
 * - a loop at the end cannot fail, and ends the search;
 * - a loop ends at one place only if what must follow it matches none of its characters; one more loop may follow those;
 * - the loops of two attempts do not overlap if only one attempt can start (`^`), or if every attempt begins with a
 *   character that no loop matches.
 * @returns false where the structure alone shows nothing
 */
export function isLinearByStructure(source: string, flags: string): boolean {
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, modes);
  return alternatives.every(({ elements }) => isLinearSequence(elements.flatMap(flatten), flags));
}

function isLinearSequence(elements: readonly AST.Element[], flags: string): boolean {
  const body = withoutLoopAtEnd(elements);
  if (waysThroughAll(body.filter((element) => !isLoop(element))) > MAX_WAYS) return false;
  const loops = [...body.keys()].filter((at) => isLoop(body[at]));
  if (loops.length === 0) return true;
  const oneAttempt = isAssertion(body[0], 'start') && !flags.includes('m');
  return (
    (oneAttempt || startsOutsideLoops(body, loops, flags)) &&
    loops.slice(0, -1).every((at) => endsOnce(body, at, flags))
  );
}

/** Whether a character that no loop matches must precede the first loop. */
function startsOutsideLoops(body: readonly AST.Element[], loops: readonly number[], flags: string): boolean {
  const before = body.slice(0, loops[0]).filter(({ type }) => type === 'Character');
  return before.some((character) => loops.every((at) => isDisjoint(loopedBy(body[at]), character, flags)));
}

/** Whether what must follow a loop matches none of its characters. */
function endsOnce(body: readonly AST.Element[], at: number, flags: string): boolean {
  const next = body[at + 1];
  if (isAssertion(next, 'end') && !flags.includes('m')) return true;
  const required = next?.type === 'Quantifier' && next.min > 0 ? next.element : next;
  return required !== undefined && isCharacter(required) && isDisjoint(loopedBy(body[at]), required, flags);
}

function loopedBy(loop: AST.Element | undefined): AST.Element | undefined {
  return loop?.type === 'Quantifier' ? loop.element : undefined;
}

const CHARACTERS = 0x11_00_00;
const matched = new Map<string, Uint8Array>();

/** For each character, 1 if a class matches it. Computed once for each class. */
function charactersOf(raw: string, modes: string): Uint8Array {
  const key = `${raw}/${modes}`;
  const known = matched.get(key);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^(?:${raw})$`, modes);
  const found = Uint8Array.from({ length: CHARACTERS }, (_, code) => Number(pattern.test(String.fromCodePoint(code))));
  matched.set(key, found);
  return found;
}

/** Whether no character matches both. */
function isDisjoint(first: AST.Element | undefined, second: AST.Element, flags: string): boolean {
  const modes = flags.replaceAll(/[gy]/g, '');
  if (second.type === 'Character' && !modes.includes('i'))
    return !new RegExp(`^(?:${first?.raw ?? ''})$`, modes).test(String.fromCodePoint(second.value));
  const [firsts, seconds] = [charactersOf(first?.raw ?? '', modes), charactersOf(second.raw, modes)];
  return !seconds.some((matches, code) => matches === 1 && firsts[code] === 1);
}

function isAssertion(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind;
}

/** A group of one alternative matches what its elements match. */
function flatten(element: AST.Element): readonly AST.Element[] {
  const [only, ...others] = element.type === 'CapturingGroup' || element.type === 'Group' ? element.alternatives : [];
  return only === undefined || others.length > 0 ? [element] : only.elements.flatMap(flatten);
}

/** The sequence without a final loop, which matches the rest and cannot fail. */
function withoutLoopAtEnd(elements: readonly AST.Element[]): readonly AST.Element[] {
  const last = elements.at(-1);
  return last !== undefined && isLoop(last) ? elements.slice(0, -1) : elements;
}

/** An unbounded loop over single characters. */
function isLoop(element: AST.Element | undefined): boolean {
  return element?.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY && isCharacter(element.element);
}

function isCharacter({ type }: AST.Element): boolean {
  return (
    type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass' || type === 'ExpressionCharacterClass'
  );
}

const waysThroughAll = (elements: readonly AST.Element[]): number =>
  elements.reduce((ways, element) => ways * waysThrough(element), 1);

/** The number of ways in which an element can match at one position; infinite for an unbounded loop or a back reference. */
function waysThrough(element: AST.Element): number {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return 1;
    case 'Group':
    case 'CapturingGroup':
      return waysThroughAny(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? waysThroughAny(element.alternatives) : 1;
    case 'Quantifier':
      return waysThroughRepeats(waysThrough(element.element), element.min, element.max);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

const waysThroughAny = (alternatives: readonly AST.Alternative[]): number =>
  alternatives.reduce((ways, { elements }) => ways + waysThroughAll(elements), 0);

function waysThroughRepeats(ways: number, min: number, max: number): number {
  if (max > MAX_WAYS) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let times = min; times <= max && sum <= MAX_WAYS; times += 1) sum += ways ** times;
  return sum;
}
