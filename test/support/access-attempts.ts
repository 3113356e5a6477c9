import { SCOPES, type Scope } from '../../accounts/tokens.ts';
import type { Access } from './access-routes.ts';
import { OPERATOR_TOKEN } from './api.ts';
import { bearer, type Callers, type Headers, shaped } from './callers.ts';

/** A call that a route must refuse: its description, the status, and the headers of a caller. */
type Attempt = readonly [name: string, status: number, headers: (by: Callers) => Promise<Headers>];

/** Credentials that every user's route refuses. */
const BAD_BEARERS: readonly Attempt[] = [
  ['no credential', 401, async () => ({})],
  ['an unknown token', 401, async () => bearer(shaped('sotto_pat_'))],
  ['a malformed token', 401, async () => bearer('sotto_pat_nonsense')],
  ['another scheme', 401, async () => ({ authorization: 'Basic dXNlcjpwYXNz' })],
  ['an enterprise key as token', 401, async (by) => bearer((await by.enterprise()).key['x-api-key'] ?? '')],
  ['an enterprise key in its own header', 401, async (by) => (await by.enterprise()).key],
  ['a client token', 401, async (by) => (await by.enterprise()).client],
  ['a session’s secret as token', 401, async (by) => bearer((await by.newcomer()).secret)],
  [
    'a revoked token',
    401,
    async (by) => {
      const { userId, made } = await by.newcomer();
      await by.api.tokens.revoke(userId, made.token.tokenId);
      return bearer(made.secret);
    },
  ],
];

const BAD_SESSIONS: readonly Attempt[] = [
  ['an unknown session', 401, async () => ({ cookie: `sotto_session=${shaped('', 56)}` })],
  ['a malformed session', 401, async () => ({ cookie: 'sotto_session=nonsense' })],
  ['an empty session', 401, async () => ({ cookie: 'sotto_session=' })],
  ['a token as session', 401, async (by) => ({ cookie: `sotto_session=${(await by.newcomer()).made.secret}` })],
  ['a session in another cookie', 401, async (by) => ({ cookie: `session=${(await by.newcomer()).secret}` })],
  [
    'an ended session',
    401,
    async (by) => {
      const { secret, cookie } = await by.newcomer();
      await by.api.sessions.endBySecret(secret);
      return cookie;
    },
  ],
  [
    'an expired session',
    401,
    async (by) => {
      const { userId, cookie } = await by.newcomer();
      for (const key of await by.api.redis.redis.keys(`v1:{${userId}}:session:*`))
        await by.api.redis.redis.pexpireat(key, 1);
      return cookie;
    },
  ],
  [
    'a bad token beside a good session',
    401,
    async (by) => ({ ...(await by.newcomer()).cookie, ...bearer(shaped('sotto_pat_')) }),
  ],
];

const BAD_ENTERPRISE: readonly Attempt[] = [
  ['no credential', 401, async () => ({})],
  ['an unknown key', 401, async () => ({ 'x-api-key': shaped('sotto_key_') })],
  ['a malformed key', 401, async () => ({ 'x-api-key': 'nonsense' })],
  ['a personal token', 401, async (by) => (await by.newcomer()).bearer],
  ['a personal token as key', 401, async (by) => ({ 'x-api-key': (await by.newcomer()).made.secret })],
  ['a session', 401, async (by) => (await by.newcomer()).cookie],
  [
    'a revoked key',
    401,
    async (by) => {
      const made = await by.enterprise();
      await by.api.enterpriseKeys.revoke(made.orgId, made.keyId);
      return made.key;
    },
  ],
  [
    'an expired key',
    401,
    async (by) => {
      const made = await by.enterprise({ expiresAt: by.api.clock.ms + 1 });
      by.api.clock.ms += 1;
      return made.key;
    },
  ],
  [
    'a client token of a revoked key',
    401,
    async (by) => {
      const made = await by.enterprise();
      await by.api.enterpriseKeys.revoke(made.orgId, made.keyId);
      return made.client;
    },
  ],
  ['another origin', 403, async (by) => ({ ...(await by.enterprise()).key, origin: 'https://evil.example' })],
  [
    'too many requests',
    429,
    async (by) => {
      const made = await by.enterprise({ requestsPerMinute: 1 });
      await by.call('POST /v1/enterprise/dictate', made.key);
      return made.key;
    },
  ],
];

