import { isTerminal } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { hasBefore } from './number-context.ts';

/** Words of days, clocks and timetables: a number in their sentence may be a time without another sign of one. */
const SURE = wordSet(
  "today tomorrow tonight yesterday morning afternoon evening noon midnight o'clock am pm sharp monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays daily weekday weekdays nightly train trains bus flight flights ferry plane tram departs departure departures arrival arrivals boards boarding alarm clock timetable sunrise sunset",
);
/** Events, and verbs of events, in the clause of the time: "the meeting is at five thirty", "we leave at six fifteen". */
const EVENTS = wordSet(
  `meet meets met meeting meetings see call calls called calling phone start starts started starting begin begins began
  end ends ended ending finish finishes finished leave leaves leaving left depart arrive arrives arrived arriving come
  comes came coming be there home open opens opened opening close closes closed
  closing wake wakes woke waking sleep bed school class classes lecture course lesson lessons practice training rehearsal
  game match kickoff show shows movie film concert play performance doctor dentist appointment appointments interview
  interviews session sessions seminar workshop webinar standup sync demo presentation delivery deliver delivers delivered
  deadline due remind reminder reminders schedule scheduled reschedule rescheduled book booked booking reserved
  reservation table breakfast lunch dinner supper brunch coffee drinks party wedding funeral mass service ceremony eat
  serve serves served ready join joins joining back visit visits visitors pick picks picking
  picked return returns returned shift doors door gates church office pool gym library museum shop
  store starting time times slot slots until till late early hour hours minutes minute work works working available free
  busy tee checkout checkin landing lands land landed dance hearing court event events broadcast airs news tide
  tides curfew pickup dropoff recess bell conference zoom talk race walk medication pill pills
  rehearse rehearses rehearsed panel panels teach teaches ring rings rang bells inspect inspection tour tours dine dined gather gathers assemble
  dose feed feeding nap swim swimming someone somebody happened happens accident ambulance police crash`,
);
/** Words of prices, weights, scores, measures and places. A number in their sentence may be anything but a time. */
const AMOUNTS = wordSet(
  `stock stocks share shares index offer offers bond bonds market markets futures wheat corn soy soybeans oats barley rice
  gold silver copper oil crude cattle hogs cocoa cotton sugar bitcoin ether crypto nasdaq dow trader traders traded
  trading trade trades auction auctioned bid bids bidding sold sell sells selling price prices priced cost costs costing
  charge charges charged rent rents salary wage wages fee dollar dollars euro euros pound pounds cents bucks quid grand
  percent yield yields rate rates rated mortgage appraised worth valued weigh weighs weighed weighing weight kilos kilo
  kilograms grams ounces stone scale scales gained gaining lifted lift bench benched squat squatted deadlift reps
  score scores scored scoring points point batting average tied odds inning par ranked rank ranks ranking
  degrees oven bake bakes baked baking roast roasts roasting preheat fahrenheit celsius temperature fever pressure bpm pulse
  glucose cholesterol calories altitude feet inches meters metres miles yards speed mph route highway interstate exit junction milepost
  measure channel frequency mile marker height width length volume voltage volts budget
  total totals peaked bottomed hovering hovered capped limit stands population enrollment attendance headcount votes`,
);
/** The number of words on either side in which a sign of time or amount is looked for. */
const REACH = 14;

export type TimeEvidence = 'sure' | 'likely' | 'none' | 'amount';

/**
 * What in the sentence shows that a number is a time of day. `sure`: a day, a clock or a timetable; `likely`: an event in
 * the same clause; `none`: neither; `amount`: a sign of an amount ("corn at four thirty", "down from two thirty").
 */
export function timeEvidence(tokens: readonly Token[], start: number, end: number): TimeEvidence {
  const { clause, sentence } = wordsAround(tokens, start, end);
  const direction = tokens[start - 2]?.key;
  if (tokens[start - 1]?.key === 'from' && (direction === 'up' || direction === 'down')) return 'amount';
  if (sentence.some((key) => AMOUNTS.has(key)))
    return sentence.some((key) => SURE.has(key)) && !clause.some((key) => AMOUNTS.has(key)) ? 'likely' : 'amount';
  if (sentence.some((key) => SURE.has(key))) return 'sure';
  return clause.some((key) => EVENTS.has(key)) ? 'likely' : 'none';
}

/** Whether a word of an amount precedes a number in its phrase. */
export function isAmongAmounts(tokens: readonly Token[], start: number): boolean {
  return hasBefore(tokens, start, AMOUNTS, REACH);
}

/** The words around a number, in its sentence and, without those beyond a comma, in its clause. */
function wordsAround(tokens: readonly Token[], start: number, end: number) {
  const clause: string[] = [];
  const sentence: string[] = [];
  for (const step of [-1, 1]) {
    let inClause = true;
    const first = step < 0 ? start - 1 : end;
    for (let at = first; Math.abs(at - first) < REACH; at += step) {
      const of = tokens[at];
      if (of === undefined || of.kind === 'break' || isTerminal(of)) break;
      if (of.kind === 'mark') inClause &&= !/^[,;:–—(]$/u.test(of.text);
      const key = of.kind === 'atom' ? of.text.toLowerCase() : of.key;
      sentence.push(key);
      if (inClause) clause.push(key);
    }
  }
  return { clause, sentence };
}
