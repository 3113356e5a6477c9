import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../platform/log.ts';
import { createSpeechEngine } from '../speech/engine.ts';
import { encodeWav } from '../speech/remote/wav.ts';
import { dictate } from '../test/support/dictate.ts';
import { startBase, type TestService } from '../test/support/service.ts';
import { spawnService } from '../test/support/spawn.ts';
import { processTree, resetPeaks, totalMiB } from './support/memory.ts';
import { type Figure, print } from './support/report.ts';
import { percentile, timed } from './support/stats.ts';

type Service = Pick<TestService, 'url' | 'apiKey'>;

const CALLERS = 8;
const UPLOAD_MIB = 25;
const CLIP_BYTES = 10_000_000;
/** The clip arrives as over a connection of 20 Mbit/s. */
const BYTES_PER_SECOND = 2_500_000;
const CLIP_ROUNDS = 2;
const SHORT_ROUNDS = 8;
const LONG_SECONDS = 20 * 60;

/** `bun run bench uploads`: the memory of large uploads, the time to answer one, and a short clip beside a long one. */
export async function run(): Promise<readonly Figure[]> {
  const base = await startBase();
  const env = { DICTATION_CONCURRENCY: '64', DICTATION_MAX_BYTES: String(64 * 1024 * 1024) };
  const service = await spawnService(base, { env });
  try {
    const figures = [...(await besideLong(service)), ...(await largeClip(service))];
    return [...figures, ...(await memory(service, service.child.pid ?? 0))];
  } finally {
    await service.stop();
    await base.stop();
  }
}

/** Eight uploads of 25 MiB at once: silent recordings, which are decoded, and cost no inference. */
async function memory(service: Service, pid: number): Promise<Figure[]> {
  const samples = Math.floor((UPLOAD_MIB * 1024 * 1024) / 2) - 1_000;
  const audio = encodeWav(new Int16Array(samples), 192_000);
  const upload = () => expectAnswer(service, audio);
  await upload();
  const pids = await processTree(pid);
  await resetPeaks(pids);
  const before = await totalMiB(pids, 'VmRSS');
  await Promise.all(Array.from({ length: CALLERS }, upload));
  const peak = await totalMiB(pids, 'VmHWM');
  print(`API and speech process: ${before.toFixed(0)} MiB before, peak ${peak.toFixed(0)} MiB`);
  const added = (peak - before) / (CALLERS * UPLOAD_MIB);
  return [
    {
      name: 'uploads: memory of API and speech process added / bytes uploaded',
      value: added,
      unit: '×',
      goal: { atMost: 1.1 },
    },
  ];
}

/**
 * An MP3 of 10 MB over a slow connection: the time from its last byte to the answer, against a bare engine. It is silent,
 * because the time of inference would hide that of decoding.
 */
async function largeClip(service: Service): Promise<Figure[]> {
  const clip = silentMp3();
  const engine = createSpeechEngine({ processes: 1, threads: 2, log: createLog('silent') });
  await engine.ready();
  const bare: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < CLIP_ROUNDS; round++) {
    bare.push(
      await timed(() =>
        engine.transcribe({
          audio: { bytes: clip },
          language: undefined,
          vocabulary: [],
          maxSeconds: 3_600,
          separateChannels: false,
          signal: new AbortController().signal,
        }),
      ),
    );
    whole.push(await answerAfterUpload(service, clip));
  }
  await engine.close();
  const [bare50, whole50] = [percentile(bare, 0.5), percentile(whole, 0.5)];
  print(`10 MB clip: bare engine ${bare50.toFixed(0)} ms; from the last byte to the answer ${whole50.toFixed(0)} ms`);
  return [
    { name: 'uploads: 10 MB clip, answer after the last byte / bare engine', value: whole50 / bare50, unit: '×' },
  ];
}

/** Mono at 320 kbit/s: frames whose side information is 0 are silent (ISO/IEC 11172-3, 2.4.1). */
function silentMp3(): Uint8Array {
  const frameBytes = Math.floor((144 * 320_000) / 44_100);
  const clip = new Uint8Array(Math.ceil(CLIP_BYTES / frameBytes) * frameBytes);
  for (let at = 0; at < clip.length; at += frameBytes) clip.set([0xff, 0xfb, 0xe0, 0xc0], at);
  return clip;
}

/** Uploads a clip at the pace of a connection. @returns milliseconds from its last byte to the answer */
async function answerAfterUpload(service: Service, clip: Uint8Array): Promise<number> {
  const boundary = 'bench';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const fields = `${part('name="source"')}transcription\r\n${part('name="audio"; filename="clip"')}`;
  const headers = { 'x-api-key': service.apiKey, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const call = request(`${service.url}/v1/enterprise/dictate`, { method: 'POST', headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)));
    call.once('error', reject);
  });
  call.write(fields);
  const step = BYTES_PER_SECOND / 20;
  for (let at = 0; at < clip.length; at += step) {
    call.write(clip.subarray(at, at + step));
    await pause(50);
  }
  call.end(`\r\n--${boundary}--\r\n`);
  const started = performance.now();
  const status = await answered;
  if (status !== 200) throw new Error(`The clip ended with ${status}`);
  return performance.now() - started;
}

/** A clip of 3 s alone and while a recording of 20 minutes is transcribed. */
async function besideLong(service: Service): Promise<Figure[]> {
  const short = new Uint8Array(await readFile(new URL('../test/speech/fixtures/ask.flac', import.meta.url)));
  const frames = await readFile(new URL('../test/speech/fixtures/ask.mp3', import.meta.url));
  const long = new Uint8Array(Buffer.concat(Array.from({ length: LONG_SECONDS / 3 }, () => frames)));
  const measure = async () => {
    const took: number[] = [];
    for (let round = 0; round < SHORT_ROUNDS; round++) took.push(await timed(() => expectAnswer(service, short)));
    return percentile(took, 0.5);
  };
  const alone = await measure();
  const leaving = new AbortController();
  const longOne = dictate(service, { source: 'transcription', audio: long }, { signal: leaving.signal }).then(
    () => 'answered',
    () => 'left',
  );
  await pause(2_000); // it is decoded, and its speech is being recognized
  const beside = await measure();
  leaving.abort();
  if ((await longOne) === 'answered') throw new Error('The long recording ended before the short ones');
  print(`3 s clip: alone p50 ${alone.toFixed(0)} ms; beside 20 minutes p50 ${beside.toFixed(0)} ms`);
  return [{ name: 'uploads: 3 s clip beside a 20-minute one / alone, p50', value: beside / alone, unit: '×' }];
}

async function expectAnswer(service: Service, audio: Uint8Array<ArrayBuffer>): Promise<void> {
  const { status } = await dictate(service, { source: 'transcription', audio });
  if (status !== 200) throw new Error(`A dictation ended with ${status}`);
}
