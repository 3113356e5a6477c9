import { followsRound } from '../../passes/parallel.ts';
import type { Token } from '../../token.ts';
import type { NumberGrammar } from './grammar.ts';
import { closes, endOfPhrase, isInName, type Numeral, readNumeral, type Written } from './numeral.ts';
import { endOfSharedRange } from './ranges.ts';
import { onlyPiece, readRun } from './run.ts';
import { isAnnounced } from './telephone.ts';

/** The smallest number that is written in digits. */
const FIRST_IN_DIGITS = 10;
const LAST_HOUR = 24;
/** A bare number up to this one may be an hour or minutes. */
const LAST_OF_CLOCK = 59;
/** A smaller number may stand for thousands after a round one. */
const FIRST_ROUND = 1_000;
/** The smallest number of coins that is said without their name: "douze euros cinquante". */
const FIRST_COINS = 10;

/** Reads a number with its unit, or two of them: "veinte o treinta por ciento". */
export function readAmounts(tokens: readonly Token[], start: number, grammar: NumberGrammar): Written | undefined {
  const shared = endOfSharedRange(tokens, start, grammar);
  if (shared !== undefined) return { text: undefined, end: shared };
  const first = readNumeral(tokens, start, grammar);
  if (first === undefined) return undefined;
  const joint = tokens[first.end];
  const { coinJoints } = grammar.units;
  const joins = grammar.joints.has(joint?.key ?? '') || coinJoints.has(joint?.key ?? '');
  const paired = joint?.kind === 'word' && joint.spaced && joins && tokens[first.end + 1]?.spaced;
  const second = paired ? readAmount(tokens, first.end + 1, grammar) : undefined;
  if (joint === undefined || second === undefined) return readAmount(tokens, start, grammar);
  const leave = { text: undefined, end: second.end };
  if (first.text === undefined || second.text === undefined || isHeld(tokens, start, first, grammar)) return leave;
  // "Doce con cincuenta" may be a price or a decimal.
  if (!grammar.joints.has(joint.key) || first.vague || first.scaled || first.value === 1) return leave;
  if (!(second.unit || first.decimal || isBareAmount(tokens, start, first, grammar))) return leave;
  return { text: `${first.text} ${joint.text} ${second.text}`, end: second.end };
}

function readAmount(tokens: readonly Token[], start: number, grammar: NumberGrammar): Written | undefined {
  const numeral = readNumeral(tokens, start, grammar);
  if (numeral?.text === undefined) return numeral;
  const { end } = numeral;
  const leave = { text: undefined, end };
  if (isHeld(tokens, start, numeral, grammar)) return leave;
  const afterPercent = endOfPhrase(tokens, end, grammar.units.percent);
  if (afterPercent !== undefined) return { text: `${numeral.text} %`, end: afterPercent, unit: true };
  const unit = tokens[end]?.spaced ? (tokens[end]?.key ?? '') : '';
  if (isCurrency(tokens, end, grammar)) return readMoney(tokens, numeral, grammar);
  if (grammar.units.measures.has(unit)) return readMeasure(tokens, start, numeral, grammar);
  if (grammar.clock.hour.has(unit)) {
    // "Dix heures et demie" stays in words.
    const divided = endOfPhrase(tokens, end + 1, grammar.units.halves) !== undefined;
    return divided || numeral.value < FIRST_IN_DIGITS ? leave : { text: numeral.text, end, unit: true };
  }
  const bare = numeral.decimal || isBareAmount(tokens, start, numeral, grammar);
  if (!bare) return leave;
  // A postal code is not a quantity, and has no sign between its thousands.
  const isCode = isAnnounced(tokens, start, grammar) && closes(tokens, end, grammar);
  const whole = !numeral.decimal && !numeral.scaled;
  return { text: isCode && whole ? String(numeral.value) : numeral.text, end };
}

/** Whether a number stays in words for what is around it. */
function isHeld(tokens: readonly Token[], start: number, numeral: Numeral, grammar: NumberGrammar): boolean {
  const { end, lastWord, value } = numeral;
  const before = tokens[start - 1]?.key ?? '';
  const next = tokens[end]?.key ?? '';
  if (isInName(tokens, start, end, grammar) || grammar.vagueBefore.has(before)) return true;
  if (grammar.ordinal?.test(next)) return true;
  if (endOfPhrase(tokens, end, grammar.vagueAfter) !== undefined) return true;
  // "Un metro setenta", "zwei Euro fünfzig": the unit belongs to both numbers.
  if (grammar.units.measures.has(before) || grammar.units.currencies.has(before)) return true;
  if (grammar.clock.hour.has(before) && value <= LAST_OF_CLOCK) return true;
  // "Treinta y un perro" is thirty, and a dog.
  return value > 1 && grammar.articles.has(lastWord) && !/[sx]$/u.test(next) && !closes(tokens, end, grammar);
}

