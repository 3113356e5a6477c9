import type { Command } from 'commander';
import { type AppNote, waitForNote } from '../../source/notes.ts';
import { uploadNote } from '../../source/upload.ts';
import { type AudioFile, openAudio } from '../input.ts';
import { type Io, print, say } from '../io.ts';
import { createProgress } from '../progress.ts';
import { openSession, type Session } from '../session.ts';
import { seconds } from './dictate.ts';

interface Options {
  readonly title?: string;
  readonly language?: string;
  readonly seconds?: number;
  readonly wait: boolean;
}

/** `record`: creates a note. */
export function addRecord(program: Command, io: Io): void {
  program
    .command('record')
    .description('create a note; without FILE, record the microphone')
    .argument('[file]', 'a recording; - for standard input')
    .option('--title <title>', 'title of the note')
    .option('--language <code>', 'language code such as en')
    .option('--seconds <number>', 'duration of the recording in seconds', seconds)
    .option('--no-wait', 'do not wait for the transcript')
    .action(async (file: string | undefined, options: Options, command: Command) => {
      const session = await openSession(command, io, 'token');
      const recordedAt = new Date();
      const audio = await openAudio(io, { file, maxSeconds: options.seconds });
      const { noteId } = await upload(io, session, audio, file === undefined ? { ...options, recordedAt } : options);
      if (!options.wait) return print(io, session.json, { note_id: noteId }, noteId);
      say(io, `Uploaded as ${noteId}; waiting for the transcript`);
      const note = await waitForNote(session.sotto, noteId, { signal: io.signal });
      print(io, session.json, note, wordsOf(note));
      if (note.status === 'failed') throw new Error(note.error_message ?? 'The note could not be processed');
    });
}

async function upload(
  io: Io,
  { sotto }: Session,
  { source, bytes, contentType }: AudioFile,
  { title, language, recordedAt }: Options & { readonly recordedAt?: Date },
) {
  const progress = createProgress(io, bytes);
  try {
    return await uploadNote(sotto, source, {
      ...{ bytes, signal: io.signal, onProgress: progress.show },
      ...(title === undefined ? {} : { title }),
      ...(language === undefined ? {} : { language }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(recordedAt === undefined ? {} : { recordedAt }),
    });
  } finally {
    progress.end();
  }
}

function wordsOf({ note_id: noteId, title, transcript }: AppNote): string {
  return [noteId, ...(title ? [title] : []), '', transcript ?? ''].join('\n').trimEnd();
}
