import { link, readFile, rm } from 'node:fs/promises';
import { identify, isAlive, type ProcessIdentity } from '../platform/process-identity.ts';
import { type Home, writeWhole } from './home.ts';
import { StackError } from './stack-error.ts';
import { stopProcess } from './stop-process.ts';

/** A process of the stack, in the order of start. Later processes depend on earlier ones. */
export interface NamedProcess extends ProcessIdentity {
  readonly name: string;
}

/** The contents of `processes.json` in a home. */
interface Running {
  readonly supervisor: ProcessIdentity;
  readonly children: readonly NamedProcess[];
}

/** The exclusive lock on a home. */
export interface Instance {
  /** Records which children run now, so that they are found even when this process is killed. */
  record(children: readonly NamedProcess[]): Promise<void>;
  release(): Promise<void>;
}

const LEFTOVER_GRACE_MS = 15_000;

/**
 * Locks a home for this process. Children that a killed supervisor left are stopped first.
 * @param onLeftovers receives the names of those children before they are stopped
 * @throws {StackError} when another stack runs on this home
 */
export async function takeInstance(home: Home, onLeftovers: (names: string[]) => void): Promise<Instance> {
  const supervisor = identify(process.pid);
  if (!supervisor) throw new Error('Cannot identify this process');
  const text = (children: readonly NamedProcess[]) => JSON.stringify({ supervisor, children } satisfies Running);
  for (;;) {
    if (await createWhole(home.processes, text([]))) break;
    const running = await readRunning(home);
    if (running && isAlive(running.supervisor)) {
      throw new StackError(
        `Cannot start as Sotto runs already on '${home.folder}' (process ${running.supervisor.pid}): stop it first, or name another folder with SOTTO_HOME`,
      );
    }
    const alive = running?.children.filter(isAlive) ?? [];
    if (alive.length > 0) onLeftovers(alive.map(({ name }) => name));
    await stopLeftovers(home);
  }
  let last: Promise<void> = Promise.resolve();
  const record = (children: readonly NamedProcess[]) => {
    last = last.then(() => writeWhole(home.processes, text(children)));
    return last;
  };
  return {
    record,
    release: async () => {
      await last.catch(() => undefined);
      await rm(home.processes, { force: true });
    },
  };
}

/**
 * Stops what a supervisor that has ended left running on a home, in reverse order of start. Safe to run concurrently.
 * @returns true if the supervisor was killed; false if it released the home or still runs
 */
export async function stopLeftovers(home: Home): Promise<boolean> {
  const running = await readRunning(home);
  if (running && isAlive(running.supervisor)) return false;
  for (const child of (running?.children ?? []).toReversed()) await stopProcess(child, LEFTOVER_GRACE_MS);
  // Another start may have locked the home meanwhile, so only the file that was read above may be deleted.
  const now = await readRunning(home);
  if (now?.supervisor.pid === running?.supervisor.pid) await rm(home.processes, { force: true });
  return running !== undefined;
}

async function readRunning(home: Home): Promise<Running | undefined> {
  try {
    return JSON.parse(await readFile(home.processes, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Creates a file with its content in one step. Returns false when it exists. */
async function createWhole(path: string, text: string): Promise<boolean> {
  const partial = `${path}.${process.pid}.new`;
  await writeWhole(partial, text);
  try {
    await link(partial, path);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}
