import type pg from 'pg';
import type { NoteItem, StoredNote } from '../../notes/store/codec.ts';
import type { NoteStore } from '../../notes/store/notes.ts';
import type { Tag } from '../../notes/store/tags.ts';
import { queryWords } from '../../notes/store/words.ts';

/** Notes as a service over PostgreSQL would store them: a generated `tsvector` with a GIN index, and filters by index. */
const TABLES = `
  CREATE TABLE tags (
    tag_id uuid PRIMARY KEY, name text NOT NULL, position int NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL
  );
  CREATE TABLE notes (
    user_id uuid NOT NULL, note_id uuid PRIMARY KEY, number bigserial, status text NOT NULL, title text, summary text,
    transcript text, tag_ids uuid[] NOT NULL, tags jsonb NOT NULL, meta jsonb NOT NULL, recorded_at bigint,
    created_at bigint NOT NULL, updated_at bigint NOT NULL,
    search tsvector GENERATED ALWAYS AS (
      to_tsvector('simple', coalesce(title, '') || ' ' || coalesce(summary, '') || ' ' || coalesce(transcript, ''))
    ) STORED
  )`;
const INDEXES = `
  CREATE INDEX ON notes USING gin (search);
  CREATE INDEX ON notes USING gin (tag_ids);
  CREATE UNIQUE INDEX ON notes (user_id, number);
  CREATE INDEX ON notes (user_id, created_at);
  CREATE INDEX ON notes (user_id, updated_at)`;

const COLUMNS: Readonly<Record<string, { readonly type: string; readonly of: (note: StoredNote) => unknown }>> = {
  user_id: { type: 'uuid', of: (note) => note.userId },
  note_id: { type: 'uuid', of: (note) => note.noteId },
  status: { type: 'text', of: (note) => note.status },
  title: { type: 'text', of: (note) => note.title },
  summary: { type: 'text', of: (note) => note.summary },
  transcript: { type: 'text', of: (note) => note.transcript },
  tag_ids: { type: 'text', of: (note) => `{${note.tags.map((tag) => tag.tagId).join()}}` },
  tags: {
    type: 'jsonb',
    of: ({ tags }) => JSON.stringify(tags.map(({ tagId, source, confidence }) => ({ tagId, source, confidence }))),
  },
  meta: { type: 'jsonb', of: ({ recording, language }) => JSON.stringify({ recording, language }) },
  recorded_at: { type: 'bigint', of: (note) => note.recordedAt },
  created_at: { type: 'bigint', of: (note) => note.createdAt },
  updated_at: { type: 'bigint', of: (note) => note.updatedAt },
};
const NAMES = Object.keys(COLUMNS).join();

export type NoteTable = ReturnType<typeof createNoteTable>;

export function createNoteTable(pool: pg.Pool) {
  async function insert(notes: readonly StoredNote[]): Promise<void> {
    const columns = Object.values(COLUMNS);
    const given = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join();
    const wanted = Object.keys(COLUMNS).map((name) => (name === 'tag_ids' ? 'tag_ids::uuid[]' : name));
    const values = columns.map(({ of }) => notes.map(of));
    await pool.query(`INSERT INTO notes (${NAMES}) SELECT ${wanted} FROM unnest(${given}) AS given (${NAMES})`, values);
  }

  return {
    insert,
    /** Creates the tables, loads them, and builds the indexes as after a restore. */
    async load(tags: readonly Tag[], notes: Iterable<StoredNote>): Promise<void> {
      await pool.query(TABLES);
      for (const { tagId, name, position, createdAt, updatedAt } of tags) {
        await pool.query('INSERT INTO tags VALUES ($1, $2, $3, $4, $5)', [tagId, name, position, createdAt, updatedAt]);
      }
      let batch: StoredNote[] = [];
      for (const note of notes) {
        if (batch.push(note) < 1_000) continue;
        await insert(batch);
        batch = [];
      }
      if (batch.length > 0) await insert(batch);
      await pool.query(INDEXES);
      await pool.query('VACUUM ANALYZE notes');
    },
    /** The second write of a note, after its transcription. */
    async change({ noteId, title, summary, transcript, updatedAt }: StoredNote): Promise<void> {
      const values = [noteId, title, summary, transcript, updatedAt];
      await pool.query(
        "UPDATE notes SET status = 'completed', title = $2, summary = $3, transcript = $4, updated_at = $5 WHERE note_id = $1",
        values,
      );
    },
    async remove(noteIds: readonly string[]): Promise<void> {
      await pool.query('DELETE FROM notes WHERE note_id = ANY($1)', [noteIds]);
    },
    list: (userId, filters, page) => listNotes(pool, userId, filters, page),
    /** Bytes of table and indexes on disk. */
    async bytes(): Promise<number> {
      const { rows } = await pool.query<{ bytes: string }>("SELECT pg_total_relation_size('notes') AS bytes");
      return Number(rows[0]?.bytes);
    },
  } satisfies Pick<NoteStore, 'list'> & Record<string, unknown>;
}

/** The tags are read for the notes of the page alone. */
const PAGE = (conditions: readonly string[], limit: number) => `
  SELECT found.*, (
    SELECT coalesce(json_agg(json_build_array(tag.tag_id, tag.name, tag.position, tag.created_at, tag.updated_at,
      assigned ->> 'source', assigned -> 'confidence') ORDER BY tag.position), '[]')
    FROM jsonb_array_elements(found.tags) AS assigned JOIN tags AS tag ON tag.tag_id = (assigned ->> 'tagId')::uuid
  ) AS named
  FROM (
    SELECT number, note_id, status, title, summary, tags, recorded_at, created_at, updated_at
    FROM notes WHERE ${conditions.join(' AND ')} ORDER BY number DESC LIMIT ${limit + 1}
  ) AS found`;

async function listNotes(pool: pg.Pool, ...[userId, filters, { limit, before }]: Parameters<NoteStore['list']>) {
  const [conditions, values] = [['user_id = $1'], [userId as unknown]];
  const where = (condition: (value: string) => string, value: unknown) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  const words = queryWords(filters.query ?? '');
  const search = words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : undefined;
  // Numbers of PostgreSQL begin at 1.
  where((value) => `number <= ${value}`, before);
  where((value) => `created_at > ${value}`, filters.createdAfter);
  where((value) => `created_at < ${value}`, filters.createdBefore);
  where((value) => `updated_at > ${value}`, filters.updatedAfter);
  where((value) => `search @@ to_tsquery('simple', ${value})`, search);
  where((value) => `tag_ids && ${value}::uuid[]`, filters.tagIds?.length ? filters.tagIds : undefined);
  const { rows } = await pool.query<Row>(PAGE(conditions, limit), values);
  const items = rows.slice(0, limit).map(itemOf);
  return { items, next: rows.length > limit ? (items.at(-1)?.number ?? null) : null };
}

interface Row extends Pick<NoteItem, 'status' | 'title' | 'summary'> {
  readonly number: string;
  readonly note_id: string;
  readonly recorded_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly named: readonly [string, string, number, number, number, 'user' | 'auto', number | null][];
}

function itemOf({ number, note_id, recorded_at, created_at, updated_at, named, status, title, summary }: Row) {
  const tags = named.map(([tagId, name, position, createdAt, updatedAt, source, confidence]) => ({
    ...{ tagId, name, position, createdAt, updatedAt, source, confidence },
  }));
  const times = { createdAt: Number(created_at), updatedAt: Number(updated_at) };
  const recordedAt = recorded_at === null ? null : Number(recorded_at);
  return { ...{ number: Number(number) - 1, noteId: note_id, status, title, summary, tags, recordedAt }, ...times };
}
