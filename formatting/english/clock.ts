import { endsPhrase, phraseAt } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { readSmall } from './cardinals.ts';
import { hasBefore, type NumberContext, type Written } from './number-context.ts';
import type { Piece } from './number-run.ts';
import { isNumberWord } from './number-words.ts';
import { isAmongAmounts, type TimeEvidence, timeEvidence } from './time-evidence.ts';

/** Words before a time without "am" or "pm": "at five thirty". */
const TIME_BEFORE = wordSet('at by until till from around about before after');
/** Words before a 24-hour time such as "fourteen hundred hours"; after other words it is a duration. */
const TIME_OF_DAY_BEFORE = wordSet('at by until till from before after since');
/** Words that may follow such a time. Any other word may be a counted noun: "at five thirty people came". */
const TIME_AFTER = wordSet(
  'today tomorrow tonight yesterday every each on in for sharp and to until till with at by this next if or so but because',
);
/** Words after which "at three fifty" is a price, a weight or a temperature. */
const AMOUNT_BEFORE = wordSet(
  'weigh weighs weighed weighing cost costs costing price priced prices sell sells sold selling buy bought pay paid charge charged value valued worth trade trades traded trading bid bids bake baking bakes roast roasting cook cooking cooks oven preheat preheated grill broil fry benched bench squat deadlift rent rents',
);
/** "up by two fifty", "multiplied by": the preposition belongs to an amount. */
const CHANGED_BEFORE = wordSet(
  'up down multiply multiplied divide divided increase increased decrease decreased grow grew rise rose fall fell raise raised lower lowered cut reduce reduced beat won lost',
);
const AMOUNT_REACH = 4;
const JOINTS = wordSet('or and to until');
/** The maximum distance, in words, of the preposition before the second time of "at … or …". */
const REACH = 3;
const DAYTIMES = wordSet('morning afternoon evening');
/** Minutes that may precede "to" and "past": "ten to", "five past". */
const MINUTES_TO = wordSet('five ten twenty');

/** Reads "five pm", "five thirty pm", "five oh five a m", "five o'clock", "five thirty" after "at", "1400 hours". */
export function readTime(context: NumberContext): Written | undefined {
  const { tokens, phrase, pieces, next } = context;
  const military = readHours(context);
  if (military !== undefined) return military;
  const timetable = readTimetable(context);
  if (timetable !== undefined) return timetable;
  const clock = clockOf(pieces);
  if (clock === undefined) return undefined;
  if (next === "o'clock")
    return clock.minutes === '' ? { text: `${clock.hour} o'clock`, end: phrase.end + 1 } : undefined;
  const half = readHalf(tokens, phrase.end);
  const time = clock.minutes === '' ? String(clock.hour) : `${clock.hour}:${clock.minutes}`;
  if (half !== undefined) return { text: `${time} ${half.text}`, end: half.end, unit: 'half' };
  if (clock.minutes === '') return undefined;
  const oh = pieces.length > 2 ? readOh(context, time) : undefined;
  if (oh !== undefined) return oh;
  if (isAmount(tokens, context.start)) return undefined;
  if (!isTime(context)) return undefined;
  const evidence = timeEvidence(tokens, context.start, phrase.end);
  return isEnough(evidence, clock.minutes, context.before) ? { text: time, end: phrase.end } : undefined;
}

/** Words before a time without another sign of one: "ready by two thirty". After "at" it may be a price: "in at two ten". */
const USUAL_BEFORE = wordSet('by until till around');

/** Nobody says "at four thirty-one" for a time without a timetable or a day. */
function isEnough(evidence: TimeEvidence, minutes: string, before: string): boolean {
  if (Number(minutes) % 5 !== 0) return evidence === 'sure';
  return evidence === 'none' ? USUAL_BEFORE.has(before) : evidence !== 'amount';
}

/** Words before a time that is said with "oh": "born at three oh seven". */
const OH_BEFORE = wordSet('at by until till before since around from');
/** Words that show that "three oh seven" is no time. */
const COUNTED = wordSet(
  'status error errors code codes room page version counter dial dialed dialled reach text ring extension stay stays stayed stuck stand stands stood hold holds holding held sit sits ahead behind outnumbered exceeded missed row aisle seat chapter verse',
);
const COUNTED_REACH = 8;
const PRONOUNS = wordSet('i you he she we they it');

/**
 * Reads "three oh seven" after "at" and similar words as a time if nothing shows an amount. Otherwise it stays in words:
 * it is never 307 there, unless groups of a telephone number follow, or it is a change ("up by three oh seven").
 */
