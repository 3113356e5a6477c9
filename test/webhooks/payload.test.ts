import { describe, expect, test } from 'bun:test';
import { noteData, pingData, sampleNote, serialize } from '../../webhooks/payload.ts';
import { makeNote } from '../support/webhooks.ts';

const URL = 'https://sotto.example';
const note = makeNote('user-1');
const apiUrl = `${URL}/v1/public-api/notes/${note.noteId}`;

describe('noteData()', () => {
  test('of note.processed has exactly the fields of the contract', () => {
    expect(noteData('note.processed', note, URL)).toEqual({
      note_id: note.noteId,
      status: 'completed',
      title: 'Groceries',
      summary: 'What to buy',
      transcript: [{ speaker: null, start: null, end: null, text: 'Milk and eggs – and crème fraîche.' }],
      duration_seconds: 11,
      created_at: '2026-11-01T08:00:00.000Z',
      updated_at: '2026-11-01T08:01:00.000Z',
      api_url: apiUrl,
    });
  });

  test('of note.failed has exactly the fields of the contract', () => {
    const failed = { ...note, status: 'failed' as const, errorMessage: 'The audio could not be decoded' };
    expect(noteData('note.failed', failed, URL)).toEqual({
      note_id: note.noteId,
      status: 'failed',
      error_message: 'The audio could not be decoded',
      created_at: '2026-11-01T08:00:00.000Z',
      updated_at: '2026-11-01T08:01:00.000Z',
      api_url: apiUrl,
    });
  });

  test('sends every required field as null when its value is unknown', () => {
    const bare = { ...note, title: null, summary: null, transcript: null, durationSeconds: null, errorMessage: null };
    expect(noteData('note.processed', bare, URL)).toMatchObject({
      title: null,
      summary: null,
      transcript: [{ speaker: null, start: null, end: null, text: null }],
      duration_seconds: null,
    });
    expect(noteData('note.failed', bare, URL)).toMatchObject({ error_message: null });
  });

  test('includes segments only for a diarized transcript', () => {
    const words = { start: 0, end: 1.5, text: 'Milk' };
    const silent = { ...note, segments: [{ speaker: null, ...words }] };
    const spoken = {
      ...note,
      segments: [
        { speaker: 'speaker_0', ...words },
        { speaker: null, ...words },
      ],
    };
    const whole = [{ speaker: null, start: null, end: null, text: note.transcript }];
    expect(noteData('note.processed', silent, URL)).toMatchObject({ transcript: whole });
    expect(noteData('note.processed', { ...note, segments: [] }, URL)).toMatchObject({ transcript: whole });
    expect(noteData('note.processed', spoken, URL)).toMatchObject({ transcript: spoken.segments });
  });
});

test('serialize() writes the same time into body and header', () => {
  const { body, timestampSeconds } = serialize('ping', pingData(), Date.UTC(2026, 0, 2, 3, 4, 5, 678));
  expect(timestampSeconds).toBe(Date.UTC(2026, 0, 2, 3, 4, 5) / 1000);
  expect(JSON.parse(new TextDecoder().decode(body))).toEqual({
    type: 'ping',
    timestamp: '2026-01-02T03:04:05.678Z',
    data: { message: expect.any(String) },
  });
});

test('sampleNote() builds a diarized note.processed', () => {
  expect(noteData('note.processed', sampleNote('user-1', 0), URL)).toMatchObject({
    status: 'completed',
    transcript: [{ speaker: 'speaker_0' }, { speaker: 'speaker_1' }],
  });
});