const BAD_OPERATOR: readonly Attempt[] = [
  ['no credential', 401, async () => ({})],
  ['an unknown operator token', 401, async () => bearer(shaped(''))],
  ['a beginning of the operator token', 401, async () => bearer(OPERATOR_TOKEN.slice(0, -1))],
  ['the operator token with more', 401, async () => bearer(`${OPERATOR_TOKEN}x`)],
  ['another scheme', 401, async () => ({ authorization: `Basic ${OPERATOR_TOKEN}` })],
  ['the operator token as an enterprise key', 401, async () => ({ 'x-api-key': OPERATOR_TOKEN })],
  ['a personal token', 401, async (by) => (await by.newcomer()).bearer],
  ['a session', 401, async (by) => (await by.newcomer()).cookie],
  ['an enterprise key', 401, async (by) => (await by.enterprise()).key],
  ['a client token', 401, async (by) => (await by.enterprise()).client],
];

/** Where a key is allowed as a bearer token, an invalid one is refused. */
const BAD_BEARER_KEYS: readonly Attempt[] = [
  ...BAD_ENTERPRISE,
  ['an unknown key as token', 401, async () => bearer(shaped('sotto_key_'))],
  ['a malformed token', 401, async () => bearer('sk-nonsense')],
  [
    'a revoked key as token',
    401,
    async (by) => {
      const made = await by.enterprise();
      await by.api.enterpriseKeys.revoke(made.orgId, made.keyId);
      return bearer(made.key['x-api-key'] ?? '');
    },
  ],
];

/** Every scope except the required one. */
const without = (scope: Scope) => SCOPES.filter((other) => other !== scope);

/** Every call that a route must refuse, with the exact status. */
export function refusals({ by: who, ...rest }: Access): readonly Attempt[] {
  if (who === 'anyone') return [];
  if (who === 'organization') return BAD_ENTERPRISE;
  if (who === 'operator') return BAD_OPERATOR;
  if (who === 'bearer') return BAD_BEARER_KEYS;
  const scope = 'scope' in rest ? (rest.scope as Scope | null) : null;
  const lacking: Attempt[] = scope
    ? [
        ['a token without the scope', 403, async (by) => (await by.newcomer(without(scope))).bearer],
        ['a token without any scope', 403, async (by) => (await by.newcomer([])).bearer],
      ]
    : [];
  if (who === 'token')
    return [...BAD_BEARERS, ...lacking, ['a session', 401, async (by) => (await by.newcomer()).cookie]];
  const tokens: Attempt[] = who === 'session' ? [['a token', 403, async (by) => (await by.newcomer()).bearer]] : [];
  return [...BAD_BEARERS, ...BAD_SESSIONS, ...lacking, ...tokens];
}

/** Every valid credential. */
export function ways({ by: who, ...rest }: Access): readonly (readonly [string, (by: Callers) => Promise<Headers>])[] {
  if (who === 'anyone') return [['anyone', async () => ({})]];
  if (who === 'operator') return [['the operator token', async () => bearer(OPERATOR_TOKEN)]];
  if (who === 'organization') return [['a key', async (by) => (await by.enterprise()).key]];
  if (who === 'bearer') {
    return [
      ['a key', async (by) => (await by.enterprise()).key],
      ['a key as token', async (by) => bearer((await by.enterprise()).key['x-api-key'] ?? '')],
      ['a client token', async (by) => (await by.enterprise()).client],
    ];
  }
  const scope = 'scope' in rest ? (rest.scope as Scope | null) : null;
  const byToken = [
    'a token with the scope',
    async (by: Callers) => (await by.newcomer(scope ? [scope] : [])).bearer,
  ] as const;
  const bySession = ['a session', async (by: Callers) => (await by.newcomer()).cookie] as const;
  return [...(who === 'session' ? [] : [byToken]), ...(who === 'token' ? [] : [bySession])];
}
