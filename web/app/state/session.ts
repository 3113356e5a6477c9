import { signal } from '@preact/signals';
import { endAllSessions, getUser, signOut } from '../api/account.ts';
import { isOffline, RequestError, useSession } from '../api/client.ts';
import type { User } from '../api/types.ts';

/** Who is signed in. `offline`: the service was not reached, and the app continues with the last user of this device. */
export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable'; readonly problem: string }
  | { readonly kind: 'signed-in'; readonly user: User };

export const session = signal<Session>({ kind: 'loading' });

const LAST_USER = 'sotto.user';
const endings = new Set<() => Promise<void> | void>();

useSession({ userId: currentUserId, onRefused: () => void openSession() });

/** Calls `listener` when the session ends and when another user signs in, to drop what this page has of the user. */
export function whenUserLeaves(listener: () => Promise<void> | void): void {
  endings.add(listener);
}

/** The id of the signed-in user; null when nobody is signed in. */
export function currentUserId(): string | null {
  return session.value.kind === 'signed-in' ? session.value.user.user_id : null;
}

/** Loads the signed-in user; without a connection, the last user of this device. */
export async function openSession(): Promise<void> {
  try {
    const user = await getUser();
    const last = lastUser();
    if (last?.user_id !== user.user_id) await dropUser();
    localStorage.setItem(LAST_USER, JSON.stringify(user));
    session.value = { kind: 'signed-in', user };
  } catch (error) {
    const last = lastUser();
    if (isOffline(error) && last) session.value = { kind: 'signed-in', user: last };
    else if (error instanceof RequestError && error.status === 401) await endLocally();
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
  await dropUser();
}

async function dropUser(): Promise<void> {
  await Promise.all([...endings].map((drop) => drop()));
}

// All pages of a browser share one session: another page may have signed out, or signed in as another user.
addEventListener('storage', ({ key }) => {
  if (key === LAST_USER && (lastUser()?.user_id ?? null) !== currentUserId()) void openSession();
});

function lastUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_USER) ?? 'null') as User | null;
  } catch {
    return null;
  }
}
