import { extractDescription } from '../formatting/describe/extract.ts';
import { formatByRules, formatDraft } from '../formatting/pipeline.ts';
import { findRefusal } from '../formatting/rewrite/check.ts';
import { MAX_INLINE_LENGTH } from '../formatting/thread/offload.ts';
import { tokenize } from '../formatting/token.ts';
import { fillField, fillLines, HOSTILE_KINDS } from '../test/faults/support/hostile-fields.ts';
import { compareSet } from './format-set.ts';
import { type Figure, print } from './support/report.ts';
import { percentile } from './support/stats.ts';

const SIZES = [1_000, 10_000, 100_000] as const;
const NAMES = 500;
const ROUNDS = 15;
const CHECKS = 200;
const DICTATION_WORDS = 60;
const LONG_DICTATION_WORDS = 1_500;
/** Two hours of speech. */
const NOTE_WORDS = 18_000;

/** Phrases that cost the rules much when a text consists of them. */
const COSTLY = ['six one to ', 'at one or ', 'x\n', '](', 'number one a number two b ', 'one and ', 'a scratch that '];

/**
 * A dictation with commands, corrections, numbers, addresses, hesitations and names in words, followed by written text.
 */
const SPOKEN = `um so hi anna comma thanks for your message period i talked to charge b about the twenty five percent
discount and they said um they said it starts on march third at five thirty pm new paragraph could you please send the
contract to max dot power at example dot com question mark let's meet on tuesday no wait wednesday at ten am i think we
need three things colon more time comma two hundred dollars and cooper netties exclamation point it was the end of the
trial period so we had to decide scratch that we still have two weeks period And so, my fellow Americans, ask not what
your country can do for you, ask what you can do for your country. The budget of 1,250 euros was approved in 2024.`.split(
  /\s+/u,
);

/**
 * `bun run bench format`: the time of formatting by rules per 1,000 words, its growth to 100,000 words, the cost of a
 * dictionary, of the check of a rewrite, and of the description of a two-hour note; and how long a hostile dictation
 * holds the event loop that is short enough to run on it. Bare tokenization is the yardstick. `--set <file>` compares a
 * set of texts instead, see {@link compareSet}.
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const [option, path] = args;
  if (option === '--set' && path !== undefined) return compareSet(path);
  const dictionary = Array.from({ length: NAMES }, (_, at) => `Nameling${at}son`).join('\n');
  const figures: Figure[] = [];
  const perThousand = new Map<string, number>();
  for (const [label, names] of [
    ['rules', undefined],
    [`rules, ${NAMES} names`, dictionary],
  ] as const) {
    for (const words of SIZES) {
      const ms = least(ROUNDS, (round) => format(textOf(words, round), names));
      perThousand.set(`${label} ${words}`, (ms / words) * 1_000);
      const goal = words === 10_000 ? { goal: { atMost: 25 } } : {};
      figures.push({ name: `${label}: ${words} words`, value: ms, unit: 'ms', ...goal });
      figures.push({ name: `${label}: per 1,000 of ${words} words`, value: (ms / words) * 1_000, unit: 'ms' });
    }
    const growth = (perThousand.get(`${label} 100000`) ?? 0) / (perThousand.get(`${label} 1000`) ?? 1);
    figures.push({
      name: `${label}: 1,000 words in 100,000 against alone`,
      value: growth,
      unit: '×',
      goal: { atMost: 2 },
    });
  }
  figures.push({
    name: 'bare tokenization: 10000 words',
    value: least(ROUNDS, (round) => tokenize(textOf(10_000, round))),
    unit: 'ms',
  });
  figures.push(worstHold(), worstCheck());
  figures.push(...checks(DICTATION_WORDS), ...checks(LONG_DICTATION_WORDS));
  const note = textOf(NOTE_WORDS, 1);
  const describeMs = least(5, () =>
    extractDescription({ transcript: note, hint: 'en', userTags: ['budget', 'contract'] }),
  );
  figures.push({ name: `title, summary and tags of ${NOTE_WORDS} words`, value: describeMs, unit: 'ms' });
  return figures;
}

/** The processor time of the worst dictation that runs on the event loop: any kind of text beside any kind of names. */
function worstHold(): Figure {
  const half = MAX_INLINE_LENGTH / 2;
  const texts = (size: number) => [
    ...COSTLY.map((piece) => piece.repeat(size / piece.length)),
    ...HOSTILE_KINDS.map((kind) => fillField(kind, size, 1)),
  ];
  const names = HOSTILE_KINDS.map((kind) => fillLines(kind, half, 2));
  const alone = texts(MAX_INLINE_LENGTH).map((text) => leastProcessorMs(() => format(text, undefined)));
  const pairs = texts(half).flatMap((text) => names.map((list) => leastProcessorMs(() => format(text, list))));
  return {
    name: `worst hold of the event loop, ${alone.length + pairs.length} hostile dictations`,
    value: Math.max(...alone, ...pairs),
    unit: 'ms',
    goal: { atMost: 50 },
  };
}

