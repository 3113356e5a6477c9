import { masterNodes, type Redis } from '../../../platform/redis/connection.ts';
import { keys } from '../../../platform/redis/keys.ts';

/** Whether a key expires. */
type Lifetime = 'expires' | 'stays';

/** Every kind of key. A kind that is added to `platform/redis/keys.ts` must be added here, with whether it expires. */
const LIFETIMES = {
  user: 'stays',
  userByEmail: 'stays',
  token: 'stays',
  tokens: 'stays',
  session: 'expires',
  sessions: 'expires',
  note: 'stays',
  notes: 'stays',
  items: 'stays',
  postings: 'stays',
  unmerged: 'stays',
  noteBytes: 'stays',
  updates: 'stays',
  latestUpdates: 'stays',
  tag: 'stays',
  tags: 'stays',
  unsettledRecordings: 'stays',
  notesUnderWay: 'stays',
  openEvents: 'stays',
  notesComparedUntil: 'stays',
  pieces: 'expires',
  accountExport: 'expires',
  feed: 'stays',
  oauthGrant: 'expires',
  oauthGrants: 'expires',
  oauthClient: 'expires',
  oauthRegistrationRate: 'expires',
  dictationPreferences: 'stays',
  deletedNote: 'expires',
  upload: 'expires',
  uploadParts: 'expires',
  uploadFinisher: 'expires',
  openUploads: 'expires',
  signInLink: 'expires',
  signInMailsDue: 'stays',
  signInRate: 'expires',
  userRate: 'expires',
  clientRate: 'expires',
  operatorRate: 'expires',
  usage: 'expires',
  usageDay: 'expires',
  request: 'expires',
  dictation: 'expires',
  organization: 'stays',
  organizations: 'stays',
  originOrganizations: 'stays',
  enterpriseKey: 'stays',
  enterpriseKeys: 'stays',
  requestRate: 'expires',
  recordingsStore: 'stays',
  recordingExpiries: 'stays',
  feedback: 'expires',
  feedbackText: 'expires',
  feedbackIndex: 'expires',
  webhookEndpoints: 'stays',
  webhookEndpoint: 'stays',
  failingEndpoints: 'stays',
  webhookAttempts: 'expires',
  webhookAttemptTimes: 'expires',
  webhookInFlight: 'expires',
  webhookPending: 'expires',
  webhookMessage: 'expires',
  webhookIdempotency: 'expires',
  audit: 'expires',
  serviceAudit: 'expires',
  refusedAudit: 'expires',
  sealingMarker: 'stays',
} as const satisfies Record<keyof typeof keys, Lifetime>;

export type KeyKind = keyof typeof LIFETIMES;

/** A parsed key of Redis. */
export interface FoundKey {
  readonly name: string;
  readonly kind: KeyKind;
  /** Its parts: the owner first, then ids. */
  readonly parts: readonly string[];
}

const ID = 'any-id';
/** Kinds whose last part is chosen by a caller. */
const OPEN: ReadonlySet<KeyKind> = new Set([
  'usage',
  'dictation',
  'originOrganizations',
  'clientRate',
  'operatorRate',
  'oauthRegistrationRate',
]);

const PATTERNS = (Object.keys(LIFETIMES) as KeyKind[]).map((kind) => ({ kind, pattern: patternOf(kind) }));

/** The pattern of a key of this kind: our own ids contain no colon. */
function patternOf(kind: KeyKind): RegExp {
  const make: unknown = keys[kind];
  const name = typeof make === 'string' ? `${make}:${ID}` : (make as (...ids: string[]) => string)(ID, ID, ID);
  const literals = name.split(ID).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const last = literals.pop() ?? '';
  if (literals.length === 0) return new RegExp(`^${last}$`);
  const ids = Array(literals.length - 1).fill('([^:{}]+)');
  const patterns = [...ids, OPEN.has(kind) ? '(.+)' : '([^:{}]+)'];
  return new RegExp(`^${literals.map((literal, index) => literal + patterns[index]).join('')}${last}$`, 's');
}

/** All keys by kind. An unknown key is a problem, and so is one that expires, or does not, contrary to its kind. */
export async function readKeys(redis: Redis, problems: string[]): Promise<FoundKey[]> {
  const found: FoundKey[] = [];
  for (const name of await allNames(redis)) {
    const match = PATTERNS.flatMap(({ kind, pattern }) => {
      const parts = pattern.exec(name)?.slice(1);
      return parts ? [{ name, kind, parts }] : [];
    });
    const [key] = match;
    if (!key) {
      problems.push(`${name}: no such key is known`);
      continue;
    }
    const leftMs = await redis.pttl(name);
    if (leftMs === -2) continue; // it has just expired
    found.push(key);
    const expires = leftMs >= 0;
    if (expires !== (LIFETIMES[key.kind] === 'expires'))
      problems.push(`${name}: it ${expires ? 'goes' : 'never goes'}`);
  }
  return found;
}

async function allNames(redis: Redis): Promise<string[]> {
  const names = new Set<string>();
  for (const node of masterNodes(redis)) {
    for await (const batch of node.scanStream({ count: 1_000 })) for (const name of batch as string[]) names.add(name);
  }
  return [...names].sort();
}
