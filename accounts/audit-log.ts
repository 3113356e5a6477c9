import { createHash } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { keys } from '../platform/redis/keys.ts';
import { scanKeys } from '../platform/redis/scan.ts';

/** The owner of events that belong to no account, or that outlive it. */
export const SERVICE = 'service';

/** The owner of refused credentials. Anyone can cause them, so they must not displace the events of {@link SERVICE}. */
export const REFUSED = 'refused';

/** The owner of a log: the id of a user or an organization, {@link SERVICE} or {@link REFUSED}. */
export type AuditOwner = string;

/** How an actor was authenticated. `command` is the operator's command line, `none` a refused credential. */
export const WAYS = ['session', 'token', 'link', 'operator', 'command', 'none'] as const;

/** A security event: ids, codes and addresses, never content. */
export interface AuditEvent {
  /** What happened, such as `token.created`. */
  readonly action: string;
  readonly by: (typeof WAYS)[number];
  /** Who: the id of a user, or the system user who ran a command. */
  readonly actor?: string | undefined;
  /** From where: the client's address, or the machine of a command. */
  readonly address?: string | undefined;
  /** What it was done to: the id of a token, key, endpoint, session or account. */
  readonly subject?: string | undefined;
  readonly requestId?: string | undefined;
}

/** A recorded event. Its id orders events of one owner. */
export interface AuditEntry extends AuditEvent {
  readonly id: string;
  readonly owner: AuditOwner;
  /** Epoch milliseconds, by the clock of Redis. */
  readonly at: number;
}

export interface AuditPage {
  /** Entries before this one. @default the newest */
  readonly before?: string | undefined;
  /** Epoch milliseconds. */
  readonly since?: number | undefined;
  readonly limit: number;
}

export interface AuditLog {
  record(owner: AuditOwner, event: AuditEvent): Promise<void>;
  /** Newest first. */
  list(owner: AuditOwner, page: AuditPage): Promise<AuditEntry[]>;
  /** The log of every owner, each newest first. It scans all of Redis, so it is for operators' commands only. */
  all(page: AuditPage): AsyncGenerator<AuditEntry>;
}

/** Bounds the memory of one owner. A person causes far fewer events within the retention. */
const MAX_ENTRIES = { owner: 10_000, service: 100_000, refused: 10_000 };

const FIRST_ID = /^0+-0+$/;

/** Hashes the id of a deleted account. Only someone who knows the id can recognize the hash. */
export function hashOfAccount(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/**
 * Stores security events in one append-only stream for each user and organization, one for the service, and one for
 * refused credentials. Entries are never changed; they are removed when they are older than the retention, and with
 * their account.
 */
export function createAuditLog(
  redis: Redis,
  {
    retentionMs,
    now,
    maxEntries = MAX_ENTRIES,
  }: { retentionMs: number; now: () => number; maxEntries?: typeof MAX_ENTRIES },
): AuditLog {
  const oldest = () => Math.max(0, now() - retentionMs);

  /** The stream of an owner, and its maximum number of entries. */
  function streamOf(owner: AuditOwner): { readonly key: string; readonly most: number } {
    if (owner === SERVICE) return { key: keys.serviceAudit(), most: maxEntries.service };
    if (owner === REFUSED) return { key: keys.refusedAudit(), most: maxEntries.refused };
    return { key: keys.audit(owner), most: maxEntries.owner };
  }

  async function list(owner: AuditOwner, { before, since = 0, limit }: AuditPage): Promise<AuditEntry[]> {
    const from = String(Math.max(since, oldest()));
    // Redis refuses an exclusive bound that has no id before it.
    if (before !== undefined && FIRST_ID.test(before)) return [];
    const to = before === undefined ? '+' : `(${before}`;
    const found = await redis.xrevrange(streamOf(owner).key, to, from, 'COUNT', limit);
    return found.map(([id, fields]) => entryOf(owner, id, fields));
  }

  return {
    list,
    record: async (owner, event) => {
      const { key, most } = streamOf(owner);
      const fields = Object.entries(event).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
      const replies = await redis
        .multi()
        .xadd(key, 'MAXLEN', most, '*', ...fields)
        .xtrim(key, 'MINID', oldest())
        .pexpire(key, retentionMs)
        .exec();
      for (const [error] of replies ?? []) if (error) throw error;
    },
    all: async function* (page) {
      yield* await list(SERVICE, page);
      yield* await list(REFUSED, page);
      const owners = new Set<AuditOwner>();
      for await (const names of scanKeys(redis, keys.audit('*'))) {
        for (const name of names) owners.add(name.slice(name.indexOf('{') + 1, name.lastIndexOf('}')));
      }
      for (const owner of owners) yield* await list(owner, page);
    },
  };
}

function entryOf(owner: AuditOwner, id: string, fields: readonly string[]): AuditEntry {
  const named = Object.fromEntries(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1]]] : [])));
  const { action = '', by = 'none', actor, address, subject, requestId } = named;
  return {
    id,
    owner,
    at: Number(id.split('-')[0]),
    action,
    by: by as AuditEvent['by'],
    actor,
    address,
    subject,
    requestId,
  };
}
