import { isAlive, type ProcessIdentity } from '../platform/process-identity.ts';

const POLL_MS = 50;

/**
 * Asks a process to end with SIGTERM, waits up to `graceMs`, then kills it; in the end kills what is left of its
 * process group, whose leader it is.
 */
export async function stopProcess(who: ProcessIdentity, graceMs: number): Promise<void> {
  if (!isAlive(who)) return;
  send(who.pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (isAlive(who) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  killGroup(who.pid);
  while (isAlive(who)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Kills all that is left of the process group with this leader, which may itself have ended. */
export function killGroup(leaderPid: number): void {
  send(-leaderPid, 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: it ended by itself in between. EPERM: macOS says so of a group of which only zombies are left.
    const code = (error as { code?: unknown }).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
