import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { UsageDay } from '../../accounts/daily-usage.ts';
import type { WebhookEndpoint } from '../../webhooks/store/endpoints.ts';
import { UsageQuery } from '../app/usage.ts';
import type { ApiDeps } from '../deps.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { authenticatedOperator } from './authenticate.ts';
import { OPERATOR_DOCS as docs } from './openapi.ts';
import { createOrganizationRoutes } from './organizations.ts';

type OperatorDeps = Pick<ApiDeps, 'accounts' | 'operator' | 'platform' | 'webhooks'>;

const FailingQuery = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }) });

/** What operators see and change: organizations with their keys, usage, and failing webhook endpoints. */
export function createOperatorApi(deps: OperatorDeps) {
  const { organizations, dailyUsage } = deps.accounts;
  const { temporalUiUrl, temporalNamespace } = deps.operator;
  return new Elysia({ prefix: '/v1/operator' })
    .use(createOrganizationRoutes(deps))
    .use(authenticatedOperator(deps))
    .get(
      '/usage',
      async ({ query }) => {
        const ids = (await organizations.list()).map(({ organizationId }) => organizationId);
        const usage = await Promise.all(ids.map(async (id) => ({ id, days: await dailyUsage.read(id, query.days) })));
        const used = usage.filter(({ days }) => days.some(({ dictations }) => dictations > 0));
        return { items: used.flatMap(({ id, days }) => days.map((day) => showUsage(id, day))) };
      },
      checked({ query: UsageQuery, detail: docs.usage }),
    )
    .get(
      '/failing-endpoints',
      async ({ query }) => ({ items: (await deps.webhooks.failing.list(query.limit)).map(showEndpoint) }),
      checked({ query: FailingQuery, detail: docs.failingEndpoints }),
    )
    .get(
      '/links',
      (): Body<'OperatorLinks'> => ({ temporal_ui: temporalUiUrl, namespace: temporalNamespace }),
      checked({ detail: docs.links }),
    );
}

function showUsage(organizationId: string, usage: UsageDay): Body<'OrganizationUsageDay'> {
  return {
    day: usage.day,
    organization_id: organizationId,
    dictations: usage.dictations,
    seconds: usage.dictationSeconds,
    failed: usage.failedDictations,
  };
}

/** The path of a URL can contain a secret, so operators see only its host. */
function showEndpoint(endpoint: WebhookEndpoint): Body<'FailingEndpoint'> {
  return {
    endpoint_id: endpoint.endpointId,
    user_id: endpoint.userId,
    host: new URL(endpoint.url).host,
    status: endpoint.status,
    failing_since: formatTimestamp(endpoint.failingSince),
    disabled_at: formatTimestamp(endpoint.disabledAt),
  };
}
