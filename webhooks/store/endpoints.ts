import { randomUUID } from 'node:crypto';
import type { NoteEventType } from '../../contracts/webhook-events.ts';
import type { Clock } from '../../platform/clock.ts';
import { createSealing, type Sealing } from '../../platform/encryption/sealed-values.ts';
import type { Redis } from '../../platform/redis/connection.ts';
import { keys } from '../../platform/redis/keys.ts';
import { loadScript } from '../../platform/redis/script.ts';
import { failingMember } from './failing-member.ts';
import { activeSecrets, firstSecret, secretExpiries } from './stored-secrets.ts';

export const MAX_ENDPOINTS_PER_USER = 20;
/** How long a secret still signs after its rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;
/** Each active secret adds a signature to each delivery's header. */
export const MAX_ACTIVE_SECRETS = 5;

/** Why an endpoint was disabled: a 410 response, 72 hours of failures, or its user. */
export type DisabledReason = 'gone' | 'failing' | 'user';

/** A webhook endpoint without its secrets. Times are epoch milliseconds. */
export interface WebhookEndpoint {
  readonly endpointId: string;
  readonly userId: string;
  readonly url: string;
  readonly description: string | null;
  /** Events that it receives. */
  readonly eventTypes: readonly NoteEventType[];
  readonly status: 'enabled' | 'disabled';
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: number | null;
  /** When the current failure streak started. */
  readonly failingSince: number | null;
  /** Counts how often it was disabled. */
  readonly generation: number;
  /** When each active signing secret expires; null for the current one, which comes first. */
  readonly secretExpiries: readonly (number | null)[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The settings that a user can change. */
export interface EndpointSettings {
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly NoteEventType[];
}

export interface WebhookEndpointStore {
  /** @returns null when the user already has {@link MAX_ENDPOINTS_PER_USER} */
  create(userId: string, settings: EndpointSettings, secret: string): Promise<WebhookEndpoint | null>;
  /** Newest first. */
  list(userId: string): Promise<WebhookEndpoint[]>;
  get(userId: string, endpointId: string): Promise<WebhookEndpoint | null>;
  /** The secrets that sign now, newest first; none when it does not exist. */
  secrets(userId: string, endpointId: string): Promise<string[]>;
  update(userId: string, endpointId: string, settings: Partial<EndpointSettings>): Promise<WebhookEndpoint | null>;
  /** Returns whether it existed. Its attempt log is removed too. Its watch ends the deliveries that wait for it. */
  remove(userId: string, endpointId: string): Promise<boolean>;
  /**
   * Puts a new secret first. The previous one stays active for {@link SECRET_OVERLAP_MS}; older ones keep their expiry.
   */
  rotateSecret(userId: string, endpointId: string, secret: string): Promise<'rotated' | 'too_many' | 'not_found'>;
  /**
   * Enables it and resets its failures.
   * @param generation enables it only if it was disabled exactly this time
   * @returns false when it does not exist, is not disabled, or was disabled another time
   */
  enable(userId: string, endpointId: string, generation?: number): Promise<boolean>;
  /** Returns whether it was enabled before. */
  disable(userId: string, endpointId: string): Promise<boolean>;
}

export interface EndpointStoreOptions {
  readonly now?: Clock;
  readonly newId?: () => string;
  /** Encrypts the signing secrets. @default not at all */
  readonly sealing?: Sealing | undefined;
}

/** Stores webhook endpoints. Every change of state is one atomic step in Redis. */
export function createWebhookEndpointStore(
  redis: Redis,
  { now = Date.now, newId = randomUUID, sealing = createSealing(undefined) }: EndpointStoreOptions = {},
): WebhookEndpointStore {
  const scripts = {
    create: loadScript(redis, new URL('../../platform/redis/lua/create-entity.lua', import.meta.url)),
    update: loadScript(redis, new URL('./lua/update-endpoint.lua', import.meta.url)),
    remove: loadScript(redis, new URL('./lua/remove-endpoint.lua', import.meta.url)),
    rotate: loadScript(redis, new URL('./lua/rotate-secret.lua', import.meta.url)),
    enable: loadScript(redis, new URL('./lua/enable-endpoint.lua', import.meta.url)),
    disable: loadScript(redis, new URL('./lua/disable-endpoint.lua', import.meta.url)),
  };
  const get = async (userId: string, endpointId: string) => {
    const fields = await redis.hgetall(keys.webhookEndpoint(userId, endpointId));
    return readEndpoint(fields, now());
  };

  return {
    get,
    secrets: async (userId, endpointId) => {
      const place = keys.webhookEndpoint(userId, endpointId);
      return activeSecrets((await redis.hget(place, 'secrets')) ?? '[]', now(), place, sealing);
    },
    create: async (userId, settings, secret) => {
      const endpointId = newId();
      const at = now();
      const secrets = firstSecret(sealing.seal(secret, keys.webhookEndpoint(userId, endpointId)));
      const entity = { endpointId, userId, status: 'enabled', generation: 0, createdAt: at, updatedAt: at, secrets };
      const made = await scripts.create(
        { entity: keys.webhookEndpoint(userId, endpointId), ids: keys.webhookEndpoints(userId) },
        {
          max: MAX_ENDPOINTS_PER_USER,
          id: endpointId,
          fields: [...Object.entries(entity).flat(), ...settingFields(settings)],
        },
      );
      return made === 1 ? get(userId, endpointId) : null;
    },
    list: async (userId) => {
      const ids = await redis.smembers(keys.webhookEndpoints(userId));
      const found = await Promise.all(ids.map((id) => get(userId, id)));
      return found
        .filter((endpoint) => endpoint !== null)
        .sort((a, b) => b.createdAt - a.createdAt || a.endpointId.localeCompare(b.endpointId));
    },
    update: async (userId, endpointId, settings) => {
      const fields = ['updatedAt', now(), ...settingFields(settings)];
      await scripts.update({ endpoint: keys.webhookEndpoint(userId, endpointId) }, { fields });
      return get(userId, endpointId);
    },
    remove: async (userId, endpointId) => {
      const touched = {
        endpoint: keys.webhookEndpoint(userId, endpointId),
        ids: keys.webhookEndpoints(userId),
        attempts: keys.webhookAttempts(userId, endpointId),
        times: keys.webhookAttemptTimes(userId, endpointId),
        inFlight: keys.webhookInFlight(userId, endpointId),
      };
      const existed = (await scripts.remove(touched, { id: endpointId })) === 1;
      await redis.zrem(keys.failingEndpoints(), failingMember(userId, endpointId));
      return existed;
    },
    rotateSecret: async (userId, endpointId, secret) => {
      const at = now();
      const sealed = sealing.seal(secret, keys.webhookEndpoint(userId, endpointId));
      const args = { secret: sealed, now: at, overlapEndsAt: at + SECRET_OVERLAP_MS, maxSecrets: MAX_ACTIVE_SECRETS };
      return (await scripts.rotate({ endpoint: keys.webhookEndpoint(userId, endpointId) }, args)) as
        | 'rotated'
        | 'too_many'
        | 'not_found';
    },
    enable: async (userId, endpointId, generation) =>
      (await scripts.enable(
        { endpoint: keys.webhookEndpoint(userId, endpointId) },
        { now: now(), generation: generation ?? '' },
      )) === 1,
    disable: async (userId, endpointId) =>
      (await scripts.disable({ endpoint: keys.webhookEndpoint(userId, endpointId) }, { now: now() })) === 1,
  };
}

function settingFields({ url, description, eventTypes }: Partial<EndpointSettings>): string[] {
  return [
    ...(url === undefined ? [] : ['url', url]),
    ...(description === undefined ? [] : ['description', description ?? '']),
    ...(eventTypes === undefined ? [] : ['eventTypes', eventTypes.join(' ')]),
  ];
}

function readEndpoint(fields: Record<string, string>, nowMs: number): WebhookEndpoint | null {
  const { endpointId, userId, url, description, eventTypes, status, generation } = fields;
  if (!endpointId || !userId || !url) return null;
  const time = (value: string | undefined) => (value ? Number(value) : null);
  return {
    endpointId,
    userId,
    url,
    description: description || null,
    eventTypes: (eventTypes ?? '').split(' ') as NoteEventType[],
    status: status === 'enabled' ? 'enabled' : 'disabled',
    disabledReason: (fields['disabledReason'] as DisabledReason | undefined) ?? null,
    disabledAt: time(fields['disabledAt']),
    failingSince: time(fields['failingSince']),
    generation: Number(generation),
    secretExpiries: secretExpiries(fields['secrets'] ?? '[]', nowMs),
    createdAt: Number(fields['createdAt']),
    updatedAt: Number(fields['updatedAt']),
  };
}
