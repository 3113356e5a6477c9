import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type EnterpriseKey, MAX_KEYS_PER_ORGANIZATION, MAX_LABEL_LENGTH } from '../../accounts/enterprise-keys.ts';
import { MAX_ORIGINS, MAX_REQUESTS_PER_MINUTE, type Organization } from '../../accounts/organizations.ts';
import { normalizeOrigin } from '../../accounts/origin.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { readExpiry } from '../expiry.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked, nullable, RequestValidationError } from '../validation.ts';
import { authenticatedOperator } from './authenticate.ts';
import { ORGANIZATION_DOCS as docs } from './organization-docs.ts';

const id = () => Type.String({ format: 'uuid' });
const OrganizationParams = Type.Object({ organization_id: id() });
const KeyParams = Type.Object({ organization_id: id(), key_id: id() });
const OrganizationChange = Type.Object({
  allowed_origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300, examples: ['https://app.acme.example'] }), { maxItems: MAX_ORIGINS }),
  ),
  requests_a_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REQUESTS_PER_MINUTE })),
});
const NewKey = Type.Object({
  label: Type.String({ minLength: 1, maxLength: MAX_LABEL_LENGTH, pattern: '\\S', examples: ['Backend'] }),
  expires_at: Type.Optional(
    nullable(Type.String({ format: 'date-time', description: 'When it stops working; null for never' })),
  ),
});

/** Organizations, their origins and their keys, for operators. */
export function createOrganizationRoutes(deps: Pick<ApiDeps, 'accounts' | 'operator' | 'platform'>) {
  const { organizations, enterpriseKeys } = deps.accounts;
  const show = async (organization: Organization) =>
    showOrganization(organization, await enterpriseKeys.list(organization.organizationId));

  return new Elysia({ prefix: '/organizations' })
    .use(authenticatedOperator(deps))
    .get(
      '',
      async () => ({ items: await Promise.all((await organizations.list()).map(show)) }),
      checked({ detail: docs.list }),
    )
    .patch(
      '/:organization_id',
      async ({ params, body }) => {
        const changed = await organizations.update(params.organization_id.toLowerCase(), {
          allowedOrigins: body.allowed_origins && readOrigins(body.allowed_origins),
          requestsPerMinute: body.requests_a_minute,
        });
        if (!changed) throw missing('organization');
        return show(changed);
      },
      checked({ params: OrganizationParams, body: OrganizationChange, detail: docs.change }),
    )
    .post(
      '/:organization_id/keys',
      async ({ params, body, set }): Promise<Body<'NewOperatorKey'>> => {
        const organizationId = params.organization_id.toLowerCase();
        const expiresAt = readExpiry(body.expires_at, deps.platform.now());
        const made = await enterpriseKeys.create(organizationId, { label: body.label.trim(), expiresAt });
        if (!made && (await organizations.get(organizationId))) {
          throw new ApiError(409, `An organization may have at most ${MAX_KEYS_PER_ORGANIZATION} keys`);
        }
        if (!made) throw missing('organization');
        set.status = 201;
        return { ...showKey(made.key), secret: made.secret };
      },
      checked({ params: OrganizationParams, body: NewKey, detail: docs.createKey }),
    )
    .delete(
      '/:organization_id/keys/:key_id',
      async ({ params, set }) => {
        const [organizationId, keyId] = [params.organization_id.toLowerCase(), params.key_id.toLowerCase()];
        await enterpriseKeys.revoke(organizationId, keyId);
        if (!(await enterpriseKeys.get(organizationId, keyId))) throw missing('key');
        set.status = 204;
      },
      checked({ params: KeyParams, detail: docs.revokeKey }),
    );
}

const missing = (what: string) => new ApiError(404, `There is no such ${what}`);

/** @throws {RequestValidationError} naming each text that is not an origin */
function readOrigins(texts: readonly string[]): readonly string[] {
  const problems = texts.flatMap((text, index) => {
    try {
      normalizeOrigin(text);
      return [];
    } catch {
      const msg = 'Value should be an origin: scheme://host[:port]';
      return [{ loc: ['body', 'allowed_origins', String(index)], msg, type: 'value_error' }];
    }
  });
  if (problems.length > 0) throw new RequestValidationError(problems);
  return texts;
}

function showOrganization(organization: Organization, known: readonly EnterpriseKey[]): Body<'OperatorOrganization'> {
  return {
    organization_id: organization.organizationId,
    name: organization.name,
    allowed_origins: organization.allowedOrigins,
    requests_a_minute: organization.requestsPerMinute,
    created_at: formatTimestamp(organization.createdAt),
    keys: known.map(showKey),
  };
}

function showKey(key: EnterpriseKey): Body<'OperatorOrganization'>['keys'][number] {
  return {
    key_id: key.keyId,
    label: key.label,
    last4: key.last4,
    created_at: formatTimestamp(key.createdAt),
    expires_at: formatTimestamp(key.expiresAt ?? null),
    revoked_at: formatTimestamp(key.revokedAt ?? null),
    last_used_at: formatTimestamp(key.lastUsedAt ?? null),
  };
}
