import { type EnterpriseKey, keyState } from '../accounts/enterprise-keys.ts';
import type { Organization } from '../accounts/organizations.ts';
import {
  type AdminDeps,
  AdminError,
  assertFound,
  type Command,
  type Given,
  instant,
  type Row,
  UsageError,
} from './command.ts';
import { expiryOf } from './expiry.ts';

const LIMIT = { 'requests-per-minute': { type: 'string' } } as const;
const ORIGINS = { origin: { type: 'string', multiple: true } } as const;

/** Commands about organizations and their enterprise keys. */
export const organizationCommands: readonly Command[] = [
  {
    name: 'org create',
    summary: 'Make an organization',
    arguments: ['name'],
    options: { ...ORIGINS, ...LIMIT },
    usage: '[--origin https://app.example]… [--requests-per-minute 600]',
    run: async ({ organizations }, given) =>
      organizationRow(
        await organizations.create({
          name: given.argument('name'),
          allowedOrigins: given.options('origin'),
          requestsPerMinute: given.count('requests-per-minute'),
        }),
      ),
  },
  {
    name: 'org list',
    summary: 'List organizations, oldest first',
    arguments: [],
    options: {},
    run: async ({ organizations }) => (await organizations.list()).map(organizationRow),
  },
  {
    name: 'org show',
    summary: 'Show an organization',
    arguments: ['organization-id'],
    options: {},
    run: async (deps, given) => organizationRow(await organizationOf(deps, given.argument('organization-id'))),
  },
  {
    name: 'org set',
    summary: 'Change an organization; origins given here replace all earlier ones',
    arguments: ['organization-id'],
    options: { name: { type: 'string' }, ...ORIGINS, 'no-origins': { type: 'boolean' }, ...LIMIT },
    usage: '[--name NAME] [--origin https://app.example]… | [--no-origins] [--requests-per-minute 600]',
    run: async ({ organizations }, given) => {
      const origins = given.options('origin');
      if (origins && given.flag('no-origins')) throw new UsageError('Cannot take --origin and --no-origins together');
      const id = given.argument('organization-id');
      const changed = await organizations.update(id, {
        name: given.option('name'),
        allowedOrigins: given.flag('no-origins') ? [] : origins,
        requestsPerMinute: given.count('requests-per-minute'),
      });
      return organizationRow(assertFound(changed, `organization '${id}'`));
    },
  },
  {
    name: 'org delete',
    summary: 'Delete an organization with its keys, usage records, feedback, and the dictations that it had kept',
    arguments: ['organization-id'],
    options: {},
    run: async ({ erasure }, given) => {
      const id = given.argument('organization-id');
      if (!(await erasure.closeOrganization(id))) throw new AdminError(`Cannot find organization '${id}'`);
      await erasure.erase(id);
      return { organization_id: id, state: 'deleted' };
    },
  },
  {
    name: 'key create',
    summary: 'Make an enterprise key; its secret is shown once',
    arguments: ['organization-id'],
    options: { label: { type: 'string' }, expires: { type: 'string' } },
    usage: '--label LABEL [--expires 90d | 2027-01-31]',
    run: createKey,
  },
  {
    name: 'key list',
    summary: 'List the keys of an organization, newest first',
    arguments: ['organization-id'],
    options: {},
    run: async (deps, given) => {
      const { organizationId } = await organizationOf(deps, given.argument('organization-id'));
      return (await deps.enterpriseKeys.list(organizationId)).map((key) => keyRow(key, deps.now()));
    },
  },
  {
    name: 'key revoke',
    summary: 'Stop a key and its client tokens at once',
    arguments: ['organization-id', 'key-id'],
    options: {},
    run: async ({ enterpriseKeys, now }, given) => {
      const [orgId, keyId] = [given.argument('organization-id'), given.argument('key-id')];
      await enterpriseKeys.revoke(orgId, keyId);
      return keyRow(
        assertFound(await enterpriseKeys.get(orgId, keyId), `key '${keyId}' of organization '${orgId}'`),
        now(),
      );
    },
  },
];

async function createKey(deps: AdminDeps, given: Given): Promise<Row> {
  const label = given.option('label');
  if (label === undefined) throw new UsageError('Cannot create a key without --label');
  const { organizationId } = await organizationOf(deps, given.argument('organization-id'));
  const expiresAt = expiryOf(given.option('expires'), deps.now());
  const made = await deps.enterpriseKeys.create(organizationId, { label, expiresAt });
  if (!made) throw new AdminError('Cannot create the key as the organization has too many keys already');
  return { ...keyRow(made.key, deps.now()), secret: made.secret };
}

async function organizationOf({ organizations }: AdminDeps, id: string): Promise<Organization> {
  return assertFound(await organizations.get(id), `organization '${id}'`);
}

function organizationRow(organization: Organization): Row {
  return {
    organization_id: organization.organizationId,
    name: organization.name,
    allowed_origins: organization.allowedOrigins,
    requests_per_minute: organization.requestsPerMinute,
    created_at: instant(organization.createdAt),
  };
}

function keyRow(key: EnterpriseKey, nowMs: number): Row {
  return {
    key_id: key.keyId,
    organization_id: key.organizationId,
    label: key.label,
    ends_in: key.last4,
    state: keyState(key, nowMs),
    created_at: instant(key.createdAt),
    expires_at: instant(key.expiresAt),
    revoked_at: instant(key.revokedAt),
    last_used_at: instant(key.lastUsedAt),
  };
}
