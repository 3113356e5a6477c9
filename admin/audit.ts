import { hostname, userInfo } from 'node:os';
import { hashOfAccount, SERVICE } from '../accounts/audit-log.ts';
import type { AdminDeps, Command, Given, Row } from './command.ts';

/** The account that a command's arguments name, looked up before the command may delete it. */
export async function ownerOfCall({ users }: AdminDeps, command: Command, given: Given): Promise<string | undefined> {
  if (command.arguments.includes('organization-id')) return given.argument('organization-id');
  if (!command.arguments.includes('email')) return undefined;
  return (await users.findByEmail(given.argument('email')))?.userId;
}

/**
 * Records that a command was run: in the log of the user or organization that it was about, otherwise in that of the
 * service. An account that was deleted has no log any more, so the service's log names it by a hash.
 */
export async function recordCommand(
  { audit }: AdminDeps,
  { name }: Command,
  result: Row | readonly Row[],
  ownerOfArguments: string | undefined,
): Promise<void> {
  const row = Array.isArray(result) ? {} : (result as Row);
  const owner = ownerOfArguments ?? textOf(row['user_id'] ?? row['organization_id']);
  const origin = { by: 'command', actor: systemUser(), address: hostname() } as const;
  const event = { action: `admin.${name.replace(' ', '.')}`, ...origin };
  if (owner === undefined) return audit.record(SERVICE, event);
  if (DELETIONS.has(name)) return audit.record(SERVICE, { ...event, subject: hashOfAccount(owner) });
  return audit.record(owner, { ...event, subject: textOf(SUBJECTS.map((id) => row[id]).find(Boolean)) });
}

const DELETIONS = new Set(['user delete', 'org delete']);
const SUBJECTS = ['token_id', 'key_id', 'endpoint_id', 'feedback_id'] as const;
const textOf = (id: Row[string] | undefined) => (typeof id === 'string' ? id : undefined);

/** A container may run under a user id that has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
