import { randomUUID } from 'node:crypto';
import type { DictationRequest, TranscriptDetail } from '../../dictation/content.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { inMemory, type MultipartForm, type MultipartRules, readMultipart } from '../multipart.ts';
import { callerIds, noteFacts } from '../request-facts.ts';
import type { Body } from '../schemas/components.ts';
import type { Uploads } from '../uploads.ts';
import { checkDictateForm, DICTATE_TEXTS, type DictateForm } from './dictate-form.ts';
import type { DictationSlots } from './dictation-slots.ts';
import { type CompletedDictation, runDictation } from './run-dictation.ts';

/** Dependencies of a dictation. The APIs that take dictations share slots and uploads. */
export type DictationIntake = Pick<ApiDeps, 'dictation' | 'metrics' | 'platform'> & {
  readonly uploads: Uploads;
  readonly dictationSlots: DictationSlots;
};

/** The caller of a dictation. */
export type Dictator = Pick<DictationRequest, 'orgId' | 'keyId' | 'owner'>;

/** The multipart form that an API takes a dictation as. */
export interface FormReader<Form> extends Pick<MultipartRules<Uint8Array>, 'texts' | 'lists' | 'unknownFields'> {
  /** Name of the field with the audio. */
  readonly audioField: string;
  /** @throws {EnterpriseError} 400 naming the first field that breaks its rule */
  readonly check: (form: MultipartForm<Uint8Array>) => Form;
}

/** The form of the enterprise API and the app API. */
const DICTATE_FORM: FormReader<DictateForm> = { texts: DICTATE_TEXTS, audioField: 'audio', check: checkDictateForm };

/**
 * Reads the form of a dictation and runs it, for the enterprise API and the app API.
 * @param complete adds the caller's own settings to the form
 * @throws {EnterpriseError}
 */
export async function takeDictation(
  deps: DictationIntake,
  caller: Dictator,
  request: Request,
  requestId: string,
  complete: (form: DictateForm) => Promise<DictateForm> = async (form) => form,
): Promise<Body<'Dictation'>> {
  const { id, text, rawText } = await completeDictation(deps, caller, request, requestId, DICTATE_FORM, complete);
  return { id, text, raw_text: rawText };
}

/**
 * Reads the form of a dictation and runs it. A dictation takes its slot after its body has arrived, so that stalled
 * uploads do not block other dictations.
 * @param complete makes the dictation of the form
 * @throws {EnterpriseError}
 */
export async function completeDictation<Form>(
  deps: DictationIntake,
  caller: Dictator,
  request: Request,
  requestId: string,
  reader: FormReader<Form>,
  complete: (form: Form) => Promise<DictateForm & { readonly detail?: TranscriptDetail }>,
): Promise<CompletedDictation> {
  const { orgId } = caller;
  // Without a free slot the body is not read.
  if (!deps.dictationSlots.running.fits(orgId, 1)) throw new EnterpriseError('busy');
  const receivedAt = deps.platform.now();
  const memory = holdBytes(deps.dictationSlots, orgId);
  try {
    const form = await complete(await readForm(deps, orgId, request, reader, memory.add));
    const { transcriptionId = randomUUID(), ...fields } = form;
    noteFacts(request, { transcriptionId });
    const ids = { transcriptionId, requestId, callerIds: callerIds(request) };
    const dictation = { ...caller, ...ids, receivedAt, ...fields };
    return await withSlot(deps.dictationSlots, orgId, () => runDictation(deps, dictation, request.signal));
  } finally {
    memory.release();
  }
}

async function readForm<Form>(
  { dictation: { settings }, uploads }: DictationIntake,
  orgId: string,
  request: Request,
  { audioField, check, ...rules }: FormReader<Form>,
  onBytes: (bytes: number) => void,
): Promise<Form> {
  const form = await uploads.ofOrganization(orgId, () =>
    readMultipart(request, {
      ...rules,
      files: { [audioField]: settings.maxAudioBytes },
      onFile: inMemory,
      onBytes,
      timeoutMs: settings.uploadTimeoutMs,
      minBytesPerSecond: settings.uploadMinBytesPerSecond,
    }),
  );
  if (!form) throw new EnterpriseError('busy');
  return check(form);
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
