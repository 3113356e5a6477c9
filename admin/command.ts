import type { ParseArgsConfig } from 'node:util';
import type { AuditLog } from '../accounts/audit-log.ts';
import type { EnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import type { Erasure } from '../accounts/erasure.ts';
import type { OrganizationStore } from '../accounts/organizations.ts';
import type { TokenStore } from '../accounts/tokens.ts';
import type { UserStore } from '../accounts/users.ts';
import type { ArchivedDictation } from '../dictation/archive.ts';
import type { FeedbackStore } from '../dictation/feedback-store.ts';
import type { UsageStore } from '../dictation/usage-store.ts';
import type { WebhookEndpointStore } from '../webhooks/store/endpoints.ts';
import type { Rotation } from './sealed-fields.ts';

/** The dependencies of the operator's commands. */
export interface AdminDeps {
  readonly organizations: OrganizationStore;
  readonly enterpriseKeys: EnterpriseKeyStore;
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly feedback: FeedbackStore;
  readonly usage: Pick<UsageStore, 'getUsage' | 'findRequest'>;
  /** Dictations that were stored with `store=true`. */
  readonly archive: {
    get(orgId: string, transcriptionId: string): Promise<ArchivedDictation | null>;
    remove(orgId: string, transcriptionId: string): Promise<boolean>;
  };
  readonly audit: AuditLog;
  /** Undefined when no keys are configured. */
  readonly rotateSecrets?: (() => Promise<Rotation>) | undefined;
  readonly erasure: Erasure;
  readonly endpoints: Pick<WebhookEndpointStore, 'list' | 'enable' | 'disable' | 'remove'>;
  readonly now: () => number;
}

/** One row of output. Names are those of the JSON output; times are ISO 8601. */
export type Row = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A command's parsed arguments: positional ones and options. */
export interface Given {
  /** A positional argument of the command's usage. */
  argument(name: string): string;
  option(name: string): string | undefined;
  /** Every value of a repeatable option; undefined when it was not given. */
  options(name: string): readonly string[] | undefined;
  flag(name: string): boolean;
  /** @throws {UsageError} when it is not a whole number */
  count(name: string): number | undefined;
}

export interface Command {
  /** Two words, such as `org create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments, in order. */
  readonly arguments: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How the options are written in the help text. */
  readonly usage?: string;
  run(deps: AdminDeps, given: Given): Promise<Row | readonly Row[]>;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command is valid but cannot be executed. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** Formats a time for the output. */
export function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** Returns the value. @throws {AdminError} when it is missing */
export function assertFound<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AdminError(`Cannot find ${what}`);
  return value;
}
