/*
 * A sender in a separate process, so that a test notices when a hostile receiver ends it. It reads one JSON line for
 * each send from standard input and answers it with one on standard output; sends run side by side. Runs on Bun and
 * Deno; started by sender-process.ts.
 */
import { createInterface } from 'node:readline';
import { createEgressGuard } from '../../../webhooks/egress/guard.ts';
import { createEgressPolicy } from '../../../webhooks/egress/policy.ts';
import { createResolver } from '../../../webhooks/egress/resolver.ts';
import { createSender } from '../../../webhooks/egress/sender.ts';
import type { SendLine } from './sender-process.ts';

const [timeout = '', ca = ''] = process.argv.slice(2);
const sender = createSender({
  guard: createEgressGuard(createEgressPolicy({ allowNetworks: '127.0.0.0/8', allowHttp: true }), createResolver()),
  ca,
  timeoutMs: Number(timeout),
});
const print = (line: unknown) => void process.stdout.write(`${JSON.stringify(line)}\n`);
process.on('uncaughtException', (error) => print({ fault: String(error) }));
process.on('unhandledRejection', (error) => print({ fault: String(error) }));

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const { id, url, bytes, reuseConnection }: SendLine = JSON.parse(line);
    const body = new Uint8Array(bytes).fill(97);
    const { durationMs: _, ...result } = await sender.send({
      url,
      headers: { 'webhook-id': String(id) },
      body,
      reuseConnection,
    });
    print({ id, result });
  })
  .on('close', () => process.exit());
