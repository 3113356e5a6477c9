import { isKnownEnglish } from '../english/common-words.ts';
import { isNumberWord } from '../english/number-words.ts';
import type { SpokenMark } from '../english/spoken-marks.ts';
import type { Token } from '../token.ts';
import { wordSet } from '../word-set.ts';
import { isJoined } from './pass.ts';

const sign = (words: string, mark: string, attaches: SpokenMark['attaches']): SpokenMark => ({
  words: words.split(' '),
  mark,
  attaches,
  explicit: true,
});

/** Signs that are named only in a terminal or code editor. */
export const CODE_MARKS: readonly SpokenMark[] = [
  sign('star dot', '*.', 'right'),
  sign('dash dash', '--', 'right'),
  sign('minus minus', '--', 'right'),
  sign('dot dot', '..', 'none'),
  sign('tilde', '~', 'none'),
  sign('underscore', '_', 'both'),
  sign('pipe', '|', 'none'),
  sign('asterisk', '*', 'none'),
  sign('dot', '.', 'both'),
];

/** Programs and their subcommands, which an argument follows. */
const PROGRAMS = wordSet(
  'git npm npx yarn pnpm bun deno node python pip cd ls cat rm cp mv mkdir touch vim vi nano code open sudo docker kubectl ssh scp curl wget grep find chmod chown tar zip unzip make cargo go brew apt echo export source sh bash zsh head tail less man ping kill ps rsync terraform helm aws gcloud psql redis mysql java javac gcc add install run exec checkout commit push pull merge rebase clone build start test apply get describe logs diff restore reset stash show',
);
/** Options that are words or longer than three letters. */
const OPTIONS = wordSet(
  'name iname type version exec maxdepth it la ef rf rm am all help delete not or and path size user group mtime print save global',
);
/** File extensions and top-level domains. */
const EXTENSIONS = wordSet(
  'py js ts tsx jsx mjs json md txt sh yml yaml toml lock html css scss go rs java c h cpp rb php sql csv log conf cfg ini xml pdf png jpg svg com org net io dev env git local',
);
/** Files whose names start with a dot. */
const DOTFILES = wordSet(
  'venv gitignore bashrc zshrc npmrc dockerignore github vscode ssh eslintrc prettierrc profile gitattributes',
);
const LETTERS = /^[a-z]+$/u;

/**
 * How a mark is attached in a line of code. "Dash b" after a word is an option, "login dash page" a name; "docs slash
 * api" is a path, "cd slash usr" a path from the root. Undefined if the rules of prose apply.
 */
export function placeInCode(
  named: SpokenMark,
  tokens: readonly Token[],
  index: number,
  out: readonly Token[],
): SpokenMark | undefined {
  const end = index + named.words.length;
  const next = tokens[end];
  if (isJoined(tokens, index) || isJoined(tokens, end - 1)) return undefined;
  const previous = out.at(-1);
  const starts = previous === undefined || previous.kind === 'break';
  const after = previous !== undefined && !starts;
  switch (named.mark) {
    case '–':
    case '-':
      if (next?.kind !== 'word') return undefined;
      return {
        ...named,
        mark: '-',
        attaches: after && !isOption(next.key, tokens[end + 1], out) ? 'both' : 'right',
      };
    case '@':
      return after && previous.kind === 'word' && next?.kind === 'word' ? { ...named, attaches: 'both' } : undefined;
    case '--':
      return next?.kind === 'word' ? named : undefined;
    case '/':
      if (next === undefined && after) return { ...named, attaches: 'left' };
      if (next?.kind !== 'word') return undefined;
      return {
        ...named,
        attaches: after && !isArgumentStart(previous, out) && !isAbsolute(next, out) ? 'both' : 'right',
      };
    case '.':
      if (isNumberWord(next?.key ?? '') && isNumberWord(previous?.key ?? '')) return undefined;
      return named.words[0] === 'dot' ? placeDot(named, next, previous, out) : undefined;
    case ':':
      return after && previous.kind === 'word' && next?.kind === 'word' ? { ...named, attaches: 'both' } : undefined;
    case '_':
      return next?.kind === 'word' ? { ...named, attaches: starts ? 'right' : 'both' } : undefined;
    case '*.':
    case '..':
    case '~':
      return next?.key === 'slash' || starts || isArgumentStart(previous, out) ? named : undefined;
    case '|':
    case '*':
      return named;
    default:
      return undefined;
  }
}

function placeDot(
  named: SpokenMark,
  next: Token | undefined,
  previous: Token | undefined,
  out: readonly Token[],
): SpokenMark {
  if (next?.kind !== 'word' || next.key === 'slash' || next.key === 'dash') return { ...named, attaches: 'none' };
  if (DOTFILES.has(next.key)) return { ...named, attaches: 'right' };
  const starts = previous === undefined || isArgumentStart(previous, out);
  return {
    ...named,
    attaches:
      starts && !(previous !== undefined && EXTENSIONS.has(next.key) && !PROGRAMS.has(previous.key)) ? 'right' : 'both',
  };
}

/**
 * Whether a word is an option: a letter, up to three letters that are no word, or a known option, but not inside a
 * path.
 */
function isOption(word: string, following: Token | undefined, out: readonly Token[]): boolean {
  const previous = out.at(-1);
  if (isNumberWord(word) && isOptionNumber(out)) return true;
  if (previous?.kind === 'mark' && /^[/~._-]$/u.test(previous.text))
    return previous.text === '.' || previous.text === '~';
  const afterOption = /^--?$/u.test(out.at(-2)?.text ?? '') && out.at(-2)?.spaced === true;
  if (previous?.spaced === false && !afterOption) return false;
  // A long option continues: "--save-dev".
  if (afterOption && out.at(-2)?.text === '--') return word.length === 1;
  if (word.length === 1 || OPTIONS.has(word)) return word.length === 1 || !isInner(following);
  return word.length <= 3 && LETTERS.test(word) && !isKnownEnglish(word);
}

/** Folders of the root of a file system that a path seldom has elsewhere. */
const ROOT_FOLDERS = wordSet('etc opt proc tmp usr var');

/** Whether a path from the root starts after a word or a file: "grep error slash var slash log". */
function isAbsolute(next: Token, out: readonly Token[]): boolean {
  const [previous, before] = [out.at(-1), out.at(-2)];
  if (previous === undefined || previous.kind === 'mark') return false;
  return (previous.spaced || before?.text === '.') && ROOT_FOLDERS.has(next.key);
}

/** Whether a number after a dash is an option: after a program, as in "kill dash nine" and "ls pipe head dash twenty". */
export function isOptionNumber(out: readonly Token[]): boolean {
  const [program, before] = [out.at(-1), out.at(-2)];
  const starts = before === undefined || before.kind === 'break' || before.text === '|' || before.key === 'sudo';
  return starts && program?.kind === 'word' && PROGRAMS.has(program.key);
}

function isInner(of: Token | undefined): boolean {
  return of?.key === 'slash' || of?.key === 'underscore';
}

/** Whether a new argument starts: after a program, a subcommand, an option or a sign. */
function isArgumentStart(previous: Token | undefined, out: readonly Token[]): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'mark') return /^[|&=;*]$/u.test(previous.text);
  if (previous.spaced === false) return out.at(-2)?.text === '-' || out.at(-2)?.text === '--';
  return PROGRAMS.has(previous.key);
}
