import { expect, test } from 'bun:test';
import type { showAttempt, showEndpoint } from '../../api/app/webhook-schemas.ts';
import type { showNoteItem } from '../../api/note-schemas.ts';
import { NOTE_ITEM_EXAMPLE } from '../../api/note-schemas.ts';
import type { NoteItem, WebhookAttempt, WebhookEndpoint } from '../../web/app/api/types.ts';

/** Each line compiles only if the answer of the service has the type that the pages read. */
const agree = {
  note: (answer: ReturnType<typeof showNoteItem>): Omit<NoteItem, 'status'> => answer,
  endpoint: (answer: ReturnType<typeof showEndpoint>): WebhookEndpoint => answer as WebhookEndpoint,
  attempt: (answer: ReturnType<typeof showAttempt>): WebhookAttempt => answer,
};

test('the types of the pages match the OpenAPI', () => {
  expect(agree.note(NOTE_ITEM_EXAMPLE as ReturnType<typeof showNoteItem>)).toEqual(NOTE_ITEM_EXAMPLE as never);
});
