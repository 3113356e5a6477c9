import { endsPhrase, phraseAt } from '../passes/pass.ts';
import type { Token } from '../token.ts';
import { readGroup } from './number-grammar.ts';

/** Before a time without "am" or "pm": "at five thirty". */
const TIME_BEFORE = new Set(['at', 'by', 'until', 'till', 'from', 'around', 'about', 'before', 'after']);
/** After it: anything else may be what is counted ("at five thirty people came"). */
const TIME_AFTER = new Set(
  'today tomorrow tonight yesterday on in for sharp and to until till with at by this next if or so but because'.split(
    ' ',
  ),
);

/** Reads "five pm", "five thirty pm", "five oh five a m", "five o'clock", and "five thirty" after "at". */
export function readTime(tokens: readonly Token[], start: number): { text: string; end: number } | undefined {
  const hour = readGroup(tokens, start);
  if (hour === undefined || hour.value < 1 || hour.value > 12) return undefined;
  if (tokens[hour.end]?.key === "o'clock") return { text: `${hour.value} o'clock`, end: hour.end + 1 };
  const minutes = readMinutes(tokens, hour.end);
  const half = readHalf(tokens, minutes?.end ?? hour.end);
  if (half !== undefined) {
    const clock = minutes === undefined ? `${hour.value}` : `${hour.value}:${minutes.text}`;
    return { text: `${clock} ${half.text}`, end: half.end };
  }
  if (minutes === undefined || !TIME_BEFORE.has(tokens[start - 1]?.key ?? '')) return undefined;
  const closes = endsPhrase(tokens, minutes.end) || TIME_AFTER.has(tokens[minutes.end]?.key ?? '');
  return closes ? { text: `${hour.value}:${minutes.text}`, end: minutes.end } : undefined;
}

function readMinutes(tokens: readonly Token[], start: number): { text: string; end: number } | undefined {
  const oh = tokens[start]?.key === 'oh' || tokens[start]?.key === 'o';
  const group = readGroup(tokens, oh ? start + 1 : start);
  if (group === undefined || group.value > 59 || (oh ? group.value > 9 || group.value < 1 : group.value < 10)) {
    return undefined;
  }
  return { text: String(group.value).padStart(2, '0'), end: group.end };
}

/** "pm", "p m", "p.m."; not the "am" of "am I". */
function readHalf(tokens: readonly Token[], start: number): { text: string; end: number } | undefined {
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