function readOh({ tokens, start, phrase, before, next }: NumberContext, time: string): Written | undefined {
  if (!followsPreposition(tokens, start) || (before === 'by' && isAmount(tokens, start))) return undefined;
  const { end } = phrase;
  if (/^[,–-]$/u.test(tokens[end]?.text ?? '') && isNumberWord(tokens[end + 1]?.key ?? '')) return undefined;
  const closed = endsPhrase(tokens, end) || TIME_AFTER.has(next) || PRONOUNS.has(next) || /^\p{L}+ing$/u.test(next);
  const amount =
    isAmount(tokens, start) || isAmongAmounts(tokens, start) || hasBefore(tokens, start, COUNTED, COUNTED_REACH);
  const evidence = timeEvidence(tokens, start, end);
  const weak = before === 'from' && (evidence === 'none' || evidence === 'amount');
  return { text: closed && !weak && (!amount || evidence === 'sure') ? time : undefined, end };
}

/** Whether a preposition of time precedes a number, also before another number: "from three oh five to four oh seven". */
function followsPreposition(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1]?.key ?? '';
  if (OH_BEFORE.has(before)) return true;
  return (
    JOINTS.has(before) && isNumberWord(tokens[start - 2]?.key ?? '') && hasBefore(tokens, start - 2, OH_BEFORE, REACH)
  );
}

const SUBJECT_OF = wordSet('is was');
/** Words that announce a 24-hour time: "the train leaves at sixteen twenty two". */
const TIMETABLE = wordSet(
  'train trains bus buses flight flights ferry plane tram boat coach leave leaves leaving left depart departs departing departure arrive arrives arriving arrival land lands boarding boards shift begins starts',
);
const TIMETABLE_REACH = 8;

/** Reads "sixteen twenty two" as 16:22 in a timetable; elsewhere it may be a price or a year. */
function readTimetable({ tokens, start, pieces, phrase, before, next }: NumberContext): Written | undefined {
  const [hour, minutes] = pieces;
  if (pieces.length !== 2 || hour?.kind !== 'number' || minutes?.kind !== 'number') return undefined;
  if (hour.value < 13 || hour.value > 23 || minutes.value < 10 || minutes.value > 59) return undefined;
  if (!TIME_OF_DAY_BEFORE.has(before) || !hasBefore(tokens, start, TIMETABLE, TIMETABLE_REACH)) return undefined;
  const closed = endsPhrase(tokens, phrase.end) || TIME_AFTER.has(next);
  return closed ? { text: `${hour.value}:${minutes.value}`, end: phrase.end } : undefined;
}

/** Reads "a quarter past three pm", "half past ten" and "twenty five minutes to six". */
export function readPast(tokens: readonly Token[], start: number): Written | undefined {
  const at = tokens[start]?.key === 'a' && tokens[start + 1]?.key === 'quarter' ? start + 1 : start;
  const minutes = minutesOf(tokens, at);
  if (minutes === undefined) return undefined;
  const joint = tokens[minutes.end]?.key ?? '';
  const past = joint === 'past' || (joint === 'after' && minutes.named);
  const to = joint === 'to' || joint === 'till' || (joint === 'of' && minutes.value === 15);
  if (!(past || (to && minutes.value < 30))) return undefined;
  const hour = hourAt(tokens, minutes.end + 1);
  if (hour === undefined) return undefined;
  const clock = past ? hour.value : ((hour.value + 10) % 12) + 1;
  const text = `${clock}:${String(past ? minutes.value : 60 - minutes.value).padStart(2, '0')}`;
  const oclock = tokens[hour.end]?.key === "o'clock" ? hour.end + 1 : hour.end;
  const half = readHalf(tokens, oclock);
  // "Ten to twelve pm" is 11:50 AM: writing it would change the half of the day.
  if (half !== undefined) return to && hour.value === 12 ? undefined : { text: `${text} ${half.text}`, end: half.end };
  const sure = (past && joint === 'past') || minutes.named;
  const timed = TIME_BEFORE.has(tokens[start - 1]?.key ?? '') && tokens[start - 1]?.key !== 'from';
  const closed = endsPhrase(tokens, oclock) || TIME_AFTER.has(tokens[oclock]?.key ?? '') || oclock > hour.end;
  // "Half past three is fine": a subject stays in words.
  if (!timed && SUBJECT_OF.has(tokens[oclock]?.key ?? '')) return undefined;
  return (past && joint === 'past') || ((sure || timed) && closed) ? { text, end: oclock } : undefined;
}

