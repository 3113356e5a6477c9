import { randomBytes, randomUUID } from 'node:crypto';
import { createEnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createTokenStore } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { startRedis } from '../test/support/redis.ts';
import { type Figure, print } from './support/report.ts';
import { percentile } from './support/stats.ts';

const ROUNDS = 4_000;
const WARM_UP = 2_000;

/**
 * A kind of credential, and the kinds of wrong ones that an attacker could try to distinguish by their response time.
 */
interface Subject {
  readonly name: string;
  readonly verify: (secret: string) => Promise<unknown>;
  readonly right: string;
  readonly wrong: Readonly<Record<string, () => string>>;
}

/**
 * `bun run bench credentials`: whether response times distinguish kinds of wrong credentials, measured in turn on one
 * connection. A valid one takes longer, because its record is read; its holder knows that it is valid.
 */
export async function run(): Promise<readonly Figure[]> {
  const server = await startRedis();
  try {
    const { organizationId } = await createOrganizationStore(server.redis).create({ name: 'Bench' });
    const keys = createEnterpriseKeyStore(server.redis);
    const tokens = createTokenStore(server.redis);
    const { userId } = await createUserStore(server.redis).ensure({ email: 'bench@example.org' });
    const key = await keys.create(organizationId, { label: 'bench' });
    const token = await tokens.create(userId, { name: 'bench', scopes: ['notes:read'] });
    if (!key || !token) throw new Error('No credential could be made');
    // The first use records its time.
    await tokens.verify(token.secret);
    const subjects = [
      subject('enterprise key', keys.findBySecret, key.secret),
      subject('personal token', tokens.verify, token.secret),
    ];
    const figures: Figure[] = [];
    for (const each of subjects) figures.push(...(await compare(each)));
    return figures;
  } finally {
    await server.stop();
  }
}

function subject(name: string, verify: Subject['verify'], right: string): Subject {
  const prefix = right.slice(0, 'sotto_key_'.length);
  const bytes = Buffer.from(right.slice(prefix.length), 'base64url');
  const with_ = (owner: Uint8Array, secret: Uint8Array) =>
    prefix + Buffer.concat([owner, secret]).toString('base64url');
  const [owner, secret] = [bytes.subarray(0, 16), bytes.subarray(16)];
  const stranger = () => Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  return {
    name,
    verify,
    right,
    wrong: {
      'wrong in the first byte': () => with_(owner, flipped(secret, 0)),
      'wrong in the last byte': () => with_(owner, flipped(secret, secret.length - 1)),
      'of the right owner': () => with_(owner, randomBytes(secret.length)),
      'of an unknown owner': () => with_(stranger(), randomBytes(secret.length)),
    },
  };
}

function flipped(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
}

async function compare({ name, verify, right, wrong }: Subject): Promise<Figure[]> {
  const ways = Object.entries({ right: () => right, ...wrong });
  const times = new Map<string, number[]>(ways.map(([way]) => [way, []]));
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const [way, secretOf] of shuffled(ways)) {
      const secret = secretOf();
      const started = performance.now();
      await verify(secret);
      if (round >= WARM_UP) times.get(way)?.push(performance.now() - started);
    }
  }
  const medians = new Map([...times].map(([way, values]) => [way, percentile(values, 0.5)]));
  print(`${name}: ${[...medians].map(([way, ms]) => `${way} ${(ms * 1000).toFixed(1)} µs`).join('; ')}`);
  const wrongs = [...medians].filter(([way]) => way !== 'right').map(([, ms]) => ms);
  return [
    {
      name: `${name}: right / typical wrong, median`,
      value: (medians.get('right') ?? 0) / percentile(wrongs, 0.5),
      unit: '×',
    },
    {
      name: `${name}: slowest wrong / fastest wrong, median`,
      value: Math.max(...wrongs) / Math.min(...wrongs),
      unit: '×',
      goal: { atMost: 1.05 },
    },
  ];
}

/** A random order each round, so that none always follows the same one. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
