import { randomUUID } from 'node:crypto';
import { Elysia } from 'elysia';
import type { DictationRequest, TranscriptDetail } from '../../dictation/content.ts';
import { type ArrivingAudio, createArrivingAudio } from '../../speech/arriving.ts';
import type { Recording } from '../../speech/types.ts';
import type { ApiDeps } from '../deps.ts';
import { EnterpriseError } from '../errors.ts';
import { type FilePart, type MultipartForm, type MultipartRules, readMultipart } from '../multipart.ts';
import { callerIds, noteFacts } from '../request-facts.ts';
import type { Body } from '../schemas/components.ts';
import type { Uploads } from '../uploads.ts';
import type { Authenticate } from './caller.ts';
import { checkDictateForm, DICTATE_TEXTS, type DictateForm } from './dictate-form.ts';
import { type DictationSlots, holdBytes, withSlot } from './dictation-slots.ts';
import { dictateDetail } from './openapi.ts';
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

/** `POST /v1/enterprise/dictate`. The credential is checked before the body is read. */
export function createDictateRoute(deps: DictationIntake, authenticate: Authenticate) {
  return new Elysia({ name: 'dictate' }).post(
    '/v1/enterprise/dictate',
    async ({ request, set }) => {
      const { orgId, keyId } = await authenticate(request, set.headers);
      return dictate(deps, { orgId, keyId }, request, String(set.headers['x-request-id']));
    },
    { parse: 'none', detail: dictateDetail },
  );
}

/**
 * Reads the form of a dictation and runs it, for the enterprise API and the app API.
 * @param complete adds the caller's own settings to the form
 * @throws {EnterpriseError}
 */
export async function dictate(
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
  const upload = receiveRecording(deps, orgId);
  try {
    const form = await complete(await readForm(deps, orgId, request, reader, memory.add, upload.receive));
    const { transcriptionId = randomUUID(), ...fields } = form;
    noteFacts(request, { transcriptionId });
    const ids = { transcriptionId, requestId, callerIds: callerIds(request) };
    const dictation = { ...caller, ...ids, receivedAt, ...fields, recording: upload.recording() };
    const completed = await withSlot(deps.dictationSlots, orgId, () => runDictation(deps, dictation, request.signal));
    // After a failure, a step of the workflow may still read the audio.
    form.audio?.free();
    return completed;
  } finally {
    upload.end();
    memory.release();
  }
}

async function readForm<Form>(
  { dictation: { settings }, uploads }: DictationIntake,
  orgId: string,
  request: Request,
  { audioField, check, ...rules }: FormReader<Form>,
  onBytes: (bytes: number) => void,
  onFile: (part: FilePart) => Promise<ArrivingAudio>,
): Promise<Form> {
  const form = await uploads.ofOrganization(orgId, () =>
    readMultipart(request, {
      ...rules,
      files: { [audioField]: settings.maxAudioBytes },
      onFile,
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

/** Receives an organization's recording. It is decoded while it arrives, as far as the organization's share allows. */
function receiveRecording({ dictation, dictationSlots, speech }: DictationIntake, orgId: string) {
  let recording: Recording | undefined;
  let hasShare = false;

  async function receive(part: FilePart): Promise<ArrivingAudio> {
    const audio = createArrivingAudio();
    const opened = speech.open(audio, dictation.settings.maxAudioSeconds);
    recording = opened;
    try {
      for await (const chunk of part.stream) {
        const isShort = audio.byteLength < EARLY_BYTES;
        audio.append(chunk as Uint8Array);
        if (isShort && audio.byteLength >= EARLY_BYTES) decodeEarly(opened);
      }
      audio.complete();
      return audio;
    } catch (error) {
      audio.fail(error);
      throw error;
    }
  }

  function decodeEarly(opened: Recording): void {
    hasShare = dictationSlots.early.take(orgId, 1);
    if (hasShare) opened.decodeEarly();
  }

  function end(): void {
    recording?.close();
    if (hasShare) dictationSlots.early.release(orgId, 1);
  }

  return { receive, recording: () => recording, end };
}
