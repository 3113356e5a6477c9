import { request } from './client.ts';
import type { AuthorizationRequest, ConnectedApp, FeedLink, Items } from './types.ts';

/** Reads who asks for access. `query` is what the program opened the page with. */
export const readAuthorization = (query: string) =>
  request<AuthorizationRequest>('POST', '/oauth/requests', { body: { request: query } });
/** @returns where the browser goes next */
export const decideAuthorization = (query: string, allowed: boolean) =>
  request<{ redirect_to: string }>('POST', '/oauth/decisions', { body: { request: query, allowed } });

export const listConnectedApps = () => request<Items<ConnectedApp>>('GET', '/connected-apps');
export const revokeConnectedApp = (grantId: string) => request<void>('DELETE', `/connected-apps/${grantId}`);

export const getFeed = () => request<{ link: FeedLink | null }>('GET', '/feed');
/** Makes a link; an older one ends. */
export const createFeed = () => request<FeedLink & { url: string }>('POST', '/feed');
export const revokeFeed = () => request<void>('DELETE', '/feed');
