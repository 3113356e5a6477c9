import { useState } from 'preact/hooks';
import { createFeed, getFeed, revokeFeed } from '../api/connect.ts';
import type { FeedLink } from '../api/types.ts';
import { formatTime, formatWhen } from '../ui/format.ts';
import { Loading, Problem } from '../ui/states.tsx';
import { attempt, useResource } from '../ui/use-resource.ts';
import { Secret } from './secret.tsx';

/** The link of the Atom feed. */
export function FeedPanel() {
  const { value, problem, reload } = useResource('feed', getFeed);
  const [url, setUrl] = useState<string | null>(null);
  async function create() {
    await attempt(async () => setUrl((await createFeed()).url));
    await reload();
  }
  async function revoke() {
    setUrl(null);
    await attempt(revokeFeed, 'The link was revoked');
    await reload();
  }
  const link = value?.link ?? null;
  return (
    <section class="panel" aria-labelledby="feed-title">
      <h2 id="feed-title">Feed</h2>
      <p>Titles and summaries of your latest notes for a feed reader. Anyone with the link can read them.</p>
      {problem !== null && <Problem retry={reload}>{problem}</Problem>}
      {value === null && problem === null && <Loading />}
      {url !== null && <Secret label="Link of your feed" secret={url} onDone={() => setUrl(null)} />}
      {link !== null && <p class="hint">{describe(link)}</p>}
      {value !== null && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => void create()}>
            {link === null ? 'Create a link' : 'Replace the link'}
          </button>
          {link !== null && (
            <button type="button" class="button quiet" onClick={() => void revoke()}>
              Revoke the link
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function describe({ created_at, last_used_at }: FeedLink): string {
  const used = last_used_at === null ? 'never used' : `last used ${formatWhen(last_used_at)}`;
  return `Created ${formatTime(created_at)}, ${used}`;
}
