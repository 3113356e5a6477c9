import { type Command, InvalidArgumentError } from 'commander';
import { listenToDeliveries } from '../../source/deliveries.ts';
import { UsageError } from '../exit-codes.ts';
import { createForwarder } from '../forward.ts';
import { isHttpUrl } from '../http-url.ts';
import { type Io, print, say } from '../io.ts';
import { openSession, type Session } from '../session.ts';

interface Options {
  readonly forward?: string;
  readonly endpoint?: string;
  readonly last: number;
}

/** `webhooks list`, `webhooks listen` and `webhooks replay`. */
export function addWebhooks(program: Command, io: Io): void {
  const webhooks = program.command('webhooks').description("receive your endpoint's deliveries on this machine");
  webhooks
    .command('list')
    .description('list your endpoints')
    .action(async (_: object, command: Command) => {
      const { sotto, json } = await openSession(command, io, 'token');
      for (const endpoint of await endpointsOf(sotto, io)) {
        print(io, json, endpoint, [endpoint.endpoint_id, endpoint.status, endpoint.url].join('\t'));
      }
    });
  webhooks
    .command('listen')
    .description('print deliveries as they happen, and forward them')
    .option('--forward <url>', 'URL to forward to, such as http://localhost:8080/webhooks', url)
    .option('--endpoint <id>', 'required if you have several endpoints')
    .option('--last <number>', 'number of deliveries from the log to start with', count, 0)
    .action(async (options: Options, command: Command) => {
      const session = await openSession(command, io, 'token');
      const onOpen = () => say(io, 'Listening: press Ctrl-C to stop');
      await receive(io, session, options, { last: options.last, onOpen });
    });
  webhooks
    .command('replay')
    .description('forward one delivery from the log again')
    .argument('<webhook-id>', 'msg_…')
    .option('--forward <url>', 'URL to forward to', url)
    .option('--endpoint <id>', 'required if you have several endpoints')
    .action(async (messageId: string, options: Options, command: Command) => {
      const session = await openSession(command, io, 'token');
      const count = await receive(io, session, options, { last: 1, messageId, follow: false });
      if (count === 0) throw new UsageError(`The log has no delivery ${messageId}`);
    });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 100)
    throw new InvalidArgumentError('It must be a whole number from 0 to 100.');
  return value;
}

function url(text: string): string {
  if (!isHttpUrl(text)) throw new InvalidArgumentError('It must be an http or https URL.');
  return text;
}

interface Which {
  readonly last: number;
  readonly messageId?: string;
  readonly follow?: boolean;
  readonly onOpen?: () => void;
}

/** @returns the number of deliveries */
async function receive(io: Io, { sotto, json }: Session, options: Options, which: Which): Promise<number> {
  const endpointId = options.endpoint ?? (await onlyEndpoint(sotto, io));
  const secret = io.env['WEBHOOK_SECRET'];
  if (secret === undefined) say(io, 'Signatures are not verified: set WEBHOOK_SECRET to verify them');
  const forward = createForwarder({ secret, url: options.forward, signal: io.signal });
  let received = 0;
  for await (const delivery of listenToDeliveries(sotto, endpointId, { ...which, signal: io.signal })) {
    const result = await forward(delivery);
    print(io, json, result, [result.at, result.type, result.message_id, result.outcome].join('\t'));
    received++;
  }
  return received;
}

async function endpointsOf(sotto: Session['sotto'], { signal }: Io) {
  return (await sotto.GET('/v1/app/webhook-endpoints', { signal })).data?.items ?? [];
}

async function onlyEndpoint(sotto: Session['sotto'], io: Io): Promise<string> {
  const endpoints = await endpointsOf(sotto, io);
  const [first] = endpoints;
  if (!first) throw new UsageError('You have no webhook endpoint: create one in the app');
  if (endpoints.length > 1) throw new UsageError('You have several endpoints: choose one with --endpoint');
  return first.endpoint_id;
}
