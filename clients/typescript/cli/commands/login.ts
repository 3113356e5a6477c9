import { isCancel, password, text } from '@clack/prompts';
import type { Command } from 'commander';
import { createSotto } from '../../source/client.ts';
import { type Config, removeConfig, writeConfig } from '../config.ts';
import { UsageError } from '../exit-codes.ts';
import { isHttpUrl } from '../http-url.ts';
import { readInput } from '../input.ts';
import { type Io, print, say } from '../io.ts';

interface Options {
  readonly url?: string;
  readonly json?: boolean;
  readonly withTokens?: boolean;
}

const DEFAULT_URL = 'http://localhost:3000';

/** `login` and `logout`. */
export function addLogin(program: Command, io: Io): void {
  program
    .command('login')
    .description('save the URL of a service and your tokens for it')
    .option('--with-tokens', 'read the tokens from standard input, one per line')
    .action(async (_: object, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const config = options.withTokens ? await fromInput(options, io) : await ask(options, io);
      const email = await check(config, io);
      const path = await writeConfig(io.env, config);
      say(io, `Saved to ${path}`);
      print(io, options.json ?? false, { url: config.url, email }, email ?? `${config.url}`);
    });
  program
    .command('logout')
    .description('delete the saved URL and tokens')
    .action(() => removeConfig(io.env));
}

async function fromInput({ url }: Options, io: Io): Promise<Config> {
  const lines = (await readInput(io))
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim());
  return configOf(url ?? io.env['SOTTO_URL'] ?? DEFAULT_URL, lines);
}

async function ask({ url }: Options, io: Io): Promise<Config> {
  if (!io.stdin.isTTY) throw new UsageError('Standard input is not a terminal: use --with-tokens');
  const known = url ?? io.env['SOTTO_URL'];
  const address = known ?? answered(await text({ message: 'URL of the service', initialValue: DEFAULT_URL }));
  const token = answered(await password({ message: 'Personal token, for notes and webhooks (Enter for none)' }));
  const key = answered(await password({ message: 'Enterprise key, for dictation (Enter for none)' }));
  return configOf(address, [token, key]);
}

function answered(answer: string | symbol | undefined): string {
  if (isCancel(answer)) throw new UsageError('Nothing was saved');
  return String(answer ?? '').trim();
}

/** The prefix of each secret shows its kind. */
function configOf(address: string, secrets: readonly string[]): Config {
  const url = address.replace(/\/+$/, '');
  if (!isHttpUrl(url)) throw new UsageError(`${address} is not an http or https URL`);
  const given = secrets.filter((secret) => secret !== '');
  const token = given.find((secret) => secret.startsWith('sotto_pat_'));
  const apiKey = given.find((secret) => secret.startsWith('sotto_key_'));
  if (given.length === 0 || given.some((secret) => secret !== token && secret !== apiKey)) {
    throw new UsageError('Enter a personal token (sotto_pat_…), an enterprise key (sotto_key_…), or both');
  }
  return { url, ...(token ? { token } : {}), ...(apiKey ? { apiKey } : {}) };
}

/** Checks the credentials. @returns the user's e-mail address; null if there is only a key */
async function check({ url = '', token, apiKey }: Config, { signal }: Io): Promise<string | null> {
  const sotto = createSotto({ baseUrl: url, token, apiKey, maxRetries: 0, timeoutMs: 10_000 });
  if (apiKey) await sotto.POST('/v1/enterprise/client-tokens', { signal });
  if (!token) return null;
  const { data } = await sotto.GET('/v1/app/me', { signal });
  return data?.email ?? null;
}
