import { mutate, type Random } from './random.ts';
import type { RawRequest } from './raw-http.ts';

/** Where a hostile form is sent, and the content of a valid one. */
export interface FormTarget {
  readonly path: string;
  /** Header lines of the credential. */
  readonly credential: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

interface Part {
  readonly header: string;
  readonly body: Uint8Array;
}

/** A hostile form. Its name describes the attack. */
export interface FormCase {
  readonly name: string;
  readonly request: RawRequest;
}

const CRLF = '\r\n';
const text = (value: string) => new TextEncoder().encode(value);
const disposition = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;

/** The cases, with all kinds in turn. */
export function makeCase(random: Random, target: FormTarget, index: number): FormCase {
  const kinds = Object.entries(KINDS);
  const [name, make] = kinds[index % kinds.length] ?? kinds[0] ?? [];
  if (!name || !make) throw new Error('There are no kinds');
  return { name, request: make(random, target) };
}

const KINDS: Record<string, (random: Random, target: FormTarget) => RawRequest> = {
  'mutated bytes': (random, target) => post(target, 'x', mutate(random, bodyOf('x', honest(target)))),
  'cut short': (random, target) => {
    const body = bodyOf('x', honest(target));
    return post(target, 'x', body.subarray(0, random.int(body.length)));
  },
  'another boundary': (_random, target) => post(target, 'y', bodyOf('x', honest(target))),
  'strange boundary': (random, target) => {
    const boundary = random.pick([
      '',
      '"',
      '"x',
      'x'.repeat(500),
      "'()+_,-./:=? '",
      '\u00ff',
      '\t',
      '%00',
      'x; boundary=y',
    ]);
    return post(target, boundary, bodyOf(boundary, honest(target)));
  },
  'boundary within the content': (random, target) => {
    const inner = random.pick(['\r\n--x', '\r\n--x-', '--x--', '\r\n--x-- \r\n', '\n--x\n', '\r\r\n--x\r\n']);
    return post(
      target,
      'x',
      bodyOf('x', [...honest(target), { header: disposition('context'), body: text(`a${inner}b`) }]),
    );
  },
  'line ends of another system': (random, target) => {
    const body = Buffer.from(bodyOf('x', honest(target))).toString('latin1');
    return post(target, 'x', Buffer.from(body.replaceAll(CRLF, random.pick(['\n', '\r', '\n\r'])), 'latin1'));
  },
  'huge part header': (random, target) => {
    const size = random.pick([8_000, 17_000, 100_000, 1_000_000]);
    const header = random.chance(0.5)
      ? disposition('context', `; filename="${'a'.repeat(size)}"`)
      : `${disposition('context')}${`${CRLF}X-A: b`.repeat(size / 8)}`;
    return post(target, 'x', bodyOf('x', [{ header, body: text('a') }, ...honest(target)]));
  },
  'strange part header': (random, target) => {
    const header = random.pick([
      '',
      ':',
      'Content-Disposition',
      'Content-Disposition: attachment; name="source"',
      'Content-Disposition: form-data',
      'Content-Disposition: form-data; name',
      'Content-Disposition: form-data; name=',
      disposition('__proto__'),
      disposition('constructor'),
      disposition('toString', '; filename="toString"'),
      disposition('\u0000'),
      disposition('a"; name="source'),
      disposition('audio', "; filename*=utf-8''%ff%fe"),
      disposition('audio', "; filename*=''"),
      disposition('audio', '; filename="../../etc/passwd\u0000.flac"'),
      `${disposition('context')}${CRLF}Content-Type: text/plain; charset=${random.pick(['utf-16', 'nonsense', 'utf-7', ''])}`,
      `${disposition('context')}${CRLF}Content-Transfer-Encoding: ${random.pick(['base64', 'quoted-printable', 'x'])}`,
      `${disposition('audio', '; filename="a"')}${CRLF}Content-Type: ${random.pick(['/', 'a', 'audio/\u00e9', '*/*'])}`,
    ]);
    return post(target, 'x', bodyOf('x', [{ header, body: random.bytes(random.int(50)) }, ...honest(target)]));
  },
  'nested parts': (random, target) => {
    const inner = bodyOf('y', honest(target));
    const type = random.pick(['multipart/mixed; boundary=y', 'multipart/form-data; boundary=x', 'message/rfc822']);
    const header = `${disposition(random.pick(['audio', 'context', 'source']))}${CRLF}Content-Type: ${type}`;
    return post(target, 'x', bodyOf('x', [{ header, body: inner }]));
  },
  'a file for a text, a text for a file': (_random, target) => {
    const [first = 'source'] = Object.keys(target.fields);
    const parts = [
      { header: disposition(first, '; filename="a"'), body: text('format') },
      { header: disposition(target.file.name), body: target.file.bytes },
    ];
    return post(target, 'x', bodyOf('x', parts));
  },
  'a field again': (random, target) => post(target, 'x', bodyOf('x', [...honest(target), random.pick(honest(target))])),
  'very many parts': (random, target) => {
    const parts = Array.from({ length: random.pick([65, 300, 5_000]) }, (_, index) => ({
      header: disposition(`f${index}`, random.chance(0.5) ? '; filename="a"' : ''),
      body: text('a'),
    }));
    return post(target, 'x', bodyOf('x', [...parts, ...honest(target)]));
  },
  'no bytes as text': (random, target) => {
    const [first = 'source'] = Object.keys(target.fields);
    const parts = honest(target).filter(({ header }) => !header.includes(`"${first}"`));
    return post(target, 'x', bodyOf('x', [{ header: disposition(first), body: random.bytes(40) }, ...parts]));
  },
  'wrong length': (random, target) => {
    const body = bodyOf('x', honest(target));
    const length = random.pick([0, 1, body.length - 1, body.length + 1, body.length + 1_000_000]);
    return { ...post(target, 'x', body, `Content-Length: ${length}`), end: true };
  },
  'length that is none': (random, target) => {
    const lines = ['-1', 'abc', '1e3', '99999999999999999999', '5, 6', '0x10', ''];
    return {
      ...post(target, 'x', bodyOf('x', honest(target)), `Content-Length: ${random.pick(lines)}`),
      timeoutMs: 1_500,
    };
  },
  'two ways to tell the length': (random, target) => {
    const body = bodyOf('x', honest(target));
    const both = [
      `Content-Length: ${body.length}`,
      `Transfer-Encoding: ${random.pick(['chunked', 'gzip', ' chunked', 'x'])}`,
    ];
    return {
      ...post(target, 'x', body, random.chance(0.5) ? both.join(CRLF) : both.reverse().join(CRLF)),
      timeoutMs: 1_500,
    };
  },
  'broken chunks': (random, target) => {
    const chunk = random.pick(['zz', '-5', 'ffffffffffffffff', '5;ext', '', '5\r\nab']);
    return {
      ...post(target, 'x', text(`${chunk}${CRLF}abc${CRLF}0${CRLF}${CRLF}`), 'Transfer-Encoding: chunked'),
      timeoutMs: 1_500,
    };
  },
  'another content type': (random, target) => {
    const types = [
      '',
      'multipart/form-data',
      'multipart/form-data;',
      'multipart/mixed; boundary=x',
      'text/plain',
      'multipart/form-data; boundary=x; boundary=y',
    ];
    return post(target, 'x', bodyOf('x', honest(target)), undefined, random.pick(types));
  },
};

function honest(target: FormTarget): Part[] {
  return [
    ...Object.entries(target.fields).map(([name, value]) => ({ header: disposition(name), body: text(value) })),
    { header: disposition(target.file.name, '; filename="clip"'), body: target.file.bytes },
  ];
}

function bodyOf(boundary: string, parts: readonly Part[]): Uint8Array {
  const pieces = parts.flatMap(({ header, body }) => [
    text(`--${boundary}${CRLF}${header}${CRLF}${CRLF}`),
    body,
    text(CRLF),
  ]);
  return Buffer.concat([...pieces, text(`--${boundary}--${CRLF}`)]);
}

function post(
  target: FormTarget,
  boundary: string,
  body: Uint8Array,
  length = `Content-Length: ${body.length}`,
  type = `multipart/form-data; boundary=${boundary}`,
): RawRequest {
  const lines = [`POST ${target.path} HTTP/1.1`, 'Host: 127.0.0.1', target.credential, length, `Content-Type: ${type}`];
  return { head: `${lines.join(CRLF)}${CRLF}${CRLF}`, body };
}
