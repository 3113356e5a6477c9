import { createSignInLinkStore } from '../accounts/sign-in-links.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectRedis, firstConnection, storeUnavailable } from '../platform/redis/connection.ts';
import { redisSettings } from '../platform/redis/settings.ts';
import { type Credentials, ensureCredentials } from './credentials.ts';
import type { Env } from './executables.ts';
import { StackError } from './stack-error.ts';

/** What {@link firstCredentials} needs. */
export interface FirstCredentialsOptions {
  /** The path of the file that keeps the credentials. */
  readonly path: string;
  /** The environment of the API and worker, with the address of Redis. */
  readonly env: Env;
  readonly publicUrl: string;
  /** The address of the embedded Temporal's Web UI; null without one. */
  readonly temporalUi: string | null;
  /** Prints a notice about an earlier start. */
  readonly say: (line: string) => void;
}

/** The credentials of the first organization and user, and a link that signs that user in once within 15 minutes. */
export interface FirstCredentials {
  readonly credentials: Credentials;
  readonly signInLink: string;
}

/**
 * Creates the first organization and user, or finds them.
 * @throws {StackError} when Redis does not answer
 */
export async function firstCredentials(given: FirstCredentialsOptions): Promise<FirstCredentials> {
  const { path, env, publicUrl, temporalUi, say } = given;
  const redis = connectRedis(await redisSettings({ ...readConfig(env), REDIS_URL: env['REDIS_URL'] ?? '' }));
  redis.on('error', () => {}); // each failing command reports it
  try {
    await firstConnection(redis);
    const credentials = await ensureCredentials({
      ...{ redis, path, say, secret: env['SOTTO_SECRET'] ?? '' },
      addresses: { base_url: publicUrl, enterprise_url: publicUrl, temporal_ui: temporalUi },
    });
    const secret = await createSignInLinkStore(redis).create(credentials.user_email);
    // After the `#`, it reaches no server and no log. The page uses it immediately.
    return { credentials, signInLink: `${publicUrl}/sign-in#${secret}` };
  } catch (error) {
    if (!storeUnavailable(error)) throw error;
    throw new StackError(
      'Cannot start as Redis does not answer: check REDIS_URL, or leave it out to have one embedded',
    );
  } finally {
    redis.disconnect();
  }
}
