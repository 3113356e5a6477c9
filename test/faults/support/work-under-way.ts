import { expect } from 'bun:test';
import { eventually } from '../../support/eventually.ts';
import type { ProxiedService } from './proxied-service.ts';

/** Work that stays in progress until it is released. */
export interface WorkUnderWay {
  /** A note whose webhook is being sent, and one whose speech is being recognized. */
  readonly noteIds: readonly string[];
  /** Makes the receiver and the speech server answer. */
  readonly letGo: () => void;
}

/** Longer than the longest wait between two attempts after Redis or Temporal refused one. */
export const PATIENCE = { timeoutMs: 90_000, intervalMs: 100 };

/** Processes one note up to its webhook and another up to the speech engine, neither of which answers yet. */
export async function beginWork(service: ProxiedService): Promise<WorkUnderWay> {
  const { receiver, speech } = service;
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>();
  const sent = receiver.requests.length;
  receiver.answerWith(async (response) => {
    await go;
    response.writeHead(204).end();
  });
  const told = await takenNote(service);
  await eventually('its webhook is being sent', () => receiver.requests.length > sent, PATIENCE);
  const asked = speech.requests.length;
  speech.answer(async () => {
    await go;
    return Response.json({ text: 'hello' });
  });
  const heard = await takenNote(service);
  await eventually('its speech is being recognized', () => speech.requests.length > asked, PATIENCE);
  return { noteIds: [told, heard], letGo };
}

async function takenNote(service: ProxiedService): Promise<string> {
  const { status, body } = await service.upload();
  expect(status).toBe(202);
  return body.note_id;
}

/** Waits until a note is completed and its webhook was delivered under one id, with every request in the log. */
export async function expectDone(service: ProxiedService, noteId: string): Promise<void> {
  await service.completed(noteId);
  const delivered = async () => {
    const entries = await logOf(service, noteId);
    return entries.some(({ outcome }) => outcome === 'succeeded') && entries;
  };
  const entries = await eventually(`the webhook of note ${noteId} is delivered`, delivered, PATIENCE);
  const sent = service.receiver.requests.filter(({ body }) => JSON.parse(body).data.note_id === noteId);
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  // A line represents one request, or more when it says so.
  expect(sent.length).toBeGreaterThanOrEqual(entries.length);
  if (sent.length > entries.length) expect(entries.some(({ repeated }) => repeated)).toBe(true);
}

export interface LogLine {
  readonly note_id: string;
  readonly outcome: string;
  readonly attempt: number | null;
  readonly next_attempt_at: string | null;
  readonly repeated: boolean;
}

/** Attempts to deliver a note's event, as a user sees them: newest first. */
export async function logOf(service: ProxiedService, noteId: string): Promise<LogLine[]> {
  const path = `/v1/app/webhook-endpoints/${service.endpointId}/attempts?limit=100`;
  const { items } = (await service.call('GET', path)).body as { items: LogLine[] };
  return items.filter(({ note_id: id }) => id === noteId);
}
