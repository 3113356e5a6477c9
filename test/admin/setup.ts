import { createAuditLog } from '../../accounts/audit-log.ts';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createErasure } from '../../accounts/erasure.ts';
import { createFeedStore } from '../../accounts/feeds.ts';
import { createOAuthGrantStore } from '../../accounts/oauth-grants.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { createSessionStore } from '../../accounts/sessions.ts';
import { createTokenStore } from '../../accounts/tokens.ts';
import { createUserStore } from '../../accounts/users.ts';
import type { AdminDeps } from '../../admin/command.ts';
import { readCall } from '../../admin/run.ts';
import { readArchivedDictation, removeArchivedDictation } from '../../dictation/archive.ts';
import { createFeedbackStore } from '../../dictation/feedback-store.ts';
import { createUsageStore } from '../../dictation/usage-store.ts';
import { createUnsettledRecordings } from '../../notes/store/unsettled-recordings.ts';
import { createWebhookEndpointStore, type WebhookEndpointStore } from '../../webhooks/store/endpoints.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

/** The fields of a row that tests use. Each command prints some of them. */
export interface Shown {
  readonly organization_id: string;
  readonly key_id: string;
  readonly user_id: string;
  readonly token_id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

/** The operator's commands on their own Redis. */
export interface TestAdmin {
  readonly server: TestRedis;
  readonly deps: AdminDeps;
  readonly endpoints: WebhookEndpointStore;
  /** Runs a command and returns its output. */
  admin(...args: string[]): Promise<string>;
  /** Runs a command with `--json` and returns its single row. */
  row(...args: string[]): Promise<Shown>;
  /** The same for a command that lists. */
  rows(...args: string[]): Promise<Shown[]>;
  stop(): Promise<void>;
}

/** The current time of the commands. */
const NOW = Date.parse('2026-01-15T10:00:00Z');
const RETENTION_MS = 90 * 86_400_000;

export async function startAdmin(): Promise<TestAdmin> {
  const server = await startRedis();
  const { redis } = server;
  const now = () => NOW;
  const usage = createUsageStore(redis, { retentionMs: RETENTION_MS });
  const retention = { usageRetentionMs: RETENTION_MS, storeRetentionMs: RETENTION_MS };
  const feedback = createFeedbackStore(redis, { usage, ...retention, now });
  const endpoints = createWebhookEndpointStore(redis, { now });
  const accounts = {
    organizations: createOrganizationStore(redis, { now }),
    users: createUserStore(redis, { now }),
    tokens: createTokenStore(redis, { now }),
  };
  const access = {
    sessions: createSessionStore(redis, { now }),
    oauthGrants: createOAuthGrantStore(redis, { now }),
    feeds: createFeedStore(redis, { now }),
  };
  const deps = {
    ...accounts,
    enterpriseKeys: createEnterpriseKeyStore(redis, { now }),
    feedback,
    erasure: createErasure({
      ...accounts,
      ...access,
      redis,
      unsettled: createUnsettledRecordings(redis, { now }),
      now,
    }),
    endpoints,
    audit: createAuditLog(redis, { retentionMs: RETENTION_MS, now }),
    usage,
    archive: {
      get: (orgId: string, id: string) => readArchivedDictation(redis, orgId, id),
      remove: (orgId: string, id: string) => removeArchivedDictation(redis, orgId, id, now()),
    },
    now,
  };
  const admin = async (...args: string[]) => {
    const call = readCall(args);
    return call.help ?? (await call.run(deps));
  };
  const json = async (...args: string[]) => JSON.parse(await admin(...args, '--json'));
  return { server, deps, endpoints, admin, row: json, rows: json, stop: () => server.stop() };
}
