import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { noteRecordingObject } from '../../../notes/store/unsettled-recordings.ts';
import type { Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';
import { readKeys } from './check-keys.ts';

/**
 * Compares the recordings on disk with their records in Redis, while no work is running.
 * @returns the differences; empty when there are none
 */
export async function checkRecordings(redis: Redis, folder: string): Promise<string[]> {
  const problems: string[] = [];
  const notes = createNoteStore(redis);
  const named = new Set<string>();
  for (const { name, kind, parts } of await readKeys(redis, [])) {
    if (kind === 'feedback' || kind === 'dictation') await checkAttached(redis, folder, name, problems);
    if (kind !== 'note') continue;
    const [userId = '', noteId = ''] = parts;
    const object = noteRecordingObject(userId, noteId);
    named.add(object);
    const bytes = existsSync(join(folder, object)) ? (await stat(join(folder, object))).size : null;
    const wanted = (await notes.get(userId, noteId))?.recording.bytes;
    if (bytes !== wanted) problems.push(`${object}: it has ${bytes ?? 'no'} bytes, and its note says ${wanted}`);
  }
  for (const object of await filesOf(folder)) {
    if (named.has(object) || (await isToGo(redis, object))) continue;
    problems.push(`${object}: nothing knows of it`);
  }
  return problems;
}

/** The audio that a feedback or a stored dictation names exists until it expires. */
async function checkAttached(redis: Redis, folder: string, name: string, problems: string[]): Promise<void> {
  const { audio } = JSON.parse((await redis.get(name)) ?? '{}') as { audio?: string | { object: string } | null };
  const object = typeof audio === 'string' ? audio : audio?.object;
  if (!object || existsSync(join(folder, object))) return;
  if ((await redis.zscore(keys.recordingExpiries(), object)) !== null) problems.push(`${name}: its audio is not there`);
}

/** Whether the reconciler or the retention will delete the file. */
async function isToGo(redis: Redis, file: string): Promise<boolean> {
  const object = file.replace(/\.part$/, ''); // a partial file of a killed process
  const [room, owner, name] = object.split('/');
  if (room === 'stores') return true; // the marker of the store, and the file that readiness writes and deletes
  if (room !== 'notes') return (await redis.zscore(keys.recordingExpiries(), object)) !== null;
  return (await redis.zscore(keys.unsettledRecordings(), `${owner}/${name}`)) !== null;
}

async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
