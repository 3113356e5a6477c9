import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { describeProblem } from '../api/client.ts';
import { say } from '../state/toasts.ts';

export interface Resource<T> {
  /** Null until it is loaded. */
  readonly value: T | null;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
  readonly set: (value: T) => void;
}

/** Data that is loaded from the service when it is first shown. Another `key` loads again. */
export function useResource<T>(key: string, read: () => Promise<T>): Resource<T> {
  const [state, setState] = useState<{ value: T | null; problem: string | null }>({ value: null, problem: null });
  const latest = useRef({ read, asked: 0 });
  latest.current.read = read;
  const reload = useCallback(async () => {
    latest.current.asked += 1;
    const asked = latest.current.asked;
    try {
      const value = await latest.current.read();
      if (latest.current.asked === asked) setState({ value, problem: null });
    } catch (error) {
      if (latest.current.asked === asked) setState((now) => ({ ...now, problem: describeProblem(error) }));
    }
  }, []);
  useEffect(() => {
    setState({ value: null, problem: null });
    void reload();
  }, [key, reload]);
  return { ...state, reload, set: (value) => setState({ value, problem: null }) };
}

/** Runs an action and shows a message when it fails. @returns whether it succeeded */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done !== undefined) say(done);
    return true;
  } catch (error) {
    say(describeProblem(error), { kind: 'problem' });
    return false;
  }
}
