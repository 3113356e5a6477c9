import { signal } from '@preact/signals';
import { endAllSessions, getUser, signOut } from '../api/account.ts';
import { isOffline, RequestError, whenSignedOut } from '../api/client.ts';
import type { User } from '../api/types.ts';
import { forgetNotes } from './note-cache.ts';

/** Who is signed in. `offline`: the service was not reached, and the last user's own device goes on without it. */
export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable'; readonly problem: string }
  | { readonly kind: 'signed-in'; readonly user: User };

export const session = signal<Session>({ kind: 'loading' });

const LAST_USER = 'sotto.user';

whenSignedOut(() => void endLocally());

/** Finds out who is signed in; without a connection, whoever was the last time. */
export async function openSession(): Promise<void> {
  try {
    const user = await getUser();
    const last = lastUser();
    if (last && last.user_id !== user.user_id) await forgetNotes();
    localStorage.setItem(LAST_USER, JSON.stringify(user));
    session.value = { kind: 'signed-in', user };
  } catch (error) {
    const last = lastUser();
    if (isOffline(error) && last) session.value = { kind: 'signed-in', user: last };
    else if (error instanceof RequestError && error.status === 401) session.value = { kind: 'signed-out' };
    else session.value = { kind: 'unreachable', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Ends the session, here and in the service. */
export async function leave(): Promise<void> {
  await signOut();
  await endLocally();
}

/** Ends every session of the user, on every device. */
export async function leaveEverywhere(): Promise<void> {
  await endAllSessions();
  await endLocally();
}

/** Forgets whose notes were seen here. Recordings that are not uploaded yet stay: they wait for their owner. */
async function endLocally(): Promise<void> {
  localStorage.removeItem(LAST_USER);
  session.value = { kind: 'signed-out' };
  await forgetNotes();
}

function lastUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_USER) ?? 'null') as User | null;
  } catch {
    return null;
  }
}
