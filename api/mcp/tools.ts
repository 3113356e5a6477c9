import { type Static, type TObject, Type } from '@sinclair/typebox';
import { ApiError } from '../errors.ts';
import { type ExportDeps, noteLink } from '../note-export.ts';
import { listNotes } from '../note-list.ts';
import { FetchResult, NoteResult, NotesResult, SearchResult, showItem, showPart } from './results.ts';
import { markUntrusted, UNTRUSTED_NOTICE } from './untrusted.ts';

/** A read-only tool: its input, its output and its implementation. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TObject;
  /**
   * @param given as `input` describes
   * @returns the structured content, and the same as text
   */
  readonly run: (userId: string, given: never) => Promise<{ readonly structured: object; readonly text: string }>;
}

const MAX_PAGE = 50;
/** About 10,000 tokens, the maximum result that most clients pass to a model. */
const MAX_PART_CHARACTERS = 40_000;
/** ChatGPT fetches a whole note, so this limit is near the context size of a model. */
const MAX_FETCH_CHARACTERS = 200_000;

const query = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description:
    'Words; each must be the beginning of a word in title, summary or transcript. Case and accents are ignored',
});
const noteId = (description: string) => Type.String({ format: 'uuid', description });
const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: `${description}, RFC 3339` }));
const paging = {
  limit: Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 10, description: 'Notes per page' }),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: '`next_cursor` of a page with the same arguments' }),
  ),
  created_after: time('Only notes created after this time'),
  created_before: time('Only notes created before this time'),
};

const SearchInput = Type.Object({ query, ...paging });
const RecentInput = Type.Object({ ...paging, updated_after: time('Only notes updated after this time') });
const NoteInput = Type.Object({
  note_id: noteId('`note_id` of a result'),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'First character of the transcript to return' }),
  max_characters: Type.Integer({ minimum: 1, maximum: MAX_PART_CHARACTERS, default: MAX_PART_CHARACTERS }),
});
const QueryInput = Type.Object({ query });
const IdInput = Type.Object({ id: noteId('`id` of a result') });

/** The tools of the MCP server. */
export function createTools({ notes, platform: { publicUrl } }: ExportDeps): readonly Tool[] {
  async function list(userId: string, { query: q, ...rest }: Static<typeof RecentInput> & { query?: string }) {
    const given = q === undefined ? rest : { ...rest, q };
    const { items, next_cursor } = await listNotes(notes.store, userId, given, (note) => showItem(note, publicUrl));
    return marked({ notice: UNTRUSTED_NOTICE, notes: items, next_cursor });
  }
  async function find(userId: string, id: string) {
    const note = await notes.store.get(userId, id.toLowerCase());
    if (!note) throw new ApiError(404, 'Note not found');
    return note;
  }
  return [
    {
      name: 'search_notes',
      title: 'Search notes',
      description:
        "Searches the user's voice notes, newest first. Returns titles and summaries; read one with get_note.",
      input: SearchInput,
      output: NotesResult,
      run: (userId, given: Static<typeof SearchInput>) => list(userId, given),
    },
    {
      name: 'list_recent_notes',
      title: 'List recent notes',
      description: "Lists the user's voice notes, newest first, with titles and summaries.",
      input: RecentInput,
      output: NotesResult,
      run: (userId, given: Static<typeof RecentInput>) => list(userId, given),
    },
    {
      name: 'get_note',
      title: 'Get a note',
      description: 'Reads a voice note with its transcript. A long transcript comes in parts.',
      input: NoteInput,
      output: NoteResult,
      run: async (userId, { note_id, offset, max_characters }: Static<typeof NoteInput>) =>
        marked(showPart(await find(userId, note_id), offset, max_characters, publicUrl)),
    },
    {
      name: 'search',
      title: 'Search',
      description: "Searches the user's voice notes, for clients that expect `search` and `fetch`.",
      input: QueryInput,
      output: SearchResult,
      run: async (userId, { query: q }: Static<typeof QueryInput>) => {
        const { items } = await listNotes(notes.store, userId, { q, limit: MAX_PAGE }, (note) => ({
          id: note.noteId,
          title: note.title ?? 'Untitled note',
          url: noteLink(publicUrl, note.noteId),
        }));
        return asJson({ results: items });
      },
    },
    {
      name: 'fetch',
      title: 'Fetch',
      description: 'Reads a voice note that `search` found, for clients that expect `search` and `fetch`.',
      input: IdInput,
      output: FetchResult,
      run: async (userId, { id }: Static<typeof IdInput>) => {
        const note = await find(userId, id);
        const { title, url, transcript, created_at } = showPart(note, 0, MAX_FETCH_CHARACTERS, publicUrl);
        const words = [note.summary, transcript].filter((part) => part !== null).join('\n\n');
        const metadata = { created_at, notice: UNTRUSTED_NOTICE };
        return asJson({ id: note.noteId, title: title ?? 'Untitled note', text: markUntrusted(words), url, metadata });
      },
    },
  ] satisfies readonly Tool[];
}

const marked = (structured: object) => ({ structured, text: markUntrusted(JSON.stringify(structured)) });
/** ChatGPT parses the text as JSON, so the marker is inside its fields. */
const asJson = (structured: object) => ({ structured, text: JSON.stringify(structured) });
