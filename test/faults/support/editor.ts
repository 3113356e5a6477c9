import { atPace, type Customer, type Pace } from './customer.ts';
import type { Random } from './random.ts';

/** What a user did with existing notes. */
export interface Editor {
  /** Changes, tags, reprocesses and deletes notes. */
  edit(pace: Pace): Promise<void>;
  /** Notes whose deletion was requested. Only the answer would show whether it was done. */
  readonly doomed: Set<string>;
  /** How often reprocessing was requested, by note id. Each request causes at most one more event. */
  readonly again: Map<string, number>;
  /** Notes whose deletion was answered with 204. */
  readonly deleted: Set<string>;
}

const WORDS = ['milk', 'butter', 'honey', 'crème fraîche', 'bread', 'yesterday', 'tomorrow'];

export function createEditor(customer: Customer, random: Random): Editor {
  const doomed = new Set<string>();
  const deleted = new Set<string>();
  const again = new Map<string, number>();
  const pickNote = () => random.pick(customer.notes.filter((noteId) => !doomed.has(noteId)));
  const words = () => Array.from({ length: 1 + random.int(3) }, () => random.pick(WORDS)).join(' ');

  const actions: ((noteId: string) => Promise<void>)[] = [
    async (noteId) => {
      const change = random.pick([{ title: words() }, { summary: words() }, { transcript: words() }, { title: null }]);
      customer.judge('change', await customer.call('PATCH', `/v1/app/notes/${noteId}`, change), [200]);
    },
    async (noteId) => {
      again.set(noteId, (again.get(noteId) ?? 0) + 1);
      customer.judge('reprocess', await customer.call('POST', `/v1/app/notes/${noteId}/reprocess`), [202]);
    },
    async (noteId) => {
      const tag = await customer.call('POST', '/v1/app/tags', { name: `${words()} ${random.int(1e9)}` });
      customer.judge('new tag', tag, [201]);
      if (tag.status !== 201) return;
      const path = `/v1/app/notes/${noteId}/tags/${tag.body.tag_id}`;
      // Another edit may have deleted the note.
      customer.judge('tag', await customer.call('PUT', path), doomed.has(noteId) ? [204, 404] : [204]);
      if (random.chance(0.3)) {
        const gone = await customer.call('DELETE', `/v1/app/tags/${tag.body.tag_id}`);
        customer.judge('tag deleted', gone, [204, 404]);
      }
    },
    async (noteId) => {
      doomed.add(noteId);
      const answer = await customer.call('DELETE', `/v1/app/notes/${noteId}`);
      customer.judge('delete', answer, [204]);
      if (answer.status === 204) deleted.add(noteId);
    },
  ];

  return {
    doomed,
    deleted,
    again,
    edit: (pace) =>
      atPace(pace, async () => {
        if (customer.notes.length - doomed.size > 3) await random.pick(actions)(pickNote());
      }),
  };
}
