import { type AnyElysia, Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { createAuthenticate } from '../enterprise/authenticate.ts';
import { answerPreflight, type PreflightPolicy } from '../enterprise/cors.ts';
import type { DictationIntake } from '../enterprise/dictate.ts';
import { findModel, listModels } from './models.ts';
import { OPENAI_DOCS as docs } from './openapi.ts';
import { MODEL_PATHS, MODELS_PATHS, TRANSCRIPTION_PATHS } from './paths.ts';
import { announceAsOpenAi } from './rate-headers.ts';
import { transcribe } from './transcribe.ts';

const HEADER_NAME = /^[\w-]{1,64}$/;
const MAX_HEADERS = 40;

/**
 * Browser clients send additional headers, such as `x-stainless-os`. All are allowed, except the one for servers only.
 */
const POLICY: PreflightPolicy = {
  methods: 'GET, POST',
  headers: (requested) => {
    const names = requested.split(',').map((name) => name.trim().toLowerCase());
    const granted = names.filter((name) => HEADER_NAME.test(name) && name !== 'x-api-key');
    return ['Authorization', 'Content-Type', ...granted.slice(0, MAX_HEADERS)].join(', ');
  },
};

/** OpenAI's audio API: `POST /v1/audio/transcriptions` and `GET /v1/models`. */
export function createOpenAiApi(deps: Pick<ApiDeps, 'accounts'> & DictationIntake) {
  const authenticate = createAuthenticate(deps, { bearerTakesKeys: true, announceRate: announceAsOpenAi });
  const app: AnyElysia = new Elysia({ name: 'openai' });
  for (const [index, path] of TRANSCRIPTION_PATHS.entries()) {
    app.post(
      path,
      async ({ request, set }) => {
        const started = performance.now();
        const { orgId, keyId } = await authenticate(request, set.headers);
        const answer = await transcribe(deps, { orgId, keyId }, request, String(set.headers['x-request-id']));
        set.headers['openai-processing-ms'] = String(Math.round(performance.now() - started));
        return answer;
      },
      { parse: 'none', detail: described(docs.transcribe, index) },
    );
  }
  for (const [index, path] of MODELS_PATHS.entries()) {
    app.get(
      path,
      async ({ request, set }) => {
        await authenticate(request, set.headers);
        return listModels();
      },
      { detail: described(docs.models, index) },
    );
  }
  for (const [index, path] of MODEL_PATHS.entries()) {
    app.get(
      path,
      async ({ request, set, params }) => {
        await authenticate(request, set.headers);
        return findModel(params['model'] ?? '');
      },
      { detail: described(docs.model, index) },
    );
  }
  for (const path of [...TRANSCRIPTION_PATHS, ...MODELS_PATHS, ...MODEL_PATHS]) {
    app.options(
      path,
      async ({ request, set }) => {
        await answerPreflight(deps.accounts, request, set.headers, POLICY);
        set.status = 204;
        return null;
      },
      { parse: 'none', detail: { hide: true } },
    );
  }
  return app;
}

/** The OpenAPI shows the first of the paths. */
function described<Detail extends object>(detail: Detail, index: number): Detail | { hide: true } {
  return index === 0 ? detail : { hide: true };
}
