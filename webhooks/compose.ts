import type { AttemptTrigger, MessageType } from '../contracts/webhook-events.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import { type Message, noteData, pingData, sampleNote, serialize } from './payload.ts';

/** What a message tells about. */
export interface Subject {
  readonly userId: string;
  readonly noteId: string | null;
  readonly type: MessageType;
  readonly trigger: AttemptTrigger;
}

/** Serializes a message now. Null when its note is gone. */
export type Compose = (nowMs: number) => Promise<Message | null>;

/**
 * Composes messages from the notes as they are when they are sent.
 * @param publicUrl base URL for users, without a trailing slash
 */
export function createComposer(
  notes: { get(userId: string, noteId: string): Promise<NoteRecord | null> },
  publicUrl: string,
): (subject: Subject) => Compose {
  return ({ userId, noteId, type, trigger }) => {
    if (type === 'ping') return async (nowMs) => serialize(type, pingData(), nowMs);
    const find = async (nowMs: number) =>
      trigger === 'test' ? sampleNote(userId, nowMs) : notes.get(userId, noteId ?? '');
    return async (nowMs) => {
      const note = await find(nowMs);
      return note && serialize(type, noteData(type, note, publicUrl), nowMs);
    };
  };
}
