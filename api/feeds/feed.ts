import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAtom } from '../../notes/export/atom.ts';
import { limitedByAddress } from '../app/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { noteLink } from '../note-export.ts';
import { noteFacts } from '../request-facts.ts';
import { checked } from '../validation.ts';
import { feedAddress } from './address.ts';
import { FEED_DOCS as docs } from './openapi.ts';

/** Maximum number of notes in a feed. Feed readers poll often. */
const MAX_ENTRIES = 50;

const FeedParams = Type.Object({ file: Type.String({ description: 'The secret of the link, followed by `.atom`' }) });

/** The Atom feed of a user's notes. The secret in its address is the credential. */
export function createFeedRoute(deps: Pick<ApiDeps, 'accounts' | 'notes' | 'platform'>) {
  const { accounts, notes, platform } = deps;
  return new Elysia().use(limitedByAddress(deps)).get(
    '/v1/feeds/:file',
    async ({ params: { file }, request, set }) => {
      const secret = file.endsWith('.atom') ? file.slice(0, -'.atom'.length) : '';
      const userId = await accounts.feeds.verify(secret);
      const link = userId && (await accounts.feeds.find(userId));
      if (!userId || !link) throw new ApiError(404, 'Feed not found');
      noteFacts(request, { userId });
      const { items } = await notes.store.list(userId, {}, { limit: MAX_ENTRIES });
      const addresses = {
        self: feedAddress(platform.publicUrl, secret),
        app: platform.publicUrl,
        note: (noteId: string) => noteLink(platform.publicUrl, noteId),
      };
      const completed = items.filter(({ status }) => status === 'completed');
      return answerFeed(toAtom(completed, addresses, userId, link.createdAt), request, set);
    },
    checked({ params: FeedParams, detail: docs.read }),
  );
}

function answerFeed(xml: string, request: Request, set: { status?: number | string }): Response {
  const etag = `"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', 'content-type': 'application/atom+xml; charset=utf-8' };
  if (!matches(request.headers.get('if-none-match'), etag)) return new Response(xml, { headers });
  set.status = 304; // for the log and the metrics
  return new Response(null, { status: 304, headers });
}

/** Compares weakly (RFC 9110, section 13.1.2), because proxies that compress make tags weak. */
function matches(condition: string | null, etag: string): boolean {
  const tags = (condition ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
