import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { UsageDay } from '../../accounts/daily-usage.ts';
import type { ApiDeps } from '../deps.ts';
import { answer, invalid } from '../schemas/answers.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { SESSION_REFUSALS } from './docs-parts.ts';

export const UsageQuery = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'How many days, today included' }),
});

const docs = {
  tags: ['App'],
  security: [{ session: [] }],
  operationId: 'getUsage',
  summary: 'What the user recorded and dictated by day in UTC, today included, oldest first',
  description: 'Counts expire after USAGE_RETENTION.',
  responses: {
    200: answer('UserUsage', 'Every day', {
      items: [{ day: '2026-02-03', notes: 2, note_seconds: 610.5, dictations: 7, dictation_seconds: 48.2 }],
    }),
    ...SESSION_REFUSALS,
    ...invalid(['query', 'days'], 'value_error', 'Expected integer to be less or equal to 90'),
  },
};

/** A user's own usage. Reading it requires a session. */
export function createUsageRoutes(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  return new Elysia().use(authenticated(deps, 'session')).get(
    '/usage',
    async ({ user, query }) => ({
      items: (await deps.accounts.dailyUsage.read(user.userId, query.days)).map(showDay),
    }),
    checked({ query: UsageQuery, detail: docs }),
  );
}

function showDay(usage: UsageDay): Body<'UserUsageDay'> {
  return {
    day: usage.day,
    notes: usage.notes,
    note_seconds: usage.noteSeconds,
    dictations: usage.dictations,
    dictation_seconds: usage.dictationSeconds,
  };
}
