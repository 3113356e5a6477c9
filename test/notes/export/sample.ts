import type { StoredNote } from '../../../notes/store/codec.ts';

/** A note with two speakers in the state after its processing. */
export function sampleNote(change: Partial<StoredNote> = {}): StoredNote {
  const at = Date.parse('2026-02-03T04:05:06Z');
  const tag = { position: 0, createdAt: at, updatedAt: at, source: 'auto', confidence: 0.8 } as const;
  return {
    noteId: '0d7f4c1e-6a58-4f0e-9c43-1b2a3c4d5e6f',
    userId: '7b6ee9a0-5f0d-4c5e-9a34-0f1a2b3c4d5e',
    status: 'completed',
    title: 'Budget meeting',
    summary: 'The budget was agreed.',
    transcript: 'So we agreed. On what? On the budget.',
    segments: [
      { speaker: 'speaker_0', start: 0.4, end: 2, text: 'So we agreed.' },
      { speaker: 'speaker_1', start: 2.1, end: 3, text: 'On what?' },
      { speaker: 'speaker_0', start: 3.2, end: 4, text: 'On the' },
      { speaker: 'speaker_0', start: 4.1, end: 5, text: 'budget.' },
    ],
    tags: [{ ...tag, tagId: '5b3c1a52-9f7e-4d0a-8a5e-2f6b7c8d9e0f', name: 'budget' }],
    errorMessage: null,
    language: 'en',
    durationSeconds: 5.2,
    recordedAt: null,
    createdAt: at,
    updatedAt: at + 1000,
    recording: { object: 'notes/x/y', contentType: 'audio/flac', bytes: 10 },
    run: 1,
    edited: [],
    speakerNames: { speaker_0: 'Ada' },
    ...change,
  };
}

/** The same note with tags of these names. */
export function tagged(...names: string[]): StoredNote {
  const note = sampleNote();
  const [first] = note.tags;
  return { ...note, tags: first ? names.map((name, position) => ({ ...first, name, position })) : [] };
}
