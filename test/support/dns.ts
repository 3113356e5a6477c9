import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** The answer to one query: addresses of that type, an error code, or none. */
export type DnsAnswer =
  | { readonly addresses: readonly string[] }
  | { readonly code: 'SERVFAIL' | 'NXDOMAIN' }
  | 'silence';

export interface TestDns {
  /** `address:port` */
  readonly server: string;
  /** Every query so far, as `A name` or `AAAA name`. */
  readonly queries: string[];
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 2: 'NS', 28: 'AAAA' };
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 };

/** Starts a scripted DNS server on loopback. */
export async function startDns(answer: (type: string, name: string) => DnsAnswer): Promise<TestDns> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = readQuestion(message);
    queries.push(`${type} ${name}`);
    const given = answer(type, name);
    if (given !== 'silence') socket.send(reply(message.subarray(0, end), type, given), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    queries,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** RFC 1035 section 4.1.2, after a header of 12 bytes. */
function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const code = message.readUInt16BE(at + 1);
  return { name: labels.join('.'), type: TYPES[code] ?? String(code), end: at + 5 };
}

function reply(question: Buffer, type: string, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const head = Buffer.from(question);
  const records = 'addresses' in answer ? answer.addresses.map((address) => record(type, address)) : [];
  head.writeUInt16BE(0x8180 | ('code' in answer ? CODES[answer.code] : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

/** RFC 1035 section 4.1.3: name (a pointer to the question), type, class IN, TTL 0, length, address. */
function record(type: string, address: string): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6(address);
  const head = Buffer.from([0xc0, 0x0c, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function ipv6(address: string): Buffer {
  const [left = '', right] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const head = groups(left);
  const tail = right === undefined ? [] : groups(right);
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const data = Buffer.alloc(16);
  for (const [index, group] of all.entries()) data.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return data;
}