/** Whether a number without a unit is written in digits. */
function isBareAmount(tokens: readonly Token[], start: number, numeral: Numeral, grammar: NumberGrammar): boolean {
  const { value, vague, end } = numeral;
  if (value < FIRST_IN_DIGITS || vague) return false;
  const before = tokens[start - 1]?.key ?? '';
  const next = tokens[end]?.key ?? '';
  const isHour = value <= LAST_HOUR && grammar.clock.before.has(before) && !mayBeCounted(tokens[end], grammar);
  const alone = closes(tokens, end, grammar);
  if (isHour || grammar.clock.untouched.has(next)) return false;
  // "Zwanzig nach elf", "once menos veinte".
  if (grammar.clock.untouched.has(before) && isNumberWord(tokens[start - 2], grammar)) return false;
  if (value < FIRST_ROUND && alone && followsRound(tokens, start, (key) => isRound(key, grammar))) return false;
  if (value <= LAST_OF_CLOCK && grammar.clock.before.has(before) && alone) return false;
  return !(value < 100 && value % 10 === 0 && grammar.decadeBefore.has(before) && alone);
}

/** Whether a word may be what the number before it counts: a noun with a capital in German, a plural in other languages. */
function mayBeCounted(word: Token | undefined, { capitalNouns }: NumberGrammar): boolean {
  if (word?.kind !== 'word') return true;
  return capitalNouns ? word.text !== word.key : /[sx]$/u.test(word.key);
}

function isNumberWord(word: Token | undefined, { cardinals }: NumberGrammar): boolean {
  return cardinals.split(word?.key ?? '') !== undefined;
}

/** Whether a word ends a round number: "mil", "millones", "zwanzigtausend". */
function isRound(key: string, { cardinals }: NumberGrammar): boolean {
  return cardinals.scales.has(key) || cardinals.thousand.has(cardinals.split(key)?.at(-1) ?? '');
}

function isCurrency(tokens: readonly Token[], at: number, { units }: NumberGrammar): boolean {
  const key = tokens[at]?.spaced ? (tokens[at]?.key ?? '') : '';
  return (
    units.currencies.has(key) ||
    /^d'euros?$/u.test(key) ||
    (units.ofCurrency.has(key) && isCurrencyName(tokens, at + 1, units))
  );
}

function isCurrencyName(tokens: readonly Token[], at: number, { currencies }: NumberGrammar['units']): boolean {
  return tokens[at]?.spaced === true && currencies.has(tokens[at]?.key ?? '');
}

function readMoney(tokens: readonly Token[], numeral: Numeral, grammar: NumberGrammar): Written {
  const { end, text } = numeral;
  const { units } = grammar;
  const after = tokens[end + 1];
  const sign = units.currencies.get(tokens[end]?.key ?? '');
  // "Zwanzig Euro Schein" is a thing.
  if (units.things?.test(after?.key ?? '')) return { text: undefined, end: end + 2 };
  const coins = readCoins(tokens, end + 1, numeral, grammar);
  if (coins !== undefined && sign !== undefined)
    return { text: `${text},${coins.digits} ${sign}`, end: coins.end, unit: true };
  const uncertain = coins !== undefined || readRun(tokens, end + 1, grammar.cardinals) !== undefined;
  if (uncertain || numeral.value === 1 || endOfPhrase(tokens, end + 1, units.halves) !== undefined)
    return { text: undefined, end: end + 1 };
  // "2 millones de euros", "850 pesos".
  if (sign === undefined || numeral.scaled) return { text, end, unit: true };
  return { text: `${text}${/[,.]\d$/u.test(text) && numeral.decimal ? '0' : ''} ${sign}`, end: end + 1, unit: true };
}

/** Reads "con cincuenta", "y cincuenta céntimos", and "cinquante" if no noun follows that it could count. */
function readCoins(
  tokens: readonly Token[],
  start: number,
  numeral: Numeral,
  grammar: NumberGrammar,
): { readonly digits: string; readonly end: number } | undefined {
  if (numeral.decimal || numeral.scaled) return undefined;
  const { units, joints } = grammar;
  const joint = units.coinJoints.has(tokens[start]?.key ?? '') ? (tokens[start]?.key ?? '') : '';
  const coins = onlyPiece(readRun(tokens, joint === '' ? start : start + 1, grammar.cardinals));
  if (coins === undefined || coins.value < 1 || coins.value > 99) return undefined;
  const digits = String(coins.value).padStart(2, '0');
  if (units.coins.has(tokens[coins.end]?.key ?? '')) return { digits, end: coins.end + 1 };
  const clear = !joints.has(joint) && coins.value >= FIRST_COINS && closes(tokens, coins.end, grammar);
  return clear ? { digits, end: coins.end } : undefined;
}

function readMeasure(tokens: readonly Token[], start: number, numeral: Numeral, grammar: NumberGrammar): Written {
  const { end, text, value, vague, decimal } = numeral;
  const leave = { text: undefined, end: end + 1 };
  if (!decimal && value === 1) return leave;
  // "Le cent mètres" is a race.
  if (vague && grammar.singular.has(tokens[start - 1]?.key ?? '')) return leave;
  const continues = readRun(tokens, end + 1, grammar.cardinals) !== undefined;
  if (continues || endOfPhrase(tokens, end + 1, grammar.units.halves) !== undefined) return leave;
  return { text, end, unit: true };
}
