import type { StoredNote } from '../store/codec.ts';
import { clockTime, turnsOf } from './turns.ts';

/** A note as plain text: title, time, summary and words, with speakers and times if known. */
export function toPlainText(note: StoredNote): string {
  const at = new Date(note.recordedAt ?? note.createdAt).toISOString();
  const turns = turnsOf(note).map(
    ({ speaker, start, text }) => `[${clockTime(start)}] ${speaker === null ? '' : `${speaker}: `}${text}`,
  );
  const words = turns.length > 0 ? turns.join('\n') : (note.transcript ?? '');
  const parts = [`${note.title ?? 'Untitled note'}\n${at}`, note.summary ?? '', words];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
