import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Redis } from '../../platform/redis/connection.ts';

/** A place where a text was found. */
export interface Hit {
  readonly place: string;
  readonly text: string;
}

/** Where to search for texts that must not be stored. */
export interface ScanPlaces {
  readonly redis: Redis;
  readonly client: Client;
  /** Folders, searched file by file: append-only file, database, home, temporary files, logs. */
  readonly folders: readonly string[];
  /** More texts by name, such as the metrics. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Searches everything that Sotto writes for texts, in plain form and as encoded in a payload or JSON. */
export async function scan(places: ScanPlaces, texts: readonly string[]): Promise<Hit[]> {
  const forms = texts.flatMap((text) => formsOf(text).map((form) => ({ text, form: Buffer.from(form.toLowerCase()) })));
  const hits: Hit[] = [];
  const search = (place: string, bytes: Buffer) => {
    const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
    for (const { text, form } of forms) if (lower.includes(form)) hits.push({ place, text });
  };
  for await (const [place, bytes] of everything(places)) search(place, bytes);
  return hits;
}

function formsOf(text: string): string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(shift === 0 ? 0 : 4, -2); // without the edges, which depend on the neighbours
  });
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString('hex'),
    ...base64,
  ];
}

async function* everything(places: ScanPlaces): AsyncGenerator<[place: string, bytes: Buffer]> {
  yield* redisContents(places.redis);
  yield* histories(places.client);
  for (const folder of places.folders) yield* files(folder);
  for (const [name, text] of Object.entries(places.texts)) yield [name, Buffer.from(text)];
}

async function* redisContents(redis: Redis): AsyncGenerator<[string, Buffer]> {
  for (const key of await redis.keys('*')) {
    yield [`redis key ${key}`, Buffer.from(key)];
    const read = {
      string: () => redis.getBuffer(key),
      hash: () => redis.hgetallBuffer(key),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, '0', '-1'),
      list: () => redis.lrange(key, 0, -1),
      stream: () => redis.xrange(key, '-', '+'),
    }[await redis.type(key)];
    const value = read ? await read() : null;
    yield [`redis value of ${key}`, Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value, asText))];
  }
}

/** Bytes as text, because `JSON.stringify` would show a Buffer as `{type, data}`. */
function asText(_key: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data).toString('utf8') : value;
}

/** Ids, memo, search attributes and every event, with the payloads decoded. */
async function* histories(client: Client): AsyncGenerator<[string, Buffer]> {
  for await (const run of client.workflow.list()) {
    yield [`temporal execution ${run.workflowId}`, Buffer.from(JSON.stringify(run.raw, asText))];
    const { events = [] } = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
    const text = JSON.stringify(events, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : asText(_key, value),
    );
    yield [`temporal history of ${run.workflowId}`, Buffer.from(text)];
  }
}

async function* files(folder: string): AsyncGenerator<[string, Buffer]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    yield [`name of ${path}`, Buffer.from(entry.name)];
    if (entry.isFile()) yield [path, await readFile(path)];
  }
}
