import { Feed } from 'feed';
import { escapeHtml } from '../../platform/mail/html.ts';
import type { NoteItem } from '../store/codec.ts';

/** The addresses that a feed names. */
export interface FeedAddresses {
  /** The feed itself. */
  readonly self: string;
  /** The app. */
  readonly app: string;
  /** A note in the app. */
  readonly note: (noteId: string) => string;
}

/**
 * Notes as an Atom 1.0 feed (RFC 4287): titles and summaries only.
 * @param feedId a UUID that stays the same when the link changes
 * @param emptySince epoch milliseconds of the last change of a feed without notes
 */
export function toAtom(
  notes: readonly NoteItem[],
  { self, app, note: linkTo }: FeedAddresses,
  feedId: string,
  emptySince: number,
): string {
  const updated = notes.reduce((latest, note) => Math.max(latest, note.updatedAt), notes[0]?.updatedAt ?? emptySince);
  const feed = new Feed({
    id: `urn:uuid:${feedId}`,
    title: 'Sotto notes',
    updated: new Date(updated),
    generator: 'Sotto',
    author: { name: 'Sotto' },
    link: app,
    feedLinks: { atom: self },
  });
  for (const note of notes) {
    feed.addItem({
      id: `urn:uuid:${note.noteId}`,
      title: asHtml(note.title ?? 'Untitled note'),
      link: linkTo(note.noteId),
      date: new Date(note.updatedAt),
      published: new Date(note.createdAt),
      ...(note.summary === null ? {} : { description: asHtml(note.summary) }),
      category: note.tags.map(({ name }) => ({ term: xmlText(name) })),
    });
  }
  return withTermsEscaped(feed.atom1());
}

/** The library escapes `&` and quotes in an attribute, but not `<`, which XML 1.0, section 3.1, forbids there. */
function withTermsEscaped(xml: string): string {
  return xml.replace(
    /(<category term=")([^"]*)/g,
    (_, head: string, term: string) => head + term.replaceAll('<', '&lt;'),
  );
}

/** The library declares titles and summaries as HTML. */
const asHtml = (text: string) => escapeHtml(xmlText(text));

/** XML 1.0, section 2.2, has no way to write other control characters and lone surrogates. */
function xmlText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '');
}
