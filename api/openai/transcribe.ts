import { describeError } from '../../platform/log.ts';
import { completeDictation, type DictationIntake, type Dictator } from '../enterprise/dictate.ts';
import type { CompletedDictation } from '../enterprise/run-dictation.ts';
import { EnterpriseError } from '../errors.ts';
import { asEnterpriseError } from '../respond.ts';
import { openAiBody } from './errors.ts';
import { TRANSCRIPTION_FORM, type TranscriptionForm } from './form.ts';
import { type Recognition, render } from './render.ts';
import { createTranscriptStream } from './stream.ts';

/**
 * Reads the form of a transcription, runs it as a dictation and returns the response.
 * @throws {EnterpriseError} before the response starts
 */
export async function transcribe(
  deps: DictationIntake,
  caller: Dictator,
  request: Request,
  requestId: string,
): Promise<Response> {
  const stream = createTranscriptStream();
  const { promise: reading, resolve: read } = Promise.withResolvers<TranscriptionForm>();
  const completing = completeDictation(deps, caller, request, requestId, TRANSCRIPTION_FORM, async (form) => {
    read(form);
    // Formatting needs the whole text, so formatted pieces are not known earlier.
    const streamsPieces = form.streams && form.dictation.source === 'transcription' && !form.dictation.detail.speakers;
    const onPiece = streamsPieces ? { onPiece: stream.onPiece } : {};
    return { ...form.dictation, detail: { ...form.dictation.detail, ...onPiece } };
  });
  await Promise.race([completing, stream.begun]);
  const form = await reading;
  if (!form.streams) return answer(render(form, recognitionOf(await completing)));
  completing.then(
    (completed) => stream.finish(form.format, recognitionOf(completed)),
    (error: unknown) => stream.fail(openAiBody(knownError(deps, error, requestId))),
  );
  // A proxy that buffers responses would delay the words.
  return new Response(stream.body, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } });
}

function answer(body: ReturnType<typeof render>): Response {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  return new Response(isText ? body : JSON.stringify(body), { headers: { 'content-type': type } });
}

function recognitionOf({ text, transcript }: CompletedDictation): Recognition {
  if (!transcript) throw new Error('A dictation of audio has no transcript');
  return { text, transcript };
}

function knownError({ platform }: DictationIntake, error: unknown, requestId: string): EnterpriseError {
  const known = asEnterpriseError(error, undefined);
  if (!known) platform.log.error({ requestId, error: describeError(error) }, 'Request failed');
  return known ?? new EnterpriseError('internal_error');
}
