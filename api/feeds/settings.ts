import { Elysia } from 'elysia';
import type { FeedLink } from '../../accounts/feeds.ts';
import { authenticated } from '../app/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { formatTimestamp } from '../instant.ts';
import { checked } from '../validation.ts';
import { feedAddress } from './address.ts';
import { FEED_DOCS as docs } from './openapi.ts';

/** The link to the user's feed. Creating it requires a session, because everyone with the link can read the feed. */
export function createFeedSettings(deps: Pick<ApiDeps, 'accounts' | 'platform'>) {
  const { feeds } = deps.accounts;
  return new Elysia()
    .use(authenticated(deps, 'session'))
    .get(
      '/feed',
      async ({ user }) => {
        const link = await feeds.find(user.userId);
        return { link: link && show(link) };
      },
      checked({ detail: docs.find }),
    )
    .post(
      '/feed',
      async ({ user, set }) => {
        const { link, secret } = await feeds.create(user.userId);
        set.status = 201;
        return { ...show(link), url: feedAddress(deps.platform.publicUrl, secret) };
      },
      checked({ detail: docs.create }),
    )
    .delete(
      '/feed',
      async ({ user, set }) => {
        if (!(await feeds.revoke(user.userId))) throw new ApiError(404, 'Feed not found');
        set.status = 204;
      },
      checked({ detail: docs.revoke }),
    );
}

function show({ createdAt, lastUsedAt }: FeedLink) {
  return { created_at: formatTimestamp(createdAt), last_used_at: formatTimestamp(lastUsedAt ?? null) };
}
