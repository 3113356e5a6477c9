import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createEnterpriseKeyStore, keyState } from '../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createTokenStore, SCOPES } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import type { Redis } from '../platform/redis/connection.ts';
import { writeWhole } from './home.ts';

/** The contents of `credentials.json` in a home. */
export interface Credentials {
  readonly base_url: string;
  readonly enterprise_url: string;
  /** Null unless Temporal is the embedded one. */
  readonly temporal_ui: string | null;
  readonly api_key: string;
  readonly personal_token: string;
  readonly user_email: string;
}

/** The dependencies of {@link ensureCredentials}. */
export interface CredentialsDeps {
  readonly redis: Redis;
  /** The path of the file. */
  readonly path: string;
  /** Distinguishes this home from others that share its Redis. */
  readonly secret: string;
  /** Prints a notice about an earlier start. */
  readonly say: (line: string) => void;
  readonly addresses: Pick<Credentials, 'base_url' | 'enterprise_url' | 'temporal_ui'>;
}

const USER_EMAIL = 'you@sotto.localhost';
const LABEL = 'Made by npm start';

/**
 * The first organization's key and the first user's token: those in the file if they are still valid, otherwise new
 * ones. Leftovers of an interrupted first run are reused or revoked, so the call is idempotent.
 */
export async function ensureCredentials(deps: CredentialsDeps): Promise<Credentials> {
  const kept = await readKept(deps.path);
  const credentials = {
    ...deps.addresses,
    api_key: (await validApiKey(deps.redis, kept.api_key)) ?? (await makeApiKey(deps)),
    ...((await validToken(deps.redis, kept.personal_token)) ?? (await makeToken(deps))),
  };
  await writeWhole(deps.path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}

async function readKept(path: string): Promise<Partial<Credentials>> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {}; // no file yet, or one that is damaged
  }
}

async function validApiKey(redis: Redis, secret: unknown): Promise<string | undefined> {
  if (typeof secret !== 'string') return undefined;
  const key = await createEnterpriseKeyStore(redis).findBySecret(secret);
  return key && keyState(key, Date.now()) === 'active' ? secret : undefined;
}

async function makeApiKey({ redis, secret, path, say }: CredentialsDeps): Promise<string> {
  const organizationId = uuidOf(`organization of ${secret}`);
  await createOrganizationStore(redis).ensure(organizationId, { name: 'First organization' });
  const keys = createEnterpriseKeyStore(redis);
  const lost = (await keys.list(organizationId)).filter((key) => key.label === LABEL && key.revokedAt === undefined);
  if (lost.length > 0) {
    say(`An earlier start made a key that '${path}' does not hold: it is revoked, and a new one is written there`);
  }
  for (const { keyId } of lost) await keys.revoke(organizationId, keyId);
  const made = await keys.create(organizationId, { label: LABEL });
  if (!made) throw new Error('Cannot make the first enterprise key');
  return made.secret;
}

type UserCredentials = Pick<Credentials, 'personal_token' | 'user_email'>;

async function validToken(redis: Redis, secret: unknown): Promise<UserCredentials | undefined> {
  if (typeof secret !== 'string') return undefined;
  const token = await createTokenStore(redis).verify(secret);
  const user = token && (await createUserStore(redis).get(token.userId));
  return user ? { personal_token: secret, user_email: user.email } : undefined;
}

async function makeToken({ redis, secret }: CredentialsDeps): Promise<UserCredentials> {
  const { userId, email } = await createUserStore(redis).ensure({ email: USER_EMAIL });
  const tokens = createTokenStore(redis);
  const name = `${LABEL} (${uuidOf(`token of ${secret}`).slice(0, 8)})`;
  const lost = (await tokens.list(userId)).filter((token) => token.name === name);
  for (const { tokenId } of lost) await tokens.revoke(userId, tokenId);
  const made = await tokens.create(userId, { name, scopes: SCOPES });
  if (!made) throw new Error('Cannot make the first personal token');
  return { personal_token: made.secret, user_email: email };
}

/** Derives a UUID from a text. The text cannot be recovered from it. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
