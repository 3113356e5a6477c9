import { CloneType, type TSchema, Type } from '@sinclair/typebox';
import ipaddr from 'ipaddr.js';
import ms from 'ms';

/** Thrown for an invalid value. Its message is the rule, to be preceded by the variable's name. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/**
 * A schema for a text that is decoded to another type.
 * @param rule what a valid text must be
 * @param read the decoded value; undefined when the text violates the rule
 */
function variable<T>(rule: string | ((text: string) => string), read: (text: string) => T | undefined) {
  return Type.Transform(Type.String())
    .Decode((text): T => {
      const meaning = read(text);
      if (meaning === undefined) throw new ValueError(typeof rule === 'string' ? rule : rule(text));
      return meaning;
    })
    .Encode(String);
}

/** Gives a variable a default value, in the variable's notation. */
export const or = <T extends TSchema>(schema: T, fallback: string): T => CloneType(schema, { default: fallback });

const matching = (rule: string, pattern: RegExp) => variable(rule, (text) => (pattern.test(text) ? text : undefined));

function whole(rule: string, least: number, most: number) {
  return variable(`${rule} from ${least} to ${most}`, (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    return number >= least && number <= most ? number : undefined;
  });
}

/** A count in decimal digits. */
export const count = (most: number) => whole('a whole number', 1, most);

/** A share of a whole. */
export const ratio = variable('a number from 0 to 1', (text) =>
  /^(0|1|0?\.\d{1,9}|[01]\.0{1,9})$/.test(text) ? Number(text) : undefined,
);

/** A TCP port; 0 is any free one. */
export const port = whole('a port number', 0, 65_535);

/** A duration such as `5s`, `20 minutes` or `90 days`, decoded to whole milliseconds. */
export function duration(longest: ms.StringValue) {
  const pattern = /^\d{1,12}(\.\d{1,12})?\s?(ms|s|m|h|d|milliseconds?|seconds?|minutes?|hours?|days?)$/;
  return variable(`a duration such as 5s, 20 minutes or 90 days, from 1ms to ${longest}`, (text) => {
    const lengthMs = pattern.test(text) ? Math.round(ms(text as ms.StringValue)) : 0;
    return lengthMs >= 1 && lengthMs <= ms(longest) ? lengthMs : undefined;
  });
}

/** One of these words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  const rule = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return variable(rule, (text): Words[number] | undefined => words.find((word) => word === text));
}

export const flag = variable('true or false', (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined,
);

export const text = matching('a text that is not empty', /\S/);

/** A version's name, such as a commit's hash. */
export const version = matching('at most 128 letters, digits, dots, dashes and underscores', /^[\w.-]{1,128}$/);

/** Keys by id: `id:key,id:key`, each of 32 bytes in base64. The first one encrypts, all of them decrypt. */
export const encryptionKeys = variable(
  'id:key pairs separated by commas, each id of letters, digits, dots, dashes and underscores and given once, each key 32 bytes in base64',
  (list): ReadonlyMap<string, Uint8Array> | undefined => {
    const pairs = list.split(',').map((pair) => /^([\w.-]{1,64}):([A-Za-z0-9+/]{43}=)$/.exec(pair.trim()));
    const keys = new Map(
      pairs.map((pair) => [pair?.[1] ?? '', new Uint8Array(Buffer.from(pair?.[2] ?? '', 'base64'))]),
    );
    return pairs.every(Boolean) && keys.size === pairs.length ? keys : undefined;
  },
);

/** A value for an HTTP header. A line break from the end of a file would fail each request. */
export const apiKey = matching('a key without spaces and line breaks', /^[!-~]+$/);

/** @param what its name in the rule */
export const secret = (what: string) =>
  variable(`${what} of at least 32 characters`, (given) => (given.length >= 32 ? given : undefined));

export const mailFrom = matching(
  'an address such as sotto@example.org or Sotto <sotto@example.org>',
  /^([^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/,
);

/** A folder. `~` and URLs are rejected, because other programs treat them differently. */
const isFolder = (path: string) => /\S/.test(path) && !/^(~|[a-z][a-z\d+.-]*:\/\/)/i.test(path);

export const folder = variable('the path of a folder, in which ~ has no meaning', (path) =>
  isFolder(path) ? path : undefined,
);

export const file = variable('the path of a file, in which ~ has no meaning', (path) =>
  isFolder(path) ? path : undefined,
);

export const recordings = variable('a folder, in which ~ has no meaning, or gs://bucket[/prefix]', (place) =>
  isFolder(place) || /^gs:\/\/[^/\s]+(\/.*)?$/.test(place) ? place : undefined,
);

function isUrl(address: string, schemes: readonly string[], isFit: (url: URL) => boolean): boolean {
  if (!schemes.some((scheme) => address.startsWith(`${scheme}://`)) || /\s/.test(address)) return false;
  const parsed = URL.parse(address);
  return Boolean(parsed?.hostname) && isFit(parsed as URL);
}

function url(rule: string, schemes: readonly string[], isFit: (url: URL) => boolean) {
  return variable(rule, (address) => (isUrl(address, schemes, isFit) ? address : undefined));
}

/** The base of HTTP addresses. Paths are appended to it. */
export const baseUrl = url(
  'a URL that begins with http:// or https:// and has no query',
  ['http', 'https'],
  ({ search, hash, href }) => search === '' && hash === '' && !/[?#]$/.test(href),
);

const isRedisUrl = (address: string) =>
  isUrl(
    address,
    ['redis', 'rediss'],
    ({ pathname, search, hash }) => /^(\/\d*)?$/.test(pathname) && search === '' && hash === '',
  );

export const redisUrl = variable(
  'a URL that begins with redis:// or rediss://, such as redis://host:6379/0, or several, separated by commas',
  (list) => (list.split(',').every(isRedisUrl) ? list : undefined),
);

export const smtpUrl = url(
  'a URL that begins with smtp:// or smtps://, such as smtps://user:password@host',
  ['smtp', 'smtps'],
  ({ hash }) => hash === '',
);

/**
 * CIDRs separated by commas. Addresses must be complete: `10/8` would be 0.0.0.10/8. An IPv4-mapped CIDR never matches.
 */
export const networks = variable(
  (list) => `CIDRs such as 10.0.0.0/8 or fd00::/8, separated by commas: '${entriesOf(list).find(isNoCidr)}' is none`,
  (list) => (entriesOf(list).some(isNoCidr) ? undefined : list),
);

function entriesOf(list: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function isNoCidr(entry: string): boolean {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)) return false;
  return !ipaddr.IPv6.isValidCIDR(entry) || ipaddr.IPv6.parseCIDR(entry)[0].isIPv4MappedAddress();
}
