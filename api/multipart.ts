import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';

/** Why a multipart body was refused. */
export type MultipartFailure =
  | 'not_multipart'
  | 'malformed'
  | 'repeated_field'
  | 'unknown_field'
  | 'text_expected'
  | 'field_too_long'
  | 'file_too_large'
  | 'timed_out'
  | 'aborted';

export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  readonly code: MultipartFailure;
  readonly field: string | undefined;

  constructor(code: MultipartFailure, field?: string) {
    super(field ? `${code}: ${field}` : code);
    this.code = code;
    this.field = field;
  }
}

/** A file part. The stream must be read to its end; it fails with {@link MultipartError} over the limit. */
export interface FilePart {
  readonly field: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly stream: Readable;
}

export interface MultipartRules<File> {
  /** Text fields and their maximum length in bytes of UTF-8. */
  readonly texts: Readonly<Record<string, number>>;
  /** Of these, the ones that may be given more than once, also as `name[]` or `name[0]`. @default none */
  readonly lists?: readonly string[];
  /** What happens with fields that neither list names. @default 'refuse' */
  readonly unknownFields?: 'refuse' | 'ignore';
  /** File fields and their maximum size in bytes. */
  readonly files: Readonly<Record<string, number>>;
  readonly onFile: (part: FilePart) => Promise<File>;
  /** Called with the length of each chunk of the body. An error that it throws ends the reading. */
  readonly onBytes?: (count: number) => void;
  /** Maximum time for the whole body. */
  readonly timeoutMs: number;
  /** Minimum average rate over {@link PACE_WINDOW_MS}. A slower sender fails with `timed_out`. */
  readonly minBytesPerSecond: number;
  /** @default PACE_WINDOW_MS */
  readonly paceWindowMs?: number;
}

export interface MultipartForm<File> {
  readonly texts: ReadonlyMap<string, string>;
  /** The values of {@link MultipartRules.lists}, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, File>;
}

/** Long enough for a phone to change cells. */
const PACE_WINDOW_MS = 10_000;
const MAX_PARTS = 64;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Reads a `multipart/form-data` body (RFC 7578) as a stream. Sizes are counted while reading, so a body without a
 * Content-Length is limited too. Reading stops at the first broken rule.
 * @throws {MultipartError}
 */
export async function readMultipart<File>(request: Request, rules: MultipartRules<File>): Promise<MultipartForm<File>> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body) throw new MultipartError('not_multipart');
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new MultipartError('timed_out')), rules.timeoutMs);
  const pace = watchPace(rules, stop);
  const gone = () => stop.abort(new MultipartError('aborted'));
  request.signal.addEventListener('abort', gone, { once: true });
  if (request.signal.aborted) gone();
  try {
    const form = openForm(contentType, rules, stop);
    const body = readableOf(request.body);
    // The first failure is reported. It also ends the readers of files, which would otherwise wait for more bytes.
    body.once('error', gone);
    form.parser.once('error', (error) => stop.abort(asMultipartError(error)));
    const read = pipeline(body, pace.counted, form.parser, { signal: stop.signal });
    pace.begin(form.parser);
    await read.catch((error: unknown) => {
      throw stop.signal.aborted ? stop.signal.reason : asMultipartError(error);
    });
    return await form.result();
  } finally {
    clearTimeout(timer);
    pace.end();
    request.signal.removeEventListener('abort', gone);
  }
}

/** Counts the bytes of the body and stops the reading when they arrive too slowly. */
function watchPace<File>(rules: MultipartRules<File>, stop: AbortController) {
  const { onBytes, minBytesPerSecond, paceWindowMs = PACE_WINDOW_MS } = rules;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    async *counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        bytes += chunk.length;
        try {
          onBytes?.(chunk.length);
        } catch (error) {
          stop.abort(error);
          throw error;
        }
        yield chunk;
      }
    },
    begin: (parser: Writable) => {
      timer = setInterval(() => {
        // While the store is not ready for more bytes, the sender cannot send them.
        const slow = bytes < (minBytesPerSecond * paceWindowMs) / 1000 && !parser.writableNeedDrain;
        bytes = 0;
        if (slow) stop.abort(new MultipartError('timed_out'));
      }, paceWindowMs);
    },
    end: () => clearInterval(timer),
  };
}

