import { signal } from '@preact/signals';
import { endAllSessions, getUser, signOut } from '../api/account.ts';
import { isOffline, RequestError, whenSignedOut } from '../api/client.ts';
import type { User } from '../api/types.ts';
import { forgetNotes } from './note-cache.ts';

/** Who is signed in. `offline`: the service was not reached, and the app continues with the last user of this device. */
export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable'; readonly problem: string }
  | { readonly kind: 'signed-in'; readonly user: User };

export const session = signal<Session>({ kind: 'loading' });

const LAST_USER = 'sotto.user';

whenSignedOut(() => void endLocally());

/** Loads the signed-in user; without a connection, the last user of this device. */
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

/** Signs out on this device. */
export async function leave(): Promise<void> {
  await signOut();
  await endLocally();
}

/** Signs out on every device. */
export async function leaveEverywhere(): Promise<void> {
  await endAllSessions();
  await endLocally();
}

/** Removes the user's saved notes from this device. Recordings that are not uploaded yet stay for their owner. */
export async function endLocally(): Promise<void> {
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
