import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeWav } from '../speech/remote/wav.ts';
import { dictate } from '../test/support/dictate.ts';
import { startBase, type TestService } from '../test/support/service.ts';
import { type SpawnedProcess, spawnService } from '../test/support/spawn.ts';
import { cpuMs } from './support/cpu.ts';
import { processTree, resetPeaks, totalMiB } from './support/memory.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

type Service = Pick<TestService, 'url' | 'apiKey'> & Pick<SpawnedProcess, 'child'>;

const CALLERS = 8;
const UPLOAD_MIB = 25;
const CLIP_BYTES = 10_000_000;
/** A clip arrives as over a connection of 20 Mbit/s. */
const BYTES_PER_SECOND = 2_500_000;
const CLIP_ROUNDS = 2;
const SHORT_ROUNDS = 6;
const LONG_SECONDS = 20 * 60;
/** Requests that have not ended by then fail, so that the bench ends. */
const MAX_MS = 170_000;

const PARTS = { memory, beside, clips };
type Part = keyof typeof PARTS;

/**
 * `bun run bench uploads [memory | beside | clips]`: the memory of large uploads, the time to answer one, and a short clip
 * beside a long one.
 */
export async function run(args: readonly string[]): Promise<readonly Figure[]> {
  const names = Object.keys(PARTS) as Part[];
  const chosen = args.length === 0 ? names : names.filter((name) => args.includes(name));
  const deadline = AbortSignal.timeout(MAX_MS);
  const base = await startBase();
  const env = { DICTATION_CONCURRENCY: '64', DICTATION_MAX_BYTES: String(64 * 1024 * 1024) };
  const service = await spawnService(base, { env });
  try {
    const figures: Figure[] = [];
    for (const name of chosen) figures.push(...(await PARTS[name](service, deadline)));
    return figures;
  } finally {
    await service.stop();
    await base.stop();
  }
}

/** Eight uploads of 25 MiB at once: silent recordings, which are decoded, and cost no inference. */
async function memory(service: Service, deadline: AbortSignal): Promise<Figure[]> {
  const samples = Math.floor((UPLOAD_MIB * 1024 * 1024) / 2) - 1_000;
  const audio = encodeWav(new Int16Array(samples), 192_000);
  const upload = () => expectAnswer(service, audio, deadline);
  await upload();
  const api = service.child.pid ?? 0;
  const pids = await processTree(api);
  await resetPeaks(pids);
  const before = { api: await totalMiB([api], 'VmRSS'), all: await totalMiB(pids, 'VmRSS') };
  const busyMs = pids.reduce((sum, pid) => sum - cpuMs(pid), 0);
  await Promise.all(Array.from({ length: CALLERS }, upload));
  const peak = { api: await totalMiB([api], 'VmHWM'), all: await totalMiB(pids, 'VmHWM') };
  const cpuSeconds = pids.reduce((sum, pid) => sum + cpuMs(pid), busyMs) / 1000;
  const perByte = (which: 'api' | 'all') => (peak[which] - before[which]) / (CALLERS * UPLOAD_MIB);
  print(`API ${before.api.toFixed(0)} MiB before, peak ${peak.api.toFixed(0)} MiB`);
  print(`API and speech process ${before.all.toFixed(0)} MiB before, peak ${peak.all.toFixed(0)} MiB`);
  return [
    {
      name: 'uploads: memory of API and speech process added / bytes uploaded',
      value: perByte('all'),
      unit: '×',
      goal: { atMost: 1.1 },
    },
    { name: 'uploads: of it the API', value: perByte('api'), unit: '×' },
    { name: 'uploads: processor time of eight uploads of 25 MiB', value: cpuSeconds, unit: 's' },
  ];
}

/**
 * Clips of 10 MB: the time from the last byte to the answer, if they arrive over a slow connection and are decoded
 * meanwhile, against the same clips that arrive at once. They are silent, because the time of inference would hide that
 * of decoding.
 */
