import type { AppKind } from '../context.ts';
import { isFrequentEnglish } from '../english/common-words.ts';
import {
  ARTICLES,
  NOUN_AFTER,
  NOUN_BEFORE,
  OF_PHRASE,
  PLAIN_BEFORE,
  SPOKEN_MARKS,
  type SpokenMark,
  WEAK_BEFORE,
} from '../english/spoken-marks.ts';
import { type Token, token, withSpace } from '../token.ts';
import { endsPhrase, isJoined, type Pass, phraseAt, startsLine } from './pass.ts';

const BY_FIRST_WORD: ReadonlyMap<string, readonly SpokenMark[]> = Map.groupBy(
  SPOKEN_MARKS,
  ({ words }) => words[0] ?? '',
);
/** Endings that an apostrophe joins: "anna apostrophe s". */
const CONTRACTED = new Set(['s', 't', 're', 'll', 've', 'd', 'm']);
/** Demonstratives may end a question: "what is that question mark". */
const POINTING = new Set(['this', 'that', 'these', 'those']);

const CORRECTING = new Set(['scratch', 'strike', 'delete']);

/** Writes marks that are said by name ("comma", "question mark"), unless the name is a noun ("the trial period"). */
export const writeSpokenMarks: Pass = (tokens, scope) => {
  if (!scope.language.english) return tokens;
  const goesOn = (scope.place.before ?? '').trim() !== '';
  const out: Token[] = [];
  let glueNext = false;
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    const named = inPlace(findMark(tokens, index, out, goesOn), scope.place.kind);
    if (named === undefined) {
      out.push(glueNext ? withSpace(current, false) : current);
      glueNext = false;
      continue;
    }
    index += named.words.length - 1;
    const next = tokens[index + 1];
    if (named.mark === "'" && next !== undefined && CONTRACTED.has(next.key) && joinContraction(out, next)) {
      index += 1;
      continue;
    }
    dropPauses(out, named);
    const apart = (named.attaches === 'right' || named.attaches === 'none') && !glueNext;
    out.push(token('mark', named.mark, apart, true));
    glueNext = named.attaches === 'right' || named.attaches === 'both';
    // The recognizer's comma after the name was a pause: "open quote, hello, close quote, and".
    if (next?.text === ',' && (glueNext || named.explicit)) index += 1;
    // A full stop that it put there began no sentence: "it was late. Comma. Too late".
    const falseStart = next?.text === '.' && /^[,;:–]$/u.test(named.mark) ? tokens[index + 2] : undefined;
    if (falseStart?.kind === 'word' && isFrequentEnglish(falseStart.key) && falseStart.key !== 'i') {
      out.push(token('word', falseStart.key, true));
      index += 2;
    }
  }
  return out;
};

/** In code a dash begins an option: "git commit dash m". */
function inPlace(named: SpokenMark | undefined, kind: AppKind): SpokenMark | undefined {
  return named?.mark === '–' && kind === 'code' ? { ...named, mark: '-', attaches: 'right' } : named;
}

function findMark(
  tokens: readonly Token[],
  index: number,
  out: readonly Token[],
  goesOn: boolean,
): SpokenMark | undefined {
  const candidates = BY_FIRST_WORD.get(tokens[index]?.key ?? '');
  return candidates?.find(
    (named) =>
      phraseAt(tokens, index, named.words) &&
      isCommand(tokens, index, index + named.words.length, named, goesOn) &&
      !isNounBefore(out, endsPhrase(tokens, index + named.words.length), named),
  );
}

/** True when the name at `start` up to `end` stands for its mark. */
function isCommand(tokens: readonly Token[], start: number, end: number, named: SpokenMark, goesOn: boolean): boolean {
  if (isJoined(tokens, start) || isJoined(tokens, end - 1)) return false;
  const next = tokens[end];
  const opens = named.attaches === 'right';
  if (!opens && startsLine(tokens, start) && !(goesOn && start === 0)) return false;
  // What joins or opens needs something to stand before.
  if ((opens || named.attaches === 'both') && !isFollowed(tokens, end)) return false;
  return next === undefined || !isNounAfter(next.key, tokens[end + 1]?.key, named);
}

/** A word comes next, after the recognizer's comma or further marks that open. */
function isFollowed(tokens: readonly Token[], end: number): boolean {
  const next = tokens[tokens[end]?.text === ',' ? end + 1 : end];
  return next?.kind === 'word' || next?.kind === 'atom' || /^["'“‘«([{-]$/u.test(next?.text ?? '');
}

function isNounAfter(next: string, following: string | undefined, named: SpokenMark): boolean {
  if (next === 'of') return !OF_PHRASE.has(following ?? '');
  return NOUN_AFTER.has(next) || (named.after?.has(next) ?? false);
}

/** `before` is what stands before the name, its own marks written. */
function isNounBefore(before: readonly Token[], closes: boolean, named: SpokenMark): boolean {
  const previous = before.at(-1)?.key ?? '';
  // "scratch that comma": the command ends before the mark's name.
  if (previous === 'that' && CORRECTING.has(before.at(-2)?.key ?? '')) return false;
  if (named.before?.has(previous)) return true;
  if (named.explicit) return PLAIN_BEFORE.has(previous);
  if (NOUN_BEFORE.has(previous)) {
    const asks = named.mark === '?' && POINTING.has(previous) && closes;
    return !asks;
  }
  if (!named.weakBefore?.has(previous) && !WEAK_BEFORE.has(previous)) return false;
  for (let back = 2; back <= 4; back += 1) {
    const word = before.at(-back);
    if (word === undefined || word.kind === 'mark' || word.kind === 'break') return false;
    if (ARTICLES.has(word.key)) return true;
  }
  return false;
}

/** Takes back what the recognizer put before the name: "send it, comma, please". */
function dropPauses(out: Token[], named: SpokenMark): void {
  const last = out.at(-1);
  const pause = last?.kind === 'mark' && !last.spoken && (last.text === ',' || last.text === '.');
  if (pause && named.attaches !== 'right' && !(named.attaches === 'none' && last.text === '.')) out.pop();
}

function joinContraction(out: Token[], ending: Token): boolean {
  const last = out.at(-1);
  if (last?.kind !== 'word' && last?.kind !== 'atom') return false;
  out[out.length - 1] = token(last.kind, `${last.text}'${ending.text.toLowerCase()}`, last.spaced);
  return true;
}
