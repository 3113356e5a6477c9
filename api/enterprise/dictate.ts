import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { inMemory, readMultipart } from '../multipart.ts';
import { callerIds, noteFacts } from '../request-facts.ts';
import type { Uploads } from '../uploads.ts';
import type { Authenticate } from './caller.ts';
import { checkDictateForm, DICTATE_TEXTS, type DictateForm } from './dictate-form.ts';
import { createDictationSlots, type DictationSlots } from './dictation-slots.ts';
import { dictateDetail } from './openapi.ts';
import { runDictation } from './run-dictation.ts';

type DictateDeps = Pick<ApiDeps, 'dictation' | 'metrics' | 'platform'> & { readonly uploads: Uploads };

/**
 * `POST /v1/enterprise/dictate`. The credential is checked before the body is read. A dictation takes its slot once
 * its body is there, so that uploads that stall keep nobody's dictation from running.
 */
export function createDictateRoute(deps: DictateDeps, authenticate: Authenticate) {
  const { settings } = deps.dictation;
  const slots = createDictationSlots(settings.concurrency, settings.maxAudioBytes);
  return new Elysia({ name: 'dictate' }).post(
    '/v1/enterprise/dictate',
    async ({ request, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      // Nothing is read of a body that could not be worked on.
      await withSlot(slots, orgId, async () => {});
      const receivedAt = deps.platform.now();
      const memory = holdBytes(slots, orgId);
      try {
        const { transcriptionId = randomUUID(), ...fields } = await readForm(deps, orgId, request, memory.add);
        const requestId = String(set.headers['x-request-id']);
        noteFacts(request, { transcriptionId });
        const ids = { orgId, keyId, transcriptionId, requestId, callerIds: callerIds(request) };
        const dictation = { ...ids, receivedAt, ...fields };
        return await withSlot(slots, orgId, () => runDictation(deps, dictation, request.signal));
      } finally {
        memory.release();
      }
    },
    { parse: 'none', detail: dictateDetail },
  );
}

async function readForm(
  { dictation: { settings }, uploads }: DictateDeps,
  orgId: string,
  request: Request,
  onBytes: (bytes: number) => void,
): Promise<DictateForm> {
  const form = await uploads.ofOrganization(orgId, () =>
    readMultipart(request, {
      texts: DICTATE_TEXTS,
      files: { audio: settings.maxAudioBytes },
      onFile: inMemory,
      onBytes,
      timeoutMs: settings.uploadTimeoutMs,
      minBytesPerSecond: settings.uploadMinBytesPerSecond,
    }),
  );
  if (!form) throw new EnterpriseError('busy');
  return checkDictateForm(form);
}

/** @throws {EnterpriseError} `busy` when the organization or the process has no slot */
async function withSlot<T>({ running }: DictationSlots, orgId: string, work: () => Promise<T>): Promise<T> {
  if (!running.take(orgId, 1)) throw new EnterpriseError('busy');
  try {
    return await work();
  } finally {
    running.release(orgId, 1);
  }
}

/** Counts the bytes of a body against the organization's share of memory, until it is released. */
function holdBytes({ bytes }: DictationSlots, orgId: string) {
  let held = 0;
  return {
    /** @throws {EnterpriseError} `busy` */
    add: (count: number) => {
      if (!bytes.take(orgId, count)) throw new EnterpriseError('busy');
      held += count;
    },
    release: () => bytes.release(orgId, held),
  };
}
