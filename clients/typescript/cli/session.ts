import type { Command } from 'commander';
import { createSotto, type Sotto } from '../source/client.ts';
import { readConfig } from './config.ts';
import { UsageError } from './exit-codes.ts';
import { isHttpUrl } from './http-url.ts';
import type { Io } from './io.ts';

/** A client for the service that the user signed in to, and the output format. */
export interface Session {
  readonly sotto: Sotto;
  readonly json: boolean;
}

type Needed = 'token' | 'apiKey';

const MISSING: Readonly<Record<Needed, string>> = {
  token: 'This command needs a personal token: run `sotto login`, or set SOTTO_TOKEN',
  apiKey: 'This command needs an enterprise key: run `sotto login`, or set SOTTO_API_KEY',
};

/**
 * Opens a session from options, environment and configuration, in this order.
 * @throws {UsageError} if the credential is missing
 */
export async function openSession(command: Command, io: Io, needed: Needed): Promise<Session> {
  const options = command.optsWithGlobals<{ url?: string; json?: boolean }>();
  const saved = await readConfig(io.env);
  const baseUrl = options.url ?? io.env['SOTTO_URL'] ?? saved.url;
  if (!baseUrl) throw new UsageError('The URL of the service is missing: run `sotto login`, or set SOTTO_URL');
  if (!isHttpUrl(baseUrl)) throw new UsageError(`${baseUrl} is not an http or https URL`);
  // Credentials that were saved for one service are not sent to another.
  const own = saved.url === baseUrl.replace(/\/+$/, '') ? saved : {};
  const token = io.env['SOTTO_TOKEN'] ?? own.token;
  const apiKey = io.env['SOTTO_API_KEY'] ?? own.apiKey;
  if (!{ token, apiKey }[needed]) throw new UsageError(MISSING[needed]);
  return { sotto: createSotto({ baseUrl, token, apiKey }), json: options.json ?? false };
}