/** Reads "pm", "p m" and "p.m.", but not the "am" of "am I". */
export function readHalf(tokens: readonly Token[], start: number): { text: string; end: number } | undefined {
  for (const [letter, text] of [
    ['a', 'AM'],
    ['p', 'PM'],
  ] as const) {
    const word = tokens[start];
    if (phraseAt(tokens, start, [letter, 'm'])) return { text, end: start + 2 };
    const whole = word?.key === `${letter}m` || word?.text.toLowerCase() === `${letter}.m.`;
    if (whole && tokens[start + 1]?.key !== 'i') return { text, end: start + 1 };
  }
  return undefined;
}

/** Reads an hour alone, with minutes, or with "oh" and minutes. */
export function clockOf(pieces: readonly Piece[]): { hour: number; minutes: string } | undefined {
  const [first, second, third] = pieces;
  if (first?.kind !== 'number' || first.value < 1 || first.value > 12 || first.words.length > 1) return undefined;
  if (pieces.length === 1) return { hour: first.value, minutes: '' };
  if (second?.kind === 'number' && pieces.length === 2 && second.value >= 10 && second.value < 60) {
    return { hour: first.value, minutes: String(second.value) };
  }
  const oh = second?.kind === 'zero' && third?.kind === 'number' && third.value > 0 && third.value < 10;
  return oh && pieces.length === 3 ? { hour: first.value, minutes: `0${third.value}` } : undefined;
}

/** Whether the number is an amount: "priced at three fifty", "up by two fifty", "in about four thirty". */
function isAmount(tokens: readonly Token[], start: number): boolean {
  const before = tokens[start - 1]?.key;
  if (before === 'by') return hasBefore(tokens, start - 1, CHANGED_BEFORE, 2);
  if (before === 'about' && tokens[start - 2]?.key === 'in') return true;
  const approximate = before === 'at' || before === 'around' || before === 'about' || before === 'from';
  return approximate && hasBefore(tokens, start - 1, AMOUNT_BEFORE, AMOUNT_REACH);
}

function isTime({ tokens, start, phrase, next, afterNext }: NumberContext): boolean {
  if (next === 'in' && afterNext === 'the' && DAYTIMES.has(tokens[phrase.end + 2]?.key ?? '')) return true;
  // "At seven fifteen or nine forty five".
  const joined = JOINTS.has(tokens[start - 1]?.key ?? '') && isNumberWord(tokens[start - 2]?.key ?? '');
  if (!(joined && hasBefore(tokens, start - 2, TIME_BEFORE, REACH)) && !TIME_BEFORE.has(tokens[start - 1]?.key ?? ''))
    return false;
  return endsPhrase(tokens, phrase.end) || TIME_AFTER.has(next);
}

/**
 * Reads "fourteen hundred hours" and "oh six thirty hours": a 24-hour time after "at" and similar words, otherwise a
 * duration.
 */
function readHours({ pieces, phrase, next, afterNext, before }: NumberContext): Written | undefined {
  if (next !== 'hours' || afterNext === 'of' || !TIME_OF_DAY_BEFORE.has(before)) return undefined;
  const digits = pieces.map((piece) => piece.digits).join('');
  const [first] = pieces;
  const padded = pieces.length === 1 && first?.words.at(-1) === 'hundred' ? digits.padStart(4, '0') : digits;
  const valid = /^(?:[01]\d|2[0-3])[0-5]\d$/u.test(padded);
  const said = pieces.length > 1 || (first?.words.length === 2 && first.words[1] === 'hundred');
  return valid && said ? { text: `${padded} hours`, end: phrase.end + 1 } : undefined;
}

/** Reads the minutes before "past" and "to". `named`: a word such as "quarter" that cannot count a noun. */
function minutesOf(tokens: readonly Token[], start: number) {
  const word = tokens[start]?.key ?? '';
  if (word === 'quarter') return { value: 15, end: start + 1, named: true };
  if (word === 'half') return { value: 30, end: start + 1, named: true };
  if (!MINUTES_TO.has(word) || tokens[start]?.kind !== 'word') return undefined;
  const five = word === 'twenty' && tokens[start + 1]?.key === 'five';
  const value = (readSmall([word], 0)?.value ?? 0) + (five ? 5 : 0);
  const end = start + (five ? 2 : 1);
  return tokens[end]?.key === 'minutes' ? { value, end: end + 1, named: true } : { value, end, named: false };
}

function hourAt(tokens: readonly Token[], index: number) {
  const hour = readSmall([tokens[index]?.key ?? ''], 0);
  return hour !== undefined && hour.value >= 1 && hour.value <= 12 ? { value: hour.value, end: index + 1 } : undefined;
}
