import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from 'onnxruntime-node';
import { checksumOf } from './checksum.ts';
import { BUNDLED_MODELS, MODEL_NAMES, type ModelName } from './models.ts';

/** The file with the checksums of the prepared models. */
export const CHECKSUMS = 'checksums.json';

/** The paths of the prepared models. */
export type PreparedModels = Readonly<Record<ModelName, string>>;

/** What decides how a model is edited and optimized. */
const CODE = ['../embedded/onnx-graph.ts', '../inference.ts', './models.ts', './prepare.ts'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/**
 * The bundled models as the inference library optimizes them when it loads them, which takes most of the start of a speech
 * process. Undefined if they were not prepared for exactly these models, this library and this processor, or are damaged.
 */
export async function findPreparedModels(cache: string): Promise<PreparedModels | undefined> {
  const folder = await preparedFolder(cache);
  const path = (name: string) => join(folder, `${name}.ort`);
  try {
    const expected = JSON.parse(await readFile(join(folder, CHECKSUMS), 'utf8'));
    for (const name of MODEL_NAMES) if ((await checksumOf(path(name))) !== expected[name]) return undefined;
    return { encoder: path('encoder'), decoder: path('decoder'), activity: path('activity') };
  } catch {
    return undefined; // not prepared
  }
}

/** The folder of the models that are prepared for this machine. */
export async function preparedFolder(cache: string): Promise<string> {
  const models = MODEL_NAMES.map((name) => checksumOf(BUNDLED_MODELS[name]));
  const code = CODE.map((path) => readFile(path, 'utf8'));
  const parts = [
    env.versions,
    process.platform,
    process.arch,
    await processor(),
    ...(await Promise.all([...models, ...code])),
  ];
  return join(cache, `speech-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`);
}

/** Names of the lines of /proc/cpuinfo that describe the processor, on x86 and ARM. */
const DESCRIBING: ReadonlySet<string> = new Set(['model name', 'flags', 'CPU implementer', 'CPU part', 'Features']);

/** The processor's model and instruction sets, which the layout of optimized weights depends on. */
async function processor(): Promise<string> {
  const info = await readFile('/proc/cpuinfo', 'utf8').catch(() => undefined);
  if (info === undefined) return cpus()[0]?.model ?? 'unknown';
  const [first = ''] = info.split('\n\n');
  const named = first.split('\n').filter((line) => DESCRIBING.has(line.split(':')[0]?.trim() ?? ''));
  return named.join('\n');
}
