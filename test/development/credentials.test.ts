import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnterpriseKeyStore, keyState } from '../../accounts/enterprise-keys.ts';
import { createTokenStore, SCOPES } from '../../accounts/tokens.ts';
import { type Credentials, type CredentialsDeps, ensureCredentials } from '../../development/credentials.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

const addresses = { base_url: 'http://127.0.0.1:1', enterprise_url: 'http://127.0.0.1:1', temporal_ui: null };

describe('ensureCredentials()', () => {
  let server: TestRedis;
  let folder: string;
  let deps: CredentialsDeps;
  let said: string[];
  beforeAll(async () => {
    server = await startRedis();
    folder = await mkdtemp(join(tmpdir(), 'sotto-credentials-'));
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await server.redis.flushall();
    deps = {
      redis: server.redis,
      path: join(folder, 'credentials.json'),
      secret: 's'.repeat(32),
      say: (line) => said.push(line),
      addresses,
    };
    said = [];
    await rm(deps.path, { force: true });
  });

  const stateOf = async ({ api_key }: Credentials) => {
    const key = await createEnterpriseKeyStore(server.redis).findBySecret(api_key);
    return key ? keyState(key, Date.now()) : 'unknown';
  };
  const verify = ({ personal_token }: Credentials) => createTokenStore(server.redis).verify(personal_token);

  test('creates a working key and token and writes them with owner-only permissions', async () => {
    const made = await ensureCredentials(deps);
    expect(await stateOf(made)).toBe('active');
    expect((await verify(made))?.scopes).toEqual(SCOPES);
    expect(JSON.parse(await readFile(deps.path, 'utf8'))).toEqual({ ...made });
    expect(Object.keys(made).sort()).toEqual(
      ['base_url', 'enterprise_url', 'temporal_ui', 'api_key', 'personal_token', 'user_email'].sort(),
    );
    expect((await stat(deps.path)).mode & 0o777).toBe(0o600);
  });

  test('keeps both on the next start and follows a new address', async () => {
    const first = await ensureCredentials(deps);
    const next = await ensureCredentials({ ...deps, addresses: { ...addresses, temporal_ui: 'http://127.0.0.1:2' } });
    expect(said).toEqual([]);
    expect(next).toEqual({ ...first, temporal_ui: 'http://127.0.0.1:2' });
  });

  test('revokes the credentials of an earlier run that crashed before it wrote the file', async () => {
    const lost = await ensureCredentials(deps);
    await rm(deps.path);
    const found = await ensureCredentials(deps);
    expect(said).toEqual([expect.stringContaining(`An earlier start made a key that '${deps.path}' does not hold`)]);
    expect(await stateOf(lost)).toBe('revoked');
    expect(await verify(lost)).toBeNull();
    expect(await stateOf(found)).toBe('active');
    expect((await verify(found))?.userId).toBeDefined();
    expect(found.user_email).toBe(lost.user_email);
  });

  test('does not change the key and token of another home on the same Redis', async () => {
    const mine = await ensureCredentials(deps);
    const other = await ensureCredentials({ ...deps, path: join(folder, 'other.json'), secret: 'o'.repeat(32) });
    expect(other.api_key).not.toBe(mine.api_key);
    expect(await stateOf(mine)).toBe('active');
    expect(await verify(mine)).not.toBeNull();
  });

  test('creates new ones for a Redis that lost its data, and for a damaged file', async () => {
    const before = await ensureCredentials(deps);
    await server.redis.flushall();
    const after = await ensureCredentials(deps);
    expect(after.api_key).not.toBe(before.api_key);
    await writeFile(deps.path, '{"api_key": 5, "personal_token"');
    expect(await stateOf(await ensureCredentials(deps))).toBe('active');
  });
});
