import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from './exit-codes.ts';
import type { Io } from './io.ts';

const SAMPLE_RATE = 16_000;
const BYTES_PER_SECOND = SAMPLE_RATE * 2;
const HEADER_BYTES = 44;

/** Programs that write samples from the microphone to standard output: 16 kHz, mono, 16 bits, little-endian, no header. */
const RECORDERS: readonly (readonly [command: string, args: readonly string[], platform?: string])[] = [
  ['arecord', ['-q', '-f', 'S16_LE', '-r', '16000', '-c', '1', '-t', 'raw', '-']],
  ['rec', ['-q', '-r', '16000', '-c', '1', '-b', '16', '-e', 'signed-integer', '-L', '-t', 'raw', '-']],
  ['ffmpeg', [...ffmpeg('avfoundation', ':default')], 'darwin'],
  ['ffmpeg', [...ffmpeg('pulse', 'default')], 'linux'],
];

function ffmpeg(format: string, device: string): string[] {
  return ['-loglevel', 'error', '-nostdin', '-f', format, '-i', device, '-ar', '16000', '-ac', '1', '-f', 's16le', '-'];
}

/**
 * Records until the user presses Enter or Ctrl-C, or for `maxSeconds`.
 * @returns a WAV file
 * @throws the reason of `io.signal` if it aborts
 * @throws {UsageError} if no recording program is installed, or it records nothing
 */
export async function recordMicrophone(io: Io, maxSeconds: number | undefined): Promise<Buffer> {
  const [command, args] = findRecorder(io.env['PATH'] ?? '');
  const recorder = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const maxBytes = maxSeconds === undefined ? Number.POSITIVE_INFINITY : Math.ceil(maxSeconds * BYTES_PER_SECOND);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = '';
  const end = () => recorder.kill('SIGINT');
  const ignoreInterrupt = io.onInterrupt(end);
  io.signal.addEventListener('abort', end, { once: true });
  io.stdin.once('data', end);
  recorder.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-1_000);
  });
  recorder.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) end();
  });
  try {
    await new Promise((resolve, reject) => {
      recorder.once('close', resolve);
      recorder.once('error', reject);
    });
  } finally {
    ignoreInterrupt();
    io.signal.removeEventListener('abort', end);
    io.stdin.removeListener('data', end);
    io.stdin.pause();
  }
  io.signal.throwIfAborted();
  const samples = Buffer.concat(chunks).subarray(0, Math.min(bytes - (bytes % 2), maxBytes));
  if (samples.length === 0) {
    throw new UsageError(
      `${command} recorded nothing: ${errors.trim().split('\n').at(-1) || 'is there a microphone?'}`,
    );
  }
  return wav(samples);
}

function findRecorder(path: string) {
  const folders = path.split(delimiter);
  const found = RECORDERS.find(
    ([command, , platform = process.platform]) => platform === process.platform && folders.some(has(command)),
  );
  if (found) return found;
  throw new UsageError('Cannot record: install arecord (alsa-utils), rec (sox) or ffmpeg, or pass a file');
}

const has = (command: string) => (folder: string) => {
  try {
    accessSync(join(folder, command), constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A WAV file of 16-bit mono samples (RIFF, format tag 1). */
function wav(samples: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(BYTES_PER_SECOND, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
