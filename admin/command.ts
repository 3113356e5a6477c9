import type { ParseArgsConfig } from 'node:util';
import type { EnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import type { OrganizationStore } from '../accounts/organizations.ts';
import type { TokenStore } from '../accounts/tokens.ts';
import type { UserStore } from '../accounts/users.ts';
import type { ArchivedDictation } from '../dictation/archive.ts';
import type { FeedbackStore } from '../dictation/feedback-store.ts';
import type { UsageStore } from '../dictation/usage-store.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import type { Deletion } from './deletion.ts';

/** What the operator's commands work on. */
export interface AdminDeps {
  readonly organizations: OrganizationStore;
  readonly enterpriseKeys: EnterpriseKeyStore;
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly feedback: FeedbackStore;
  readonly usage: Pick<UsageStore, 'getUsage' | 'findRequest'>;
  /** What `store=true` kept. */
  readonly archive: {
    get(orgId: string, transcriptionId: string): Promise<ArchivedDictation | null>;
    remove(orgId: string, transcriptionId: string): Promise<boolean>;
  };
  readonly deletion: Deletion;
  readonly endpoints: Pick<WebhookEndpointStore, 'list' | 'enable' | 'disable' | 'remove'>;
  readonly now: () => number;
}

/** One row of output. Names are those of the JSON output; times are ISO 8601. */
export type Row = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A command's arguments, read: the named positional ones and the options. */
export interface Given {
  /** A positional argument of the command's usage. */
  argument(name: string): string;
  option(name: string): string | undefined;
  /** Every value of an option that may be repeated; undefined when it was not given at all. */
  options(name: string): readonly string[] | undefined;
  flag(name: string): boolean;
  /** @throws {UsageError} when it is no whole number */
  count(name: string): number | undefined;
}

export interface Command {
  /** Two words, such as `org create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, in order. */
  readonly arguments: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How the options are written, for help. */
  readonly usage?: string;
  run(deps: AdminDeps, given: Given): Promise<Row | readonly Row[]>;
}

/** The command was written wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was understood and cannot be done. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** A time as the output shows it. */
export function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** What was looked for. @throws {AdminError} when it is not there */
export function found<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AdminError(`Cannot find ${what}`);
  return value;
}
