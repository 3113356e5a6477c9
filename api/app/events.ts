import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { EVENT_DOCS as docs } from './event-docs.ts';
import { MAX_STREAMS_PER_USER } from './event-streams.ts';

/** Streams changes of the user's notes and webhooks as they happen. */
export function createEventRoutes(deps: Pick<ApiDeps, 'accounts' | 'eventStreams' | 'platform'>) {
  return new Elysia().use(authenticated(deps, 'session')).get(
    '/events',
    async ({ user }) => {
      const stream = await deps.eventStreams.open(user.userId);
      if (!stream) throw new ApiError(429, `A user may have at most ${MAX_STREAMS_PER_USER} streams open`);
      // A proxy that buffers responses would delay the events.
      return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } });
    },
    checked({ detail: docs.stream }),
  );
}
