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
/** The last user of this page, who may sign in again after the session expired. Another page may have a later user. */
let userOfPage: string | null = null;
/** Why a page no longer has its user. `expired`: the service ended the session, and nobody else has signed in. */
export type Leaving = 'signed-out' | 'expired' | 'replaced';

const endings = new Set<(why: Leaving) => Promise<void> | void>();

useSession({ userId: currentUserId, onRefused: () => void openSession() });

/** Calls `listener` when the session ends and when another user signs in, to drop what this page has of the user. */
export function whenUserLeaves(listener: (why: Leaving) => Promise<void> | void): void {
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
    await enter(user);
    localStorage.setItem(LAST_USER, JSON.stringify(user));
  } catch (error) {
    const last = lastUser();
    if (isOffline(error) && last) await enter(last);
    else if (error instanceof RequestError && error.status === 401) await endLocally('expired');
    else if (session.value.kind !== 'signed-in')
      // an open page stays open after a fault of the service
      session.value = { kind: 'unreachable', problem: error instanceof Error ? error.message : String(error) };
  }
}

async function enter(user: User): Promise<void> {
  if ((userOfPage ?? lastUser()?.user_id) !== user.user_id) await dropUser('replaced');
  userOfPage = user.user_id;
  session.value = { kind: 'signed-in', user };
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
export async function endLocally(why: Leaving = 'signed-out'): Promise<void> {
  localStorage.removeItem(LAST_USER);
  session.value = { kind: 'signed-out' };
  await dropUser(why);
}

async function dropUser(why: Leaving): Promise<void> {
  await Promise.all([...endings].map((drop) => drop(why)));
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
