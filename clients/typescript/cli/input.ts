import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { UploadSource } from '../source/upload.ts';
import { UsageError } from './exit-codes.ts';
import { type Io, say } from './io.ts';
import { recordMicrophone } from './microphone.ts';

/** Reads standard input to its end. @throws when the command is ended */
export async function readInput({ stdin, signal }: Pick<Io, 'stdin' | 'signal'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, stdin)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const TYPES: Readonly<Record<string, string>> = {
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.webm': 'audio/webm',
};

/** A recording to upload. */
export interface AudioFile {
  readonly source: UploadSource;
  readonly bytes: number;
  /** The file name; null for a pipe or a microphone. */
  readonly name: string | null;
  readonly contentType: string | undefined;
}

interface From {
  /** A path, `-` for standard input, undefined for the microphone. */
  readonly file: string | undefined;
  readonly maxSeconds: number | undefined;
}

/** Audio as bytes. @throws {UsageError} if there is none */
export async function readAudio(io: Io, { file, maxSeconds }: From): Promise<Buffer> {
  if (file === undefined) {
    say(io, maxSeconds === undefined ? 'Recording: press Ctrl-C or Enter to stop' : `Recording for ${maxSeconds} s`);
    return recordMicrophone(io, maxSeconds);
  }
  if (file !== '-') return readFile(file).catch((error: NodeJS.ErrnoException) => missing(file, error));
  if (io.stdin.isTTY) throw new UsageError('Standard input is a terminal: pipe audio into it');
  return readInput(io);
}

/** Opens audio for an upload, without reading a file into memory. */
export async function openAudio(io: Io, from: From): Promise<AudioFile> {
  const { file } = from;
  if (file === undefined || file === '-') {
    const audio = await readAudio(io, from);
    return { source: audio, bytes: audio.length, name: null, contentType: file ? undefined : 'audio/wav' };
  }
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => missing(file, error));
  const contentType = TYPES[extname(file).toLowerCase()];
  return { source: createReadStream(file), bytes: size, name: basename(file, extname(file)), contentType };
}

function missing(file: string, { code }: NodeJS.ErrnoException): never {
  throw new UsageError(`Cannot read ${file}: ${code === 'ENOENT' ? 'no such file' : code}`);
}