async function clips(service: Service, deadline: AbortSignal): Promise<Figure[]> {
  const kinds = { 'MP3 of 250 s': silentMp3(), 'stereo WAV of 57 s': silentWav() };
  const figures: Figure[] = [];
  for (const [kind, clip] of Object.entries(kinds)) {
    const atOnce: number[] = [];
    const slowly: number[] = [];
    for (let round = 0; round < CLIP_ROUNDS; round++) {
      atOnce.push(await answerAfterUpload(service, clip, Number.POSITIVE_INFINITY, deadline));
      slowly.push(await answerAfterUpload(service, clip, BYTES_PER_SECOND, deadline));
    }
    const [all, rest] = [Math.min(...atOnce), Math.min(...slowly)];
    print(`${kind}: answer ${rest.toFixed(0)} ms after the last byte; ${all.toFixed(0)} ms if it arrives at once`);
    figures.push({
      name: `uploads: 10 MB ${kind}, answer if decoded early / afterwards`,
      value: rest / all,
      unit: '×',
    });
  }
  return figures;
}

/** 44.1 kHz, 16 bits. */
function silentWav(): Uint8Array {
  const wav = encodeWav(new Int16Array(CLIP_BYTES / 2), 44_100);
  const view = new DataView(wav.buffer);
  const CHANNELS = 2;
  view.setUint16(22, CHANNELS, true);
  view.setUint32(28, 44_100 * 2 * CHANNELS, true);
  view.setUint16(32, 2 * CHANNELS, true);
  return wav;
}

/** Mono at 320 kbit/s: frames whose side information is 0 are silent (ISO/IEC 11172-3, 2.4.1). */
function silentMp3(): Uint8Array {
  const frameBytes = Math.floor((144 * 320_000) / 44_100);
  const clip = new Uint8Array(Math.ceil(CLIP_BYTES / frameBytes) * frameBytes);
  for (let at = 0; at < clip.length; at += frameBytes) clip.set([0xff, 0xfb, 0xe0, 0xc0], at);
  return clip;
}

/** Uploads a clip at the pace of a connection. @returns milliseconds from its last byte to the answer */
async function answerAfterUpload(
  service: Service,
  clip: Uint8Array,
  bytesPerSecond: number,
  signal: AbortSignal,
): Promise<number> {
  const boundary = 'bench';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const fields = `${part('name="source"')}transcription\r\n${part('name="audio"; filename="clip"')}`;
  const headers = { 'x-api-key': service.apiKey, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const call = request(`${service.url}/v1/enterprise/dictate`, { method: 'POST', headers, signal });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)));
    call.once('error', reject);
  });
  call.write(fields);
  const step = Math.min(clip.length, bytesPerSecond / 20);
  for (let at = 0; at < clip.length; at += step) {
    call.write(clip.subarray(at, at + step));
    if (step < clip.length) await pause(50);
  }
  call.end(`\r\n--${boundary}--\r\n`);
  const started = performance.now();
  const status = await answered;
  if (status !== 200) throw new Error(`The clip ended with ${status}`);
  return performance.now() - started;
}

/** A clip of 3 s alone and while a recording of 20 minutes is transcribed. */
async function beside(service: Service, deadline: AbortSignal): Promise<Figure[]> {
  const short = new Uint8Array(await readFile(new URL('../test/speech/fixtures/ask.flac', import.meta.url)));
  const frames = await readFile(new URL('../test/speech/fixtures/ask.mp3', import.meta.url));
  const long = new Uint8Array(Buffer.concat(Array.from({ length: LONG_SECONDS / 3 }, () => frames)));
  const measure = async () => {
    const took: number[] = [];
    for (let round = 0; round < SHORT_ROUNDS; round++) {
      took.push(await timed(() => expectAnswer(service, short, deadline)));
    }
    return percentile(took, 0.5);
  };
  const alone = await measure();
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, deadline]);
  const longOne = dictate(service, { source: 'transcription', audio: long }, { signal }).then(
    () => 'answered',
    () => 'left',
  );
  await pause(6_000); // it is decoded, and its speech is being recognized
  const besideLong = await measure();
  leaving.abort();
  if ((await longOne) === 'answered') throw new Error('The long recording ended before the short ones');
  print(`3 s clip: alone p50 ${alone.toFixed(0)} ms; beside 20 minutes p50 ${besideLong.toFixed(0)} ms`);
  return [{ name: 'uploads: 3 s clip beside a 20-minute one / alone, p50', value: besideLong / alone, unit: '×' }];
}

async function expectAnswer(service: Service, audio: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
  const { status } = await dictate(service, { source: 'transcription', audio }, { signal });
  if (status !== 200) throw new Error(`A dictation ended with ${status}`);
}
