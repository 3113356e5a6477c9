import { SESSION_REFUSALS, sessionOnly } from '../app/docs-parts.ts';
import { APP_UNAVAILABLE, answer, empty, invalid, noContent, refusal, streamed } from '../schemas/answers.ts';

const NO_FEED = { 404: refusal('There is no such link', 'Feed not found') };
const LINK = { created_at: '2026-02-01T08:00:00.000Z', last_used_at: null };

/** OpenAPI of the feed and of its link. */
export const FEED_DOCS = {
  read: {
    tags: ['Notes'],
    security: [],
    operationId: 'getFeed',
    summary: 'Get the Atom feed of the latest notes',
    description: 'Titles and summaries of at most 50 notes. The secret in the address is the credential.',
    responses: {
      200: streamed('application/atom+xml', 'The feed, Atom 1.0, with an `etag`'),
      ...empty(304, 'The feed has not changed since the version in `if-none-match`'),
      ...NO_FEED,
      ...APP_UNAVAILABLE,
      ...invalid(['path', 'file'], 'missing', 'Field required'),
    },
  },
  find: {
    ...sessionOnly,
    operationId: 'getFeedLink',
    summary: "Get the times at which the feed's link was created and used",
    responses: {
      200: answer('FeedSettings', 'The link, without its secret; or null', { link: LINK }),
      ...SESSION_REFUSALS,
    },
  },
  create: {
    ...sessionOnly,
    operationId: 'createFeedLink',
    summary: "Create a link to the user's feed and revoke the previous one",
    responses: {
      201: answer('NewFeedLink', 'The link, shown this once', {
        ...LINK,
        url: 'https://sotto.example/v1/feeds/sotto_feed_….atom',
      }),
      ...SESSION_REFUSALS,
    },
  },
  revoke: {
    ...sessionOnly,
    operationId: 'revokeFeedLink',
    summary: "Revoke the feed's link",
    responses: { ...noContent('The link has ended'), ...SESSION_REFUSALS, ...NO_FEED },
  },
};
