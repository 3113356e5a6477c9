import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { RedisSettings } from './options.ts';

/** The configuration of a process that connects to Redis. */
export type RedisConfig = Config & { readonly REDIS_URL: string };

/**
 * The settings of the connection, with the contents of certificate files.
 * @throws {Error} naming the variable whose file cannot be read
 */
export async function redisSettings(config: RedisConfig): Promise<RedisSettings> {
  const [ca, cert, key] = await Promise.all([
    read('REDIS_TLS_CA', config.REDIS_TLS_CA),
    read('REDIS_TLS_CERT', config.REDIS_TLS_CERT),
    read('REDIS_TLS_KEY', config.REDIS_TLS_KEY),
  ]);
  return {
    url: config.REDIS_URL,
    cluster: config.REDIS_CLUSTER,
    sentinelMaster: config.REDIS_SENTINEL_MASTER,
    sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
    tls: { ca, cert, key },
  };
}

async function read(variable: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Cannot start as the file that ${variable} names cannot be read (${error.code})`);
  });
}
