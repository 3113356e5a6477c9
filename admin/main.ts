import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuditLog } from '../accounts/audit-log.ts';
import { createEnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import { createErasure } from '../accounts/erasure.ts';
import { createFeedStore } from '../accounts/feeds.ts';
import { createOAuthGrantStore } from '../accounts/oauth-grants.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createSessionStore } from '../accounts/sessions.ts';
import { createTokenStore } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { readArchivedDictation, removeArchivedDictation } from '../dictation/archive.ts';
import { createFeedbackStore } from '../dictation/feedback-store.ts';
import { createUsageStore } from '../dictation/usage-store.ts';
import { createUnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { checkSealingKeys } from '../platform/encryption/key-check.ts';
import { createSealing } from '../platform/encryption/sealed-values.ts';
import { connectRedis, firstConnection, storeUnavailable } from '../platform/redis/connection.ts';
import { redisSettings } from '../platform/redis/settings.ts';
import { createWebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import { AdminError, UsageError } from './command.ts';
import { readCall } from './run.ts';
import { rotateSealedFields } from './sealed-fields.ts';

/**
 * Entry of `bun run admin`, the operator's command line. Exits with 1 when a command fails, and with 2 when the command
 * line is invalid.
 */

try {
  process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`);
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(args: readonly string[], env: Record<string, string | undefined>): Promise<string> {
  const call = readCall(args);
  if (call.help !== undefined) return call.help;
  const config = readConfig(env);
  const redis = connectRedis(await redisSettings({ ...config, REDIS_URL: await redisUrl(config) }));
  redis.on('error', () => {}); // each failing command reports it
  const now = Date.now;
  const usage = createUsageStore(redis, { retentionMs: config.USAGE_RETENTION });
  const feedback = createFeedbackStore(redis, {
    usage,
    usageRetentionMs: config.USAGE_RETENTION,
    storeRetentionMs: config.STORE_RETENTION,
    now,
  });
  await firstConnection(redis);
  try {
    const sealing = createSealing(config.TEMPORAL_ENCRYPTION_KEYS);
    await checkSealingKeys(redis, sealing);
    const accounts = {
      organizations: createOrganizationStore(redis),
      users: createUserStore(redis, { sealing }),
      tokens: createTokenStore(redis),
    };
    return await call.run({
      ...accounts,
      enterpriseKeys: createEnterpriseKeyStore(redis),
      feedback,
      erasure: createErasure({
        ...accounts,
        redis,
        sessions: createSessionStore(redis),
        oauthGrants: createOAuthGrantStore(redis),
        feeds: createFeedStore(redis),
        unsettled: createUnsettledRecordings(redis),
        now,
      }),
      endpoints: createWebhookEndpointStore(redis, { sealing }),
      audit: createAuditLog(redis, { retentionMs: config.AUDIT_RETENTION, now }),
      rotateSecrets: config.TEMPORAL_ENCRYPTION_KEYS && (() => rotateSealedFields(redis, sealing)),
      usage,
      archive: {
        get: (orgId, transcriptionId) => readArchivedDictation(redis, orgId, transcriptionId),
        remove: (orgId, transcriptionId) => removeArchivedDictation(redis, orgId, transcriptionId, now()),
      },
      now,
    });
  } finally {
    redis.disconnect();
  }
}

/** The address of Redis: from the configuration, or as recorded by the stack that was last started here. */
async function redisUrl({ REDIS_URL, SOTTO_HOME }: Config): Promise<string> {
  if (REDIS_URL) return REDIS_URL;
  const noted = await readFile(join(SOTTO_HOME, 'redis-url'), 'utf8').catch(() => undefined);
  if (noted) return noted.trim();
  throw new AdminError(
    `Cannot find Redis as REDIS_URL is not set and nothing was started in '${SOTTO_HOME}': start Sotto, or set REDIS_URL or SOTTO_HOME`,
  );
}

function describe(error: unknown): string {
  if (storeUnavailable(error)) return 'Cannot reach Redis: is Sotto running, or REDIS_URL right?';
  return error instanceof Error ? error.message : 'Cannot go on as an unknown error was thrown';
}
