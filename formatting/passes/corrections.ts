import { commandsOf } from '../languages/commands.ts';
import type { Commands } from '../languages/types.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { endsPhrase, isTerminal, type Pass, phraseAt, startsSentence } from './pass.ts';

const COMMANDS: readonly (readonly string[])[] = [
  ['scratch', 'that'],
  ['strike', 'that'],
  ['delete', 'that'],
];
/** Words before an order to someone else, or a wish: "please delete that", "I had to scratch that". */
const GOVERNING = wordSet(
  "said say says saying told tells to please can could should would will must may might shall not don't didn't doesn't never won't can't couldn't i you we they he she who and or then just also let's lets let did do does or either gonna gotta wanna need did always often sometimes i'll you'll we'll they'll he'll she'll i'd you'd we'd they'd",
);
/**
 * First words of a clause with which a speaker starts again. Before any other word the command may have an object
 * ("scratch that itch"), or it corrects an item only ("a table for six, scratch that, eight people").
 */
const RESTART = wordSet(
  "i i'm i'll i'd i've you you're you'll we we're we'll we've he he's she she's it it's they they're they'll let's let there there's what when where why how who can could would will should please make send call tell ask say write put get we'd you'd no actually instead sorry maybe perhaps if yes so but hello hi dear meet see do don't",
);

const MAX_CLAUSE_WORDS = 40;
/** The maximum length of an item of a list. */
const ITEM_WORDS = 2;

/** Follows "scratch that": removes the clause before it, or the whole sentence if one has just ended. */
export const followCorrections: Pass = (tokens, { language }) => {
  const other = language.english ? undefined : commandsOf(language);
  if (!language.english && other === undefined) return tokens;
  const out: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const current = tokens[index];
    if (current === undefined) continue;
    if (!(other === undefined ? isCommand(tokens, index, out) : isForeignCommand(tokens, index, out, other))) {
      out.push(current);
      continue;
    }
    index += 1;
    // Removes the punctuation after the command: the recognizer's, or a spoken mark that ended the command.
    while (tokens[index + 1]?.kind === 'mark' && /^[,.;:…]$|^\.+$/u.test(tokens[index + 1]?.text ?? '')) index += 1;
    takeBack(out);
  }
  return out;
};

function isCommand(tokens: readonly Token[], index: number, out: readonly Token[]): boolean {
  const key = tokens[index]?.key;
  if (key !== 'scratch' && key !== 'strike' && key !== 'delete') return false;
  if (!COMMANDS.some((phrase) => phraseAt(tokens, index, phrase))) return false;
  if (!out.some(({ kind }) => kind === 'word' || kind === 'atom')) return false;
  const alone = startsSentence(tokens, index) || tokens[index - 1]?.kind === 'mark';
  if (!alone && GOVERNING.has(tokens[index - 1]?.key ?? '')) return false;
  const paused = tokens[index + 2]?.text === ',';
  const next = tokens[paused ? index + 3 : index + 2]?.key ?? '';
  if (next === '') return endsPhrase(tokens, index + 2);
  return RESTART.has(next) || next === firstOfClause(out) || (paused && endsWithItem(out));
}

/** Whether the text ends with a short item after a comma: "apples, pears, scratch that, plums". */
function endsWithItem(out: readonly Token[]): boolean {
  const words = out.at(-1)?.text === ',' ? out.slice(-ITEM_WORDS - 2, -1) : out.slice(-ITEM_WORDS - 1);
  return words.some(({ text }) => text === ',');
}

/** The first word of the clause, with which the speaker may start again: "invite her scratch that invite him". */
function firstOfClause(out: readonly Token[]): string {
  let start = out.length;
  if (out.at(-1)?.text === ',') start -= 1;
  while (start > 0 && out.length - start < MAX_CLAUSE_WORDS && out[start - 1]?.kind === 'word') start -= 1;
  return out[start]?.key ?? '';
}

/** In other languages, the command ends its phrase or precedes the words that start again. */
function isForeignCommand(tokens: readonly Token[], index: number, out: readonly Token[], commands: Commands): boolean {
  if (!commands.takeBack.some((phrase) => phraseAt(tokens, index, phrase))) return false;
  if (!out.some(({ kind }) => kind === 'word' || kind === 'atom')) return false;
  const alone = startsSentence(tokens, index) || tokens[index - 1]?.kind === 'mark';
  if (!alone && commands.governing.has(tokens[index - 1]?.key ?? '')) return false;
  return endsPhrase(tokens, index + 2) ? alone : !commands.after.has(tokens[index + 2]?.key ?? '');
}

/** Removes the tokens back to the previous boundary, including the mark at their end. */
function takeBack(out: Token[]): void {
  while (out.at(-1)?.kind === 'break') out.pop();
  const whole = isTerminal(out.at(-1));
  while (out.at(-1)?.kind === 'mark') out.pop();
  while (out.length > 0) {
    const last = out.at(-1);
    if (last === undefined || last.kind === 'break' || last.kind === 'bullet' || isTerminal(last)) return;
    if (!whole && last.kind === 'mark' && /^[,;:–—]$/u.test(last.text)) return;
    out.pop();
  }
}