/**
 * The processor time of the worst check of a rewrite that runs on the event loop: any kind of dictation beside any kind
 * of extra instructions, and the model repeats the dictation or the instructions. The four texts of a check together
 * have the greatest length that runs there.
 */
function worstCheck(): Figure {
  const quarter = MAX_INLINE_LENGTH / 4;
  const pairs = [...COSTLY.map((piece) => piece.repeat(quarter / piece.length)), ...hostile(quarter, 3)].flatMap(
    (raw) =>
      hostile(quarter, 4).flatMap((extraInstructions) =>
        [raw, extraInstructions].map((rewritten) => ({ raw, rewritten, extraInstructions })),
      ),
  );
  const times = pairs.map((pair) => {
    const place = { language: undefined, dictionary: undefined, context: undefined };
    const draft = formatDraft({ text: pair.raw, ...place });
    return leastProcessorMs(() => findRefusal({ ...place, ...pair, draft }));
  });
  return {
    name: `worst hold by a check, ${pairs.length} dictations beside extra instructions`,
    value: Math.max(...times),
    unit: 'ms',
    goal: { atMost: 50 },
  };
}

const hostile = (size: number, seed: number) => HOSTILE_KINDS.map((kind) => fillField(kind, size, seed));

function leastProcessorMs(work: () => unknown): number {
  const times = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function checks(words: number): Figure[] {
  const raw = textOf(words, 7);
  const draft = format(raw, undefined);
  const times: number[] = [];
  for (let at = 0; at < CHECKS; at += 1) {
    const started = performance.now();
    const refusal = findRefusal({
      raw,
      draft,
      rewritten: draft,
      language: 'en',
      dictionary: 'ChargeBee, Kubernetes',
      context: 'App: Slack',
      extraInstructions: undefined,
    });
    times.push(performance.now() - started);
    if (refusal !== undefined) print(`  the draft itself was refused: ${refusal}`);
  }
  return [
    { name: `check of a rewrite, ${words} words: p50`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `check of a rewrite, ${words} words: p95`, value: percentile(times, 0.95), unit: 'ms' },
  ];
}

function format(text: string, dictionary: string | undefined): string {
  return formatByRules({ text, language: 'en', dictionary, context: undefined });
}

/** The same words from another start for each seed, so that no result can be reused from the previous round. */
function textOf(words: number, seed: number): string {
  return Array.from({ length: words }, (_, at) => SPOKEN[(at + seed * 13) % SPOKEN.length]).join(' ');
}

/** The minimum of the rounds: the time of the work itself, without the load of other programs. */
function least(rounds: number, work: (round: number) => unknown): number {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now();
    work(round);
    // The first round warms up.
    if (round > 0) times.push(performance.now() - started);
  }
  return Math.min(...times);
}
