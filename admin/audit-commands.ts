import type { AuditEntry } from '../accounts/audit-log.ts';
import { type AdminDeps, type Command, type Given, instant, type Row, UsageError } from './command.ts';
import { userOf } from './user-commands.ts';

const DEFAULT_LIMIT = 100;

/** Commands about the log of security events. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    summary: 'List security events, newest first: of a user, of an organization, or of all',
    arguments: [],
    options: {
      user: { type: 'string' },
      org: { type: 'string' },
      since: { type: 'string' },
      limit: { type: 'string' },
    },
    usage: '[--user EMAIL | --org ORGANIZATION-ID] [--since 2026-01-31] [--limit 100]',
    run: async (deps, given) => {
      const page = { since: sinceOf(given.option('since')), limit: given.count('limit') ?? DEFAULT_LIMIT };
      const owner = await ownerOf(deps, given);
      const entries = owner ? await deps.audit.list(owner, page) : await all(deps, page);
      return entries.map(auditRow);
    },
  },
];

async function ownerOf(deps: AdminDeps, given: Given): Promise<string | undefined> {
  const [email, organizationId] = [given.option('user'), given.option('org')];
  if (email !== undefined && organizationId !== undefined)
    throw new UsageError('Cannot take --user and --org together');
  return email === undefined ? organizationId : (await userOf(deps, email)).userId;
}

async function all({ audit }: AdminDeps, page: { since: number | undefined; limit: number }): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of audit.all(page)) entries.push(entry);
  return entries.toSorted((a, b) => b.at - a.at).slice(0, page.limit);
}

/** @throws {UsageError} */
function sinceOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const since = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(since)) {
    throw new UsageError(`Cannot read --since: it must be a date such as 2026-01-31: current value is '${text}'`);
  }
  return since;
}

function auditRow({ at, owner, action, by, actor, address, subject, requestId }: AuditEntry): Row {
  return {
    at: instant(at),
    owner,
    action,
    by,
    actor: actor ?? null,
    address: address ?? null,
    subject: subject ?? null,
    request_id: requestId ?? null,
  };
}
