import type { Body } from '../../../api/schemas/components.ts';
import { request, requestUser } from './client.ts';
import type { AccountExport, Items, NewPersonalToken, PersonalToken, Scope, Session, UsageDay, User } from './types.ts';

export const getUser = () => requestUser<User>();
export const askForLink = (email: string) => request<Body<'SignInRequested'>>('POST', '/sign-in', { body: { email } });
export const signOut = () => request<void>('POST', '/sign-out');

/** Signs in with the secret of a link. */
export const useLink = (secret: string) =>
  request<void>('POST', `/sign-in/link?${new URLSearchParams({ token: secret })}`);

export const listSessions = () => request<Items<Session>>('GET', '/sessions');
export const endSession = (sessionId: string) => request<void>('DELETE', `/sessions/${sessionId}`);
/** Signs out on every device, including this one. */
export const endAllSessions = () => request<void>('DELETE', '/sessions');

export const listTokens = () => request<Items<PersonalToken>>('GET', '/tokens');
/** @param expiresAt RFC 3339; null for a token that does not expire */
export const createToken = (name: string, scopes: readonly Scope[], expiresAt: string | null) =>
  request<NewPersonalToken>('POST', '/tokens', { body: { name, scopes, expires_at: expiresAt } });
export const revokeToken = (tokenId: string) => request<void>('DELETE', `/tokens/${tokenId}`);

export const beginExport = () => request<AccountExport>('POST', '/exports');
/** The latest export, if it has not expired. */
export const listExports = () => request<Items<AccountExport>>('GET', '/exports');
export const getExport = (exportId: string) => request<AccountExport>('GET', `/exports/${exportId}`);
/** Deletes the account and everything in it. `email` is the confirmation. */
export const deleteAccount = (email: string) => request<void>('DELETE', '/me', { body: { email } });
export const getUsage = (days: number) => request<Items<UsageDay>>('GET', `/usage?days=${days}`);
