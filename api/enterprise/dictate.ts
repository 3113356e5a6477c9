import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import { EnterpriseError } from '../errors.ts';
import { inMemory, readMultipart } from '../multipart.ts';
import type { Authenticate } from './caller.ts';
import { checkDictateForm, DICTATE_TEXTS } from './dictate-form.ts';
import { dictateDetail } from './openapi.ts';
import { type DictationRunnerDeps, runDictation } from './run-dictation.ts';

export interface DictateDeps extends DictationRunnerDeps {
  readonly authenticate: Authenticate;
  readonly maxAudioBytes: number;
  readonly uploadTimeoutMs: number;
  /** Dictations that this process takes at once, uploads included. */
  readonly concurrency: number;
  readonly now: () => number;
}

/** `POST /v1/enterprise/dictate`. The credential is checked before the body is read. */
export function createDictateRoute(deps: DictateDeps) {
  let taken = 0;
  return new Elysia({ name: 'dictate' }).post(
    '/v1/enterprise/dictate',
    async ({ request, set }) => {
      const { orgId, keyId } = await deps.authenticate(request, set.headers);
      if (taken >= deps.concurrency) throw new EnterpriseError('busy');
      taken += 1;
      try {
        const receivedAt = deps.now();
        const form = checkDictateForm(
          await readMultipart(request, {
            texts: DICTATE_TEXTS,
            files: { audio: deps.maxAudioBytes },
            onFile: inMemory,
            timeoutMs: deps.uploadTimeoutMs,
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
