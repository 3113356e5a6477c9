import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { defaultPayloadConverter } from '@temporalio/common';
import { createPayloadCodec } from '../../../platform/temporal/payload-codec.ts';
import { createUser } from '../../faults/support/user.ts';
import { formOf } from '../../support/dictate.ts';
import { eventually } from '../../support/eventually.ts';
import { startBase, type TestBase } from '../../support/service.ts';
import { type SpawnedProcess, spawnProcess, spawnService } from '../../support/spawn.ts';

const [old, current] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
const before = createPayloadCodec(new Map([['2025', old]]));
const rotated = createPayloadCodec(
  new Map([
    ['2026', current],
    ['2025', old],
  ]),
);
const payload = defaultPayloadConverter.toPayload({ noteId: 'CANARY' });
const textOf = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('utf8');

describe('createPayloadCodec()', () => {
  test('hides the data and its encoding, and gives both back', async () => {
    const [encrypted = {}] = await rotated.encode([payload]);
    expect(textOf(encrypted.data)).not.toContain('CANARY');
    expect(textOf(encrypted.metadata?.['encoding'])).toBe('binary/encrypted');
    expect(textOf(encrypted.metadata?.['encryption-key-id'])).toBe('2026');
    const [decrypted = {}] = await rotated.decode([encrypted]);
    expect(defaultPayloadConverter.fromPayload<object>(decrypted)).toEqual({ noteId: 'CANARY' });
    const [again = {}] = await rotated.encode([payload]);
    expect(textOf(again.data)).not.toBe(textOf(encrypted.data)); // each encryption has its own nonce
  });

  test('decrypts with an older key, and passes plain payloads', async () => {
    const [decrypted] = await rotated.decode(await before.encode([payload]));
    expect(defaultPayloadConverter.fromPayload<object>(decrypted ?? {})).toEqual({ noteId: 'CANARY' });
    expect(await rotated.decode([payload])).toEqual([payload]);
  });

  test('refuses a payload whose key is unknown or that was altered, without naming key or content', async () => {
    const encrypted = await rotated.encode([payload]);
    await expect(before.decode(encrypted)).rejects.toThrow(
      "Cannot decrypt as the key '2026' is not in TEMPORAL_ENCRYPTION_KEYS",
    );
    const other = createPayloadCodec(new Map([['2026', old]]));
    await expect(other.decode(encrypted)).rejects.toThrow('Cannot decrypt as the payload was changed');
    for (const at of [0, 20, -1]) {
      const data = Buffer.from(encrypted[0]?.data ?? []);
      const index = at < 0 ? data.length + at : at;
      data[index] = (data[index] ?? 0) ^ 1;
      await expect(rotated.decode([{ ...encrypted[0], data }])).rejects.toThrow(
        'Cannot decrypt as the payload was changed',
      );
    }
  });
});

describe('with TEMPORAL_ENCRYPTION_KEYS', () => {
  const keys = `2026:${Buffer.from(current).toString('base64')},2025:${Buffer.from(old).toString('base64')}`;
  let base: TestBase;
  let service: Awaited<ReturnType<typeof spawnService>>;
  let worker: SpawnedProcess;
  beforeAll(async () => {
    base = await startBase();
    const env = { TEMPORAL_ENCRYPTION_KEYS: keys, SPEECH_PROCESSES: '1' };
    service = await spawnService(base, { env });
    worker = spawnProcess(base, 'worker/main.ts', { env });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([service.stop(), worker.stop()]);
    await base.stop();
  }, 60_000);

  test('a note runs to its end, and its history holds neither arguments, results nor failures in the clear', async () => {
    const { token, userId } = await createUser(base);
    const headers = { authorization: `Bearer ${token}` };
    const body = formOf({ audio: new TextEncoder().encode('no audio at all') });
    const { note_id } = await (await fetch(`${service.url}/v1/app/notes`, { method: 'POST', headers, body })).json();
    const status = async () =>
      (await (await fetch(`${service.url}/v1/app/notes/${note_id}`, { headers })).json()).status === 'failed';
    await eventually('the note has failed', status, { timeoutMs: 60_000, intervalMs: 200 });
    const query = `SottoNote = '${note_id}' AND WorkflowType = 'note'`;
    const history = await eventually(
      'the workflow has ended',
      async () => {
        for await (const { workflowId } of base.client.workflow.list({ query })) {
          const handle = base.client.workflow.getHandle(workflowId);
          if ((await handle.describe()).status.name === 'COMPLETED') return handle.fetchHistory();
        }
        return undefined;
      },
      { timeoutMs: 60_000 },
    );
    const found = history.events?.flatMap((event) => payloadsOf(event)) ?? [];
    expect(found).toContain('binary/encrypted');
    expect(found).toContain('Encoded failure');
    for (const plain of [note_id, userId, 'audio_undecodable']) {
      expect(found.filter((one) => one.includes(plain))).toEqual([]);
    }
    // Only the SDK's own record of a local activity stays readable: its name, attempt and times.
    const readable = found.filter((one) => one.startsWith('{')).map((one) => Object.keys(JSON.parse(one)).sort());
    const record = ['activity_id', 'activity_type', 'attempt', 'backoff', 'complete_time', 'original_schedule_time'];
    for (const keys of readable) expect(keys).toEqual([...record, 'seq']);
  }, 120_000);

  test('a process without the keys refuses to start', async () => {
    const refused = spawnProcess(base, 'worker/main.ts', { env: { SPEECH_PROCESSES: '1' } });
    await eventually('it has ended', () => refused.child.exitCode !== null, { timeoutMs: 60_000 });
    expect(refused.child.exitCode).toBe(1);
    expect(await refused.log()).toContain(
      "Cannot start as Redis holds values that are encrypted with the key '2026': put it into TEMPORAL_ENCRYPTION_KEYS",
    );
  }, 70_000);
});

/** All payloads of an event except search attributes, which the server must read. */
function payloadsOf(value: unknown, key = ''): string[] {
  if (typeof value !== 'object' || value === null || key === 'searchAttributes') return [];
  if (value instanceof Uint8Array) return [textOf(value)];
  if (key === 'failure' && 'message' in value && typeof value.message === 'string') {
    return [value.message, ...Object.entries(value).flatMap(([name, inner]) => payloadsOf(inner, name))];
  }
  return Object.entries(value).flatMap(([name, inner]) => payloadsOf(inner, name));
}
