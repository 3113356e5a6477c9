import { isAlive, type ProcessIdentity } from '../platform/process-identity.ts';

const POLL_MS = 50;

/**
 * Ends a process with SIGTERM, waits up to `graceMs`, then kills it. Finally kills the rest of its process group, whose
 * leader it is.
 */
export async function stopProcess(who: ProcessIdentity, graceMs: number): Promise<void> {
  if (!isAlive(who)) return;
  send(who.pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (isAlive(who) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  killGroup(who.pid);
  while (isAlive(who)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Kills the rest of the process group with this leader. The leader may already have ended. */
export function killGroup(leaderPid: number): void {
  send(-leaderPid, 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: it has ended meanwhile. EPERM: macOS returns it for a group of zombies.
    const code = (error as { code?: unknown }).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
