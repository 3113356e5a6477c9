import { Elysia } from 'elysia';
import type { Authenticate } from './caller.ts';
import { dictateDetail } from './openapi.ts';
import { type DictationIntake, takeDictation } from './take-dictation.ts';

/** `POST /v1/enterprise/dictate`. The credential is checked before the body is read. */
export function createDictateRoute(deps: DictationIntake, authenticate: Authenticate) {
  return new Elysia({ name: 'dictate' }).post(
    '/v1/enterprise/dictate',
    async ({ request, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      return takeDictation(deps, { orgId, keyId }, request, String(set.headers['x-request-id']));
    },
    { parse: 'none', detail: dictateDetail },
  );
}
