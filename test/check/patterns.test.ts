import { afterAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import recheck from 'recheck/package.json' with { type: 'json' };
import { isLinearByStructure } from './linear-patterns.ts';
import { openProvenPatterns } from './proven-patterns.ts';

// Its other backends are a native program and a jar, which are not installed.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/**
 * Patterns without a proof of linear time, and why each may stand: what it reads is short, or is the operator's own. A
 * pattern that reads a caller's text of any length has no place here.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '^(?=.{3,254}$)[^\\s@<>"(),:;\\\\[\\]]{1,64}@[^\\s@<>"(),:;\\\\[\\]]+\\.[^\\s@<>"(),:;\\\\[\\].]+$':
    'its own look-ahead ends it at 254 characters',
  '\\s*(?:=>|->|→|⇒)\\s*': 'reads one line of a dictionary without its outer space, at most 32,768 characters',
  '^(["\'`])(.+)\\1$': 'anchored, with one way to match',
  '\\B(?=(?:\\d{3})+$)': 'reads the digits of one spoken number',
  '(?:^|\\n)\\s*(?:[-•*]\\s*)?$': 'reads at most 1,000 characters before the cursor',
  '^[:;=]-?[()DPp](?=[.,;:!?]*$)': 'anchored, with one way to match',
  '^0+(?=.)': 'anchored, with one way to match',
  '^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$':
    'its own look-ahead ends it at 253 characters',
  '\\/+$': 'reads a URL of the configuration',
  "\\b(?:here is|here's|here are|below is|the following is) (?:the|your|a|an|my) (?:\\p{L}+ ){0,3}(?:text|transcript|transcription|version|dictation|message|poem|email|list|answer|summary|translation|rewrite|draft)\\b":
    'an attempt starts with a fixed phrase and reads at most four words, each with one way to match',
  '^what (?:we|i) (?:still )?need (?:from|for) |^(?:what|how|why|where) (?:i|we) (?:still |really |just )?(?:need|want|have|plan|hope) to (?!.{0,200}\\b(?:is|was|are|were)\\b)':
    'anchored, so its look-ahead runs once, over at most 200 characters',
};

const SOURCES =
  /^(accounts|activities|admin|api|composition|contracts|development|dictation|formatting|notes|platform|speech|webhooks|worker|workflows)\/.*\.ts$/;
const root = join(import.meta.dir, '../..');

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression in the service's own source: literals, and the `pattern` of schemas. */
function findPatterns(): Pattern[] {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' });
  const found = new Map<string, Pattern>();
  for (const file of stdout.split('\n').filter((name) => SOURCES.test(name))) {
    visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program, (source, flags) => {
      found.set(`${source}/${flags}`, { file, source, flags });
    });
  }
  return [...found.values()];
}

function visit(node: unknown, onPattern: (source: string, flags: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, regex, key, value } = node as Record<string, unknown>;
  if (type === 'Literal' && typeof regex === 'object' && regex !== null) {
    const { pattern, flags } = regex as { pattern: string; flags: string };
    onPattern(pattern, flags);
  }
  if (type === 'Property' && (key as { name?: unknown }).name === 'pattern') {
    const text = (value as { value?: unknown }).value;
    if (typeof text === 'string') onPattern(text, 'u');
  }
  for (const child of Object.values(node)) visit(child, onPattern);
}

/**
 * Replaces `{m,n}` by `+` or `*`, which keeps the automaton small. The new pattern matches more, so if it is linear,
 * the old one is too.
 */
function widen(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]])*\]|\{(\d+)(?:(,)(\d*))?\}/g, (all, least, comma, most) => {
    if (least === undefined || most === '') return all;
    const upper = comma === undefined ? Number(least) : Number(most);
    if (upper <= 4) return all;
    return least === '0' ? '*' : '+';
  });
}

const TIMEOUT_MS = 10_000;
const proven = openProvenPatterns(`recheck-${recheck.version}`);
afterAll(proven.save);

/** Linear time is proved, not tried: by the structure of the pattern where that is enough, otherwise by its automaton. */
function isLinear({ source, flags }: Pattern): boolean {
  if (isLinearByStructure(source, flags)) return true;
  const searched = flags.replaceAll(/[gy]/g, ''); // they say where to search, not what matches
  const wide = widen(source);
  return proven.isProven(
    `/${wide}/${searched}`,
    () => checkSync(wide, searched, { checker: 'automaton', timeout: TIMEOUT_MS }).status === 'safe',
  );
}

test('isLinear() knows an exponential and a quadratic pattern', () => {
  expect(isLinear({ file: '', source: '^(a+)+$', flags: '' })).toBe(false);
  expect(isLinear({ file: '', source: '\\s+$', flags: 'u' })).toBe(false);
  expect(isLinear({ file: '', source: '^(?:a{1,500}b)+$', flags: '' })).toBe(true);
});

test('isLinearByStructure() proves nothing where two loops, a nested one or a later failure may cost more', () => {
  const unproven = [
    '^(a+)+$',
    '\\s+$',
    'a*b',
    '^a*b*c',
    '^(?:a|b)*$',
    '(.)\\1+',
    '(?=a*$)b',
    '(?:a|aa){1,40}b',
    '"[^,]*"',
    '^a*a*$',
  ];
  expect(unproven.filter((source) => isLinearByStructure(source, 'u'))).toEqual([]);
  expect(isLinearByStructure('^a*b', 'm')).toBe(false);
  const proven = [
    '^a*b',
    'a+',
    '^(\\d+)-(?:x|y){1,3}(.+)',
    '[0-9a-f]{8}(-[0-9a-f]{4}){3}',
    'a|b+',
    '(?<!a)b{0,9}$',
    '"[^"]*"',
    '^\\s+(\\d+) kB$',
    '^[^/]+/\\d+$',
  ];
  expect(proven.filter((source) => !isLinearByStructure(source, 'u'))).toEqual([]);
});

test('every pattern takes linear time, or is listed with a reason', () => {
  const patterns = findPatterns();
  expect(patterns.length).toBeGreaterThan(100);
  const checked = patterns.filter(({ source }) => !(source in EXCEPTIONS));
  const slow = checked.filter((pattern) => !isLinear(pattern));
  expect(slow.map(({ file, source, flags }) => `${file}: /${source}/${flags}`)).toEqual([]);
}, 120_000);