/** The stream types of Node and of the runtime differ in methods that are not used here. */
function readableOf(body: NonNullable<Request['body']>): Readable {
  return Readable.fromWeb(body as unknown as ReadableStream<Uint8Array>);
}

function openForm<File>(contentType: string, rules: MultipartRules<File>, stop: AbortController) {
  const texts = new Map<string, string>();
  const lists = new Map<string, string[]>((rules.lists ?? []).map((name) => [name, []]));
  const files = new Map<string, Promise<File>>();
  const ignoresUnknown = rules.unknownFields === 'ignore';
  const refuse = (code: MultipartFailure, field?: string) => stop.abort(new MultipartError(code, field));
  const parser = createParser(contentType, rules);

  parser.on('field', (given: string | undefined, value, _nameTruncated, valueTruncated) => {
    if (given === undefined) return ignoresUnknown ? undefined : refuse('malformed');
    const name = lists.has(withoutIndex(given)) ? withoutIndex(given) : given;
    const limit = Object.hasOwn(rules.texts, name) ? rules.texts[name] : undefined;
    if (limit === undefined) return ignoresUnknown ? undefined : refuse('unknown_field', name);
    if (texts.has(name)) return refuse('repeated_field', name);
    if (valueTruncated || Buffer.byteLength(value) > limit) return refuse('field_too_long', name);
    const list = lists.get(name);
    if (list) list.push(value);
    else texts.set(name, value);
  });
  parser.on('file', (name: string | undefined, stream, fileName, _encoding, type) => {
    if (name === undefined) {
      if (!ignoresUnknown) refuse('malformed');
      return void stream.resume();
    }
    const limit = Object.hasOwn(rules.files, name) ? rules.files[name] : undefined;
    if (limit === undefined) {
      if (Object.hasOwn(rules.texts, name)) refuse('text_expected', name);
      else if (!ignoresUnknown) refuse('unknown_field', name);
      return void stream.resume();
    }
    if (files.has(name)) {
      refuse('repeated_field', name);
      return void stream.resume();
    }
    const part = { field: name, fileName: fileName || undefined, contentType: type || undefined };
    const file = rules.onFile({ ...part, stream: limited(stream, name, limit, stop) });
    file.catch((error: unknown) => stop.abort(error)); // ends the reading; result() is what the caller sees
    files.set(name, file);
  });
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) parser.on(event, () => refuse('malformed'));

  const result = async (): Promise<MultipartForm<File>> => {
    const finished = await Promise.all([...files].map(async ([name, file]) => [name, await file] as const)).catch(
      (error: unknown) => {
        // A file that breaks a rule also fails its reader with a stream error.
        throw stop.signal.aborted ? stop.signal.reason : error;
      },
    );
    if (stop.signal.aborted) throw stop.signal.reason;
    return { texts, lists, files: new Map(finished) };
  };
  return { parser, result };
}

function createParser<File>(contentType: string, rules: MultipartRules<File>) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name, _type, fileName) => fileName !== undefined || Object.hasOwn(rules.files, name ?? ''),
      limits: {
        parts: MAX_PARTS,
        headerSize: MAX_HEADER_BYTES,
        headerPairs: 32,
        fieldSize: Math.max(0, ...Object.values(rules.texts)) + 1,
      },
    });
  } catch {
    throw new MultipartError('malformed');
  }
}

/** Passes on the bytes of a part, and stops the whole reading after `limit` bytes. */
function limited(file: BusboyFileStream, name: string, limit: number, stop: AbortController): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      bytes += chunk.length;
      if (bytes <= limit) return next(null, chunk);
      const error = new MultipartError('file_too_large', name);
      stop.abort(error);
      next(error);
    },
  });
  pipeline(file, counter, { signal: stop.signal }).catch(() => counter.destroy(asMultipartError(stop.signal.reason)));
  return counter;
}

/** `names[]` and `names[0]` are ways to write a list's field (qs, PHP, Rails). */
function withoutIndex(name: string): string {
  return name.replace(/\[\d{0,3}\]$/, '');
}

function asMultipartError(error: unknown): MultipartError {
  return error instanceof MultipartError ? error : new MultipartError('malformed');
}
