import { randomUUID } from 'node:crypto';
import type { Redis } from '../platform/redis/connection.ts';
import { createEntities } from '../platform/redis/entities.ts';
import { keys } from '../platform/redis/keys.ts';
import { normalizeOrigin } from './origin.ts';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;
export const MAX_ORIGINS = 100;
export const MAX_NAME_LENGTH = 200;

// Keys contain the id of their organization as bytes.
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A customer of the enterprise API. Times are epoch milliseconds. */
export interface Organization {
  readonly organizationId: string;
  readonly name: string;
  /** Origins from which browsers may send this organization's credentials. */
  readonly allowedOrigins: readonly string[];
  /** Per key. Requests with client tokens count for their key. */
  readonly requestsPerMinute: number;
  readonly createdAt: number;
}

/** The settings that an operator can change. Omitted ones get their default or stay unchanged. */
export interface OrganizationSettings {
  readonly name?: string | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requestsPerMinute?: number | undefined;
}

export interface OrganizationStore {
  /** @throws {TypeError | RangeError} naming the invalid setting */
  create(settings: OrganizationSettings & { readonly name: string }): Promise<Organization>;
  /** The organization with this id; creates it if it does not exist. Idempotent. */
  ensure(organizationId: string, settings: OrganizationSettings & { readonly name: string }): Promise<Organization>;
  /** @returns null when there is no such organization */
  update(organizationId: string, settings: OrganizationSettings): Promise<Organization | null>;
  get(organizationId: string): Promise<Organization | null>;
  /** Oldest first. */
  list(): Promise<Organization[]>;
  /** Removes an organization's record. Its keys are rejected from then on. Returns false when there is none. */
  forget(organizationId: string): Promise<boolean>;
  /** Whether any organization allows the origin. This is enough for a preflight, which has no credential. */
  anyAllowsOrigin(origin: string): Promise<boolean>;
}

/** Stores the organizations that use the enterprise API. */
export function createOrganizationStore(
  redis: Redis,
  { now = Date.now, newId = randomUUID }: { now?: () => number; newId?: () => string } = {},
): OrganizationStore {
  const organizations = createEntities<Organization>(
    redis,
    {
      organizationId: 'string',
      name: 'string',
      allowedOrigins: 'string[]',
      requestsPerMinute: 'number',
      createdAt: 'number',
    },
    'organizationId',
  );
  const get = (organizationId: string) => organizations.find(keys.organization(organizationId));
  const allow = (organizationId: string, origins: readonly string[]) =>
    Promise.all(origins.map((origin) => redis.sadd(keys.originOrganizations(origin), organizationId)));

  /**
   * Indexes before the save, so that a crash may leave an extra origin in the index but never a missing one. Indexes
   * again after the save, because another writer may have removed entries in between.
   */
  async function save(organization: Organization, before: Organization | null): Promise<Organization> {
    const { organizationId, allowedOrigins } = organization;
    await redis.sadd(keys.organizations(), organizationId);
    await allow(organizationId, allowedOrigins);
    await organizations.save(keys.organization(organizationId), organization);
    const gone = (before?.allowedOrigins ?? []).filter((origin) => !allowedOrigins.includes(origin));
    await Promise.all(gone.map((origin) => redis.srem(keys.originOrganizations(origin), organizationId)));
    await allow(organizationId, (await get(organizationId))?.allowedOrigins ?? []);
    return organization;
  }

  async function make(organizationId: string, settings: OrganizationSettings): Promise<Organization> {
    if (!UUID.test(organizationId)) throw new TypeError("Cannot save as 'organizationId' must be a UUID");
    const fresh = { name: '', allowedOrigins: [], requestsPerMinute: DEFAULT_REQUESTS_PER_MINUTE, createdAt: now() };
    return save(withSettings({ organizationId, ...fresh }, settings), null);
  }

  return {
    create: (settings) => make(newId(), settings),
    ensure: async (organizationId, settings) => (await get(organizationId)) ?? (await make(organizationId, settings)),
    update: async (organizationId, settings) => {
      const before = await get(organizationId);
      return before && (await save(withSettings(before, settings), before));
    },
    get,
    list: async () => {
      const ids = await redis.smembers(keys.organizations());
      const found = await Promise.all(ids.map(get));
      return found
        .flatMap((organization) => organization ?? [])
        .sort((a, b) => a.createdAt - b.createdAt || a.organizationId.localeCompare(b.organizationId));
    },
    forget: async (organizationId) => {
      const known = await get(organizationId);
      if (!known) return false;
      const origins = known.allowedOrigins.map((origin) => keys.originOrganizations(origin));
      await Promise.all([keys.organizations(), ...origins].map((index) => redis.srem(index, organizationId)));
      return (await redis.unlink(keys.organization(organizationId))) === 1;
    },
    anyAllowsOrigin: async (origin) => (await redis.exists(keys.originOrganizations(origin))) === 1,
  };
}

function withSettings(organization: Organization, settings: OrganizationSettings): Organization {
  const name = (settings.name ?? organization.name).trim();
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) {
    throw new RangeError(`Cannot save as 'name' must have 1 to ${MAX_NAME_LENGTH} characters: it has ${name.length}`);
  }
  const allowedOrigins = [...new Set((settings.allowedOrigins ?? organization.allowedOrigins).map(normalizeOrigin))];
  if (allowedOrigins.length > MAX_ORIGINS) {
    throw new RangeError(
      `Cannot save as 'allowedOrigins' must have at most ${MAX_ORIGINS} origins: it has ${allowedOrigins.length}`,
    );
  }
  const requestsPerMinute = settings.requestsPerMinute ?? organization.requestsPerMinute;
  if (!Number.isInteger(requestsPerMinute) || requestsPerMinute < 1 || requestsPerMinute > MAX_REQUESTS_PER_MINUTE) {
    throw new RangeError(
      `Cannot save as 'requestsPerMinute' must be a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}: current value is ${requestsPerMinute}`,
    );
  }
  return { ...organization, name, allowedOrigins, requestsPerMinute };
}
