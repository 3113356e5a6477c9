import { createTokenStore } from '../accounts/tokens.ts';
import type { StoredNote } from '../notes/store/codec.ts';
import { startTestStack, type TestStack } from '../test/faults/support/stack.ts';
import { writeBulk } from './support/bulk-notes.ts';
import { memoryMiB } from './support/memory.ts';
import { createCorpus } from './support/note-corpus.ts';
import { type Figure, print } from './support/report.ts';

const SEED = 20_260_121;
const SIZES = [2_000, 20_000, 100_000] as const;
const MAX_GROWTH_MIB = 150;
const MINUTE_MS = 60_000;

/**
 * `bun run bench export [--quick]`: the archive of one user's 2,000, 20,000 and 100,000 notes, and the most that the
 * memory of the API process grew meanwhile. `--quick` leaves the 100,000 out.
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const stack = await startTestStack({ LOG_LEVEL: 'warn' });
  try {
    const figures: Figure[] = [];
    for (const size of args.includes('--quick') ? SIZES.slice(0, 2) : SIZES) {
      figures.push(...(await measure(stack, size)));
    }
    return figures;
  } finally {
    await stack.stop();
  }
}

async function measure(stack: TestStack, size: number): Promise<Figure[]> {
  const userId = crypto.randomUUID();
  const token = await createTokenStore(stack.redis).create(userId, { name: 'bench', scopes: ['notes:read'] });
  await writeBulk(stack.redis, userId, generate(userId, size));
  const headers = { authorization: `Bearer ${token?.secret}` };
  const download = (query: string, onChunk?: () => Promise<void>) =>
    readAll(`${stack.url}/v1/public-api/export.zip${query}`, headers, onChunk);
  await download('?limit=2000'); // what the process holds for good
  const api = stack.pid('API');
  const before = (await memoryMiB(api, 'VmRSS')) ?? 0;
  let [most, looked] = [before, 0];
  const began = performance.now();
  const bytes = await download('', async () => {
    if (performance.now() - looked < 200) return;
    looked = performance.now();
    most = Math.max(most, (await memoryMiB(api, 'VmRSS')) ?? 0);
  });
  const seconds = (performance.now() - began) / 1000;
  print(
    `${size} notes: ${(bytes / 2 ** 20).toFixed(0)} MiB in ${seconds.toFixed(1)} s, ${before.toFixed(0)} to ${most.toFixed(0)} MiB`,
  );
  const name = `export of ${size} notes`;
  return [
    { name: `${name}, growth of memory`, value: most - before, unit: 'MiB', goal: { atMost: MAX_GROWTH_MIB } },
    { name: `${name}, notes a second`, value: size / seconds, unit: '/s' },
  ];
}

/** @returns the bytes of a body, of which nothing is kept */
async function readAll(url: string, headers: Record<string, string>, onChunk?: () => Promise<void>): Promise<number> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`The archive answered ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    await onChunk?.();
  }
  return bytes;
}

function* generate(userId: string, size: number): Generator<StoredNote> {
  const corpus = createCorpus(SEED);
  const firstAt = Date.parse('2026-01-15T10:00:00Z');
  for (let index = 0; index < size; index += 1) {
    const createdAt = firstAt + index * MINUTE_MS;
    const noteId = crypto.randomUUID();
    yield {
      ...{ noteId, userId, ...corpus.note(index), status: 'completed', tags: [], segments: null },
      ...{ errorMessage: null, language: 'en', durationSeconds: 60, recordedAt: null, createdAt, updatedAt: createdAt },
      recording: { object: `notes/${userId}/${noteId}`, contentType: 'audio/flac', bytes: 10 },
      ...{ run: 1, edited: [] },
    };
  }
}
