import { Elysia } from 'elysia';
import { DEFAULT_LIFETIME_SECONDS, MAX_LIFETIME_SECONDS } from '../../accounts/client-tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { quotedName } from '../quoted-name.ts';
import { readText } from '../read-text.ts';
import { answer } from '../schemas/answers.ts';
import type { Authenticate } from './caller.ts';
import { enterpriseErrors } from './openapi.ts';

const MAX_BODY_BYTES = 1024;

const detail = {
  operationId: 'createClientToken',
  summary: 'Create a client token',
  description:
    'For browsers, mobile and desktop apps: your server calls this with its key and passes the token to its client. ' +
    'The token becomes invalid with its key, and its requests count against the rate limit of the key.',
  tags: ['Client tokens'],
  security: [{ enterpriseKey: [] }],
  requestBody: {
    required: false,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          additionalProperties: false,
          properties: {
            expires_in: {
              type: 'integer' as const,
              description: 'Lifetime in seconds',
              minimum: 1,
              maximum: MAX_LIFETIME_SECONDS,
              default: DEFAULT_LIFETIME_SECONDS,
            },
          },
        },
        example: { expires_in: DEFAULT_LIFETIME_SECONDS },
      },
    },
  },
  responses: {
    201: answer('ClientToken', 'The token, which is not shown again', {
      token: 'eyJhbGciOiJIUzI1NiIs…',
      expires_at: '2026-01-31T12:15:00.000Z',
    }),
    ...enterpriseErrors(400, 401, 403, 429, 500, 503),
  },
};

/** `POST /v1/enterprise/client-tokens`. */
export function createClientTokenRoute({ accounts }: Pick<ApiDeps, 'accounts'>, authenticate: Authenticate) {
  return new Elysia({ name: 'client-tokens' }).post(
    '/v1/enterprise/client-tokens',
    async ({ request, set }) => {
      const caller = await authenticate(request, set.headers);
      if (caller.credential !== 'key') throw new EnterpriseError('key_required');
      const lifetimeSeconds = lifetimeOf(await readText(request, MAX_BODY_BYTES));
      const { token, expiresAt } = await accounts.clientTokens.issue(caller, lifetimeSeconds, caller.keyExpiresAt);
      set.status = 201;
      return { token, expires_at: new Date(expiresAt).toISOString() };
    },
    { parse: 'none', detail },
  );
}

/** Reads `expires_in`. An empty body means the default. */
function lifetimeOf(body: string | null): number {
  if (body === null) throw new EnterpriseError('malformed_body', `The body may have at most ${MAX_BODY_BYTES} bytes`);
  if (body.trim() === '') return DEFAULT_LIFETIME_SECONDS;
  const fields = parse(body);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new EnterpriseError('malformed_body', 'The body must be a JSON object');
  }
  const unknown = Object.keys(fields).find((name) => name !== 'expires_in');
  if (unknown !== undefined) throw new EnterpriseError('invalid_field', `The field ${quotedName(unknown)} is unknown`);
  const { expires_in: seconds = DEFAULT_LIFETIME_SECONDS } = fields as { expires_in?: unknown };
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1 || seconds > MAX_LIFETIME_SECONDS) {
    const rule = `a whole number of seconds from 1 to ${MAX_LIFETIME_SECONDS}`;
    throw new EnterpriseError('invalid_field', `The field 'expires_in' must be ${rule}`);
  }
  return seconds;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new EnterpriseError('malformed_body', 'The body must be a JSON object');
  }
}
