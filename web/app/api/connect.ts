import type { Body } from '../../../api/schemas/components.ts';
import { request } from './client.ts';
import type { AuthorizationRequest, ConnectedApp, Items } from './types.ts';

/** Reads the details of an access request. `query` is the query of the page's URL. */
export const readAuthorization = (query: string) =>
  request<AuthorizationRequest>('POST', '/oauth/requests', { body: { request: query } });
/** @returns the URL to which the browser is redirected */
export const decideAuthorization = (query: string, allowed: boolean) =>
  request<Body<'AuthorizationDecision'>>('POST', '/oauth/decisions', { body: { request: query, allowed } });

export const listConnectedApps = () => request<Items<ConnectedApp>>('GET', '/connected-apps');
export const revokeConnectedApp = (grantId: string) => request<void>('DELETE', `/connected-apps/${grantId}`);

export const getFeed = () => request<Body<'FeedSettings'>>('GET', '/feed');
/** Creates a link and revokes the older one. */
export const createFeed = () => request<Body<'NewFeedLink'>>('POST', '/feed');
export const revokeFeed = () => request<void>('DELETE', '/feed');
