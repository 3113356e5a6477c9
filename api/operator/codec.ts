import { type Static, Type } from '@sinclair/typebox';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { answer, refusal } from '../schemas/answers.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { authenticatedOperator } from './authenticate.ts';
import { OPERATOR_REFUSALS, operatorRoute } from './docs-parts.ts';

type CodecDeps = Pick<ApiDeps, 'accounts' | 'operator' | 'platform'>;

const base64 = () => Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', contentEncoding: 'base64' });
const Payloads = Type.Object({
  payloads: Type.Array(
    Type.Object(
      {
        metadata: Type.Optional(Type.Record(Type.String(), base64(), { additionalProperties: false })),
        data: Type.Optional(base64()),
      },
      { additionalProperties: true },
    ),
    { maxItems: 1_000 },
  ),
});

/** A request of Temporal's Web UI or command line can have many payloads of up to 2 MB. */
const MAX_BYTES = 16 * 1024 * 1024;

const EXAMPLE = {
  payloads: [{ metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: 'eyJub3RlSWQiOiI2ZjFkN2E1MiJ9' }],
};
const docs = (operationId: string, summary: string) => ({
  ...operatorRoute,
  operationId,
  summary,
  description: "Temporal's remote codec protocol: set this URL, without its last part, as the codec endpoint.",
  responses: {
    200: answer('CodecPayloads', 'The payloads, in the same order', EXAMPLE),
    400: refusal('A payload cannot be decrypted', 'A payload cannot be decrypted'),
    ...OPERATOR_REFUSALS,
  },
});

/**
 * Encrypts and decrypts Temporal's payloads, for its Web UI and command line.
 * https://docs.temporal.io/codec-server
 */
export function createCodecRoutes(deps: CodecDeps) {
  const { payloadCodec, temporalUiUrl } = deps.operator;
  const allowed = temporalUiUrl === null ? null : new URL(temporalUiUrl).origin;
  const run = (step: keyof PayloadCodec) => async (body: Static<typeof Payloads>) => {
    if (!payloadCodec) throw new ApiError(404, 'Not Found');
    const payloads = body.payloads.map(readPayload);
    const done = await payloadCodec[step](payloads).catch(() => {
      throw new ApiError(400, `A payload cannot be ${step === 'decode' ? 'decrypted' : 'encrypted'}`);
    });
    return { payloads: done.map(showPayload) };
  };
  return new Elysia({ prefix: '/codec' })
    .onTransform(({ request, set }) => allowOrigin(request, set.headers, allowed))
    .options(
      '/*',
      ({ set }) => {
        set.status = 204;
        return null;
      },
      { parse: 'none', detail: { hide: true } },
    )
    .use(authenticatedOperator(deps))
    .post(
      '/decode',
      ({ body }) => run('decode')(body),
      checked({ body: Payloads, maxBytes: MAX_BYTES, detail: docs('decodePayloads', 'Decrypt payloads of Temporal') }),
    )
    .post(
      '/encode',
      ({ body }) => run('encode')(body),
      checked({ body: Payloads, maxBytes: MAX_BYTES, detail: docs('encodePayloads', 'Encrypt payloads for Temporal') }),
    );
}

/** Allows only the page of Temporal's Web UI. */
function allowOrigin(request: Request, headers: Record<string, unknown>, allowed: string | null): void {
  headers['vary'] = 'Origin';
  const origin = request.headers.get('origin');
  if (origin === null || origin !== allowed) return;
  headers['access-control-allow-origin'] = origin;
  headers['access-control-allow-credentials'] = 'true';
  headers['access-control-allow-methods'] = 'POST';
  headers['access-control-allow-headers'] = 'Authorization, Content-Type, X-Namespace';
}

type WirePayload = Static<typeof Payloads>['payloads'][number];

function readPayload({ metadata = {}, data }: WirePayload): Payload {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  return {
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, bytes(value)])),
    ...(data === undefined ? {} : { data: bytes(data) }),
  };
}

function showPayload({ metadata, data }: Payload): Body<'CodecPayloads'>['payloads'][number] {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, text(value)])),
    ...(data ? { data: text(data) } : {}),
  };
}
