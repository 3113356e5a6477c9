import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { AuditEntry } from '../../accounts/audit-log.ts';
import type { ApiDeps } from '../deps.ts';
import { formatTimestamp } from '../instant.ts';
import { answer, invalid } from '../schemas/answers.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { SESSION_REFUSALS } from './docs-parts.ts';

const AuditQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}-\\d{1,15}$', description: 'The `next` of an earlier answer' }),
  ),
});

const docs = {
  tags: ['App'],
  security: [{ session: [] }],
  operationId: 'listSecurityEvents',
  summary: "The user's security events: sign-ins, tokens, webhook endpoints, exports",
  description: 'Newest first. Events are kept for AUDIT_RETENTION.',
  responses: {
    200: answer('SecurityEventList', 'One page', {
      items: [
        {
          event_id: '1770091500000-0',
          at: '2026-02-03T04:05:00.000Z',
          action: 'token.created',
          by: 'session',
          address: '203.0.113.7',
          subject: '9b1d2c3e-4f50-4617-8293-a4b5c6d7e8f9',
        },
      ],
      next: null,
    }),
    ...SESSION_REFUSALS,
    ...invalid(['query', 'limit'], 'value_error', 'Expected integer to be less or equal to 100'),
  },
};

/** A user's own security events. Reading them requires a session. */
export function createAuditRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  return new Elysia().use(authenticated(deps, 'session')).get(
    '/audit',
    async ({ user, query: { limit, before } }) => {
      const found = await deps.accounts.audit.list(user.userId, { limit, before });
      return { items: found.map(showEvent), next: found.length < limit ? null : (found.at(-1)?.id ?? null) };
    },
    checked({ query: AuditQuery, detail: docs }),
  );
}

/** Of an operator's command, the user learns that it was one, and not who ran it where. */
function showEvent({ id, at, action, by, address, subject }: AuditEntry): Body<'SecurityEvent'> {
  const ownAddress = by === 'command' ? null : (address ?? null);
  return { event_id: id, at: formatTimestamp(at), action, by, address: ownAddress, subject: subject ?? null };
}
