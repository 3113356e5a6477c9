import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { inMemory, readMultipart } from '../multipart.ts';
import type { Authenticate } from './caller.ts';
import { checkDictateForm, DICTATE_TEXTS } from './dictate-form.ts';
import { dictateDetail } from './openapi.ts';
import { runDictation } from './run-dictation.ts';

/** `POST /v1/enterprise/dictate`. The credential is checked before the body is read. */
export function createDictateRoute(
  deps: Pick<ApiDeps, 'dictation' | 'metrics' | 'platform'>,
  authenticate: Authenticate,
) {
  const { settings } = deps.dictation;
  let taken = 0;
  return new Elysia({ name: 'dictate' }).post(
    '/v1/enterprise/dictate',
    async ({ request, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      if (taken >= settings.concurrency) throw new EnterpriseError('busy');
      taken += 1;
      try {
        const receivedAt = deps.platform.now();
        const form = checkDictateForm(
          await readMultipart(request, {
            texts: DICTATE_TEXTS,
            files: { audio: settings.maxAudioBytes },
            onFile: inMemory,
            timeoutMs: settings.uploadTimeoutMs,
          }),
        );
        const { transcriptionId = randomUUID(), ...fields } = form;
        const requestId = String(set.headers['x-request-id']);
        const dictation = { orgId, keyId, transcriptionId, requestId, receivedAt, ...fields };
        return await runDictation(deps, dictation, request.signal);
      } finally {
        taken -= 1;
      }
    },
    { parse: 'none', detail: dictateDetail },
  );
}
