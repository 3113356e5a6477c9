import { cpuMs } from './cpu.ts';

/** How often the processor time is compared with the limit. */
const EVERY_MS = 20;
/** A process that was idle may use what it saved in this time. */
const MAX_SAVED_MS = 200;

interface Account {
  usedMs: number;
  /** What it may use now; negative after it used more. */
  balanceMs: number;
  stopped: boolean;
}

/**
 * Limits processes to a share of one core each, as the program `cpulimit` does: a process that used more is stopped
 * until its share allows it to continue.
 * @param cores such as 0.1
 * @returns ends the limit
 */
export function limitProcessorTime(pids: readonly number[], cores: number): () => void {
  const accounts = new Map(pids.map((pid): [number, Account] => [pid, { ...NEW, usedMs: cpuMs(pid) }]));
  let at = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - at;
    at += elapsedMs;
    for (const [pid, account] of accounts) {
      const usedMs = cpuMs(pid);
      const balanceMs = account.balanceMs + cores * elapsedMs - (usedMs - account.usedMs);
      Object.assign(account, { usedMs, balanceMs: Math.min(balanceMs, cores * MAX_SAVED_MS) });
      if (account.stopped !== balanceMs < 0) send(pid, account.stopped ? 'SIGCONT' : 'SIGSTOP');
      account.stopped = balanceMs < 0;
    }
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const pid of accounts.keys()) send(pid, 'SIGCONT');
  };
}

const NEW: Account = { usedMs: 0, balanceMs: 0, stopped: false };

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
}
