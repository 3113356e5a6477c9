import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { listNotes, type NoteFilter, type NoteItem } from '../../source/notes.ts';
import { UsageError } from '../exit-codes.ts';
import { type Io, print, say } from '../io.ts';
import { openSession, type Session } from '../session.ts';

const FORMATS = ['md', 'txt', 'srt', 'vtt', 'json'] as const;
type Format = (typeof FORMATS)[number];

interface SearchOptions {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
  readonly tag?: string[];
}

interface ExportOptions {
  readonly format: Format;
  readonly all?: boolean;
  readonly output?: string;
}

/** `notes search`, `notes show` and `notes export`. */
export function addNotes(program: Command, io: Io): void {
  const notes = program.command('notes').description('find, read and export your notes');
  notes
    .command('search')
    .description('list notes, newest first; all notes without QUERY')
    .argument('[query...]', 'words in titles, summaries and transcripts')
    .option('--limit <number>', 'maximum number of notes', count, 20)
    .option('--after <time>', 'created after this time, such as 2026-01-31')
    .option('--before <time>', 'created before this time')
    .option('--tag <id...>', 'with any of these tags')
    .action(async (query: string[], options: SearchOptions, command: Command) => {
      const session = await openSession(command, io, 'token');
      await search(io, session, query.join(' '), options);
    });
  notes
    .command('show')
    .description("print a note's title, summary and transcript")
    .argument('<note-id>')
    .action(async (noteId: string, _: object, command: Command) => {
      const { sotto, json } = await openSession(command, io, 'token');
      const params = { path: { note_id: noteId } };
      const { data } = await sotto.GET('/v1/public-api/notes/{note_id}', { params, signal: io.signal });
      const words = [data?.title, data?.summary, data?.transcript].filter(Boolean).join('\n\n');
      print(io, json, data, words);
    });
  notes
    .command('export')
    .description('write notes as files; one note goes to standard output unless --output names a folder')
    .argument('[note-id...]')
    .addOption(new Option('--format <format>', 'of each file').choices(FORMATS).default('md'))
    .option('--all', 'every note')
    .option('--output <folder>', 'folder for the files')
    .action(async (noteIds: string[], options: ExportOptions, command: Command) => {
      await exportNotes(io, await openSession(command, io, 'token'), noteIds, options);
    });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number greater than 0.');
  return value;
}

async function search(io: Io, { sotto, json }: Session, query: string, options: SearchOptions): Promise<void> {
  const { limit, after, before, tag } = options;
  const filter: NoteFilter = {
    limit: Math.min(limit, 100),
    ...(query === '' ? {} : { q: query }),
    ...(after === undefined ? {} : { created_after: instant(after) }),
    ...(before === undefined ? {} : { created_before: instant(before) }),
    ...(tag === undefined ? {} : { tag_id: tag }),
  };
  let left = limit;
  for await (const note of listNotes(sotto, filter, { signal: io.signal })) {
    print(io, json, note, line(note));
    io.signal.throwIfAborted();
    if (--left === 0) return;
  }
}

function instant(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`${text} is not a time: use 2026-01-31 or 2026-01-31T08:00Z`);
  return time.toISOString();
}

/** Separates fields with tabs, so that other programs can parse them. */
function line({ note_id: noteId, created_at: createdAt, title }: NoteItem): string {
  return [noteId, createdAt, (title ?? '').replaceAll(/\s+/g, ' ')].join('\t');
}

async function exportNotes(io: Io, { sotto, json }: Session, noteIds: string[], options: ExportOptions): Promise<void> {
  const { format, all, output } = options;
  if (all === noteIds.length > 0) throw new UsageError('Pass the ids of the notes to export, or --all');
  if (output === undefined && (all || noteIds.length > 1)) throw new UsageError('Pass a folder with --output');
  const render = async (noteId: string) => {
    const params = { path: { note_id: noteId }, query: { format } };
    const request = { params, parseAs: 'text', signal: io.signal } as const;
    return (await sotto.GET('/v1/public-api/notes/{note_id}/export', request)).data ?? '';
  };
  if (output === undefined) {
    io.stdout.write(await render(noteIds[0] ?? ''));
    return;
  }
  await mkdir(output, { recursive: true });
  let written = 0;
  for await (const noteId of all ? idsOf(sotto, io) : noteIds) {
    const path = join(output, `${noteId}.${format}`);
    await writeFile(path, await render(noteId));
    if (json) print(io, json, { note_id: noteId, path }, path);
    written++;
  }
  say(io, `Wrote ${written} ${written === 1 ? 'note' : 'notes'} to ${output}`);
}

async function* idsOf(sotto: Session['sotto'], { signal }: Io): AsyncGenerator<string> {
  for await (const { note_id: noteId } of listNotes(sotto, { limit: 100 }, { signal })) yield noteId;
}
