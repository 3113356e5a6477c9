import { randomUUID } from 'node:crypto';
import type { DictationRequest, TranscriptDetail } from '../../dictation/content.ts';
import { type ArrivingAudio, createArrivingAudio } from '../../speech/arriving.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { type FilePart, type MultipartForm, type MultipartRules, readMultipart } from '../multipart.ts';
import { callerIds, noteFacts } from '../request-facts.ts';
import type { Body } from '../schemas/components.ts';
import type { Uploads } from '../uploads.ts';
import { checkDictateForm, DICTATE_TEXTS, type DictateForm } from './dictate-form.ts';
import type { DictationSlots } from './dictation-slots.ts';
import { type CompletedDictation, runDictation } from './run-dictation.ts';

/** Dependencies of a dictation. The APIs that take dictations share slots and uploads. */
export type DictationIntake = Pick<ApiDeps, 'dictation' | 'metrics' | 'platform' | 'speech'> & {
  readonly uploads: Uploads;
  readonly dictationSlots: DictationSlots;
};

/** The caller of a dictation. */
export type Dictator = Pick<DictationRequest, 'orgId' | 'keyId' | 'owner'>;

/** The multipart form that an API takes a dictation as. */
export interface FormReader<Form> extends Pick<MultipartRules<ArrivingAudio>, 'texts' | 'lists' | 'unknownFields'> {
  /** Name of the field with the audio. */
  readonly audioField: string;
  /** @throws {EnterpriseError} 400 naming the first field that breaks its rule */
  readonly check: (form: MultipartForm<ArrivingAudio>) => Form;
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
  const early = decodeEarly(deps, orgId);
  try {
    const form = await complete(await readForm(deps, orgId, request, reader, { onBytes: memory.add, ...early }));
    const { transcriptionId = randomUUID(), ...fields } = form;
    noteFacts(request, { transcriptionId });
    const ids = { transcriptionId, requestId, callerIds: callerIds(request) };
    const dictation = { ...caller, ...ids, receivedAt, ...fields };
    return await withSlot(deps.dictationSlots, orgId, () => runDictation(deps, dictation, request.signal));
  } finally {
    early.end();
    memory.release();
  }
}

async function readForm<Form>(
  { dictation: { settings }, uploads }: DictationIntake,
  orgId: string,
  request: Request,
  { audioField, check, ...rules }: FormReader<Form>,
  { onBytes, begin }: { readonly onBytes: (bytes: number) => void; readonly begin: (audio: ArrivingAudio) => void },
): Promise<Form> {
  const form = await uploads.ofOrganization(orgId, () =>
    readMultipart(request, {
      ...rules,
      files: { [audioField]: settings.maxAudioBytes },
      onFile: (part) => receiveAudio(part, begin),
      onBytes,
      timeoutMs: settings.uploadTimeoutMs,
      minBytesPerSecond: settings.uploadMinBytesPerSecond,
    }),
  );
  if (!form) throw new EnterpriseError('busy');
  return check(form);
}

/** A shorter recording is decoded in a few milliseconds, so that doing it early saves nothing. */
const EARLY_BYTES = 256 * 1024;

/** @param begin called once when enough has arrived for decoding */
async function receiveAudio(part: FilePart, begin: (audio: ArrivingAudio) => void): Promise<ArrivingAudio> {
  const audio = createArrivingAudio();
  try {
    for await (const chunk of part.stream) {
      const isEarly = audio.byteLength < EARLY_BYTES;
      audio.append(chunk as Uint8Array);
      if (isEarly && audio.byteLength >= EARLY_BYTES) begin(audio);
    }
    audio.complete();
    return audio;
  } catch (error) {
    audio.fail(error);
    throw error;
  }
}

/** Decodes an organization's recording while it arrives, as far as its share allows. */
function decodeEarly({ dictation, dictationSlots, speech }: DictationIntake, orgId: string) {
  const ending = new AbortController();
  let hasShare = false;
  return {
    begin: (audio: ArrivingAudio) => {
      hasShare = dictationSlots.early.take(orgId, 1);
      if (hasShare) speech.prepare(audio, dictation.settings.maxAudioSeconds, ending.signal);
    },
    end: () => {
      ending.abort();
      if (hasShare) dictationSlots.early.release(orgId, 1);
    },
  };
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
