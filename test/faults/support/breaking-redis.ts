import { expect } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { connectRedis, type Redis } from '../../../platform/redis/connection.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestRedis } from '../../support/redis.ts';

/** Where a command is interrupted: it never reached Redis, or it was executed and its reply was lost. */
export type Break = 'before' | 'after';

/** A connection to Redis that breaks at a command of the test's choice, and stays broken until it is healed. */
export interface BreakingRedis {
  readonly connection: Redis;
  /** Breaks it at the `nth` command from now on, counted from 1. */
  breakAt(nth: number, when: Break): void;
  /** Repairs the connection and waits until it works. @returns whether it was broken */
  heal(): Promise<boolean>;
  stop(): Promise<void>;
}

const MARK = 'carried-out';
const ASK_FOR_MARK = `*2\r\n$4\r\nECHO\r\n$${MARK.length}\r\n${MARK}\r\n`;

export async function startBreakingRedis(target: Pick<TestRedis, 'port'>): Promise<BreakingRedis> {
  let armed: { left: number; readonly when: Break } | undefined;
  let broken = false;
  let hasBroken = false;
  const sockets = new Set<Socket>();
  const breakNow = () => {
    broken = true;
    hasBroken = true;
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((near) => {
    if (broken) return void near.destroy();
    const far = connect(target.port, '127.0.0.1');
    let answers: Buffer | undefined; // withheld once the interrupted command was sent
    let asked: Buffer = Buffer.alloc(0);
    const pass = (command: Buffer) => {
      if (armed) armed.left -= 1;
      if (armed?.left !== 0) return void far.write(command);
      if (armed.when === 'before') return breakNow();
      answers = Buffer.alloc(0);
      far.write(Buffer.concat([command, Buffer.from(ASK_FOR_MARK)]));
    };
    near.on('data', (chunk: Buffer) => {
      asked = Buffer.concat([asked, chunk]);
      for (let length = commandLength(asked); length > 0 && !broken && !answers; length = commandLength(asked)) {
        const command = asked.subarray(0, length);
        asked = asked.subarray(length);
        pass(command);
      }
    });
    far.on('data', (chunk: Buffer) => {
      if (!answers) return void near.write(chunk);
      answers = Buffer.concat([answers, chunk]);
      // In a transaction the command is queued. What was queued with it is lost with the connection.
      if (answers.includes(MARK) || answers.includes('QUEUED')) breakNow();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = connectRedis(`redis://127.0.0.1:${(server.address() as { port: number }).port}`);
  connection.on('error', () => {}); // the test breaks the connection
  Object.assign(connection.options, { retryStrategy: () => 5 });
  const pongs = async () => (await connection.ping().catch(() => '')) === 'PONG';
  const holds = () => {
    // Repeated, because an earlier interruption may take effect only now.
    [armed, broken] = [undefined, false];
    return pongs();
  };
  const untilItHolds = () => eventually('the connection holds', holds, { timeoutMs: 5_000, intervalMs: 2 });
  await untilItHolds();
  return {
    connection,
    breakAt: (nth, when) => {
      armed = { left: nth, when };
      hasBroken = false;
    },
    heal: async () => {
      await untilItHolds();
      return hasBroken;
    },
    stop: async () => {
      connection.disconnect();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** No operation has that many commands: the loop would never end. */
const MAX_COMMANDS = 40;

/**
 * Interrupts an operation at its first command, then at its second, and so on.
 * @param breakOff repeats the operation, interrupted at the `nth` command; returns whether it had that many
 */
export async function atEachCommand(breakOff: (nth: number) => Promise<boolean>): Promise<void> {
  let commands = 0;
  while (commands < MAX_COMMANDS && (await breakOff(commands + 1))) commands += 1;
  expect(commands).toBeGreaterThan(0);
  expect(commands).toBeLessThan(MAX_COMMANDS);
}

/** Length of the command at the start of a stream, an array of bulk strings (RESP); 0 while it is incomplete. */
function commandLength(bytes: Buffer): number {
  const [count, begin] = readHeader(bytes, 0);
  let at = begin;
  for (let part = 0; part < count && at > 0; part += 1) {
    const [length, after] = readHeader(bytes, at);
    at = after > 0 && after + length + 2 <= bytes.length ? after + length + 2 : 0;
  }
  return at;
}

/** The number in a line such as `*3` or `$12`, and the start of the next line: 0 while the line is incomplete. */
function readHeader(bytes: Buffer, at: number): [number, number] {
  const end = bytes.indexOf('\r\n', at);
  return end < 0 ? [0, 0] : [Number(bytes.toString('latin1', at + 1, end)), end + 2];
}
