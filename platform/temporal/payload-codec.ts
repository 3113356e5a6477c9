import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';

/** Keys of 32 bytes by id, in order: the first encrypts, all of them decrypt. */
export type EncryptionKeys = ReadonlyMap<string, Uint8Array>;

const CIPHER = 'aes-256-gcm';
const ENCODING = 'binary/encrypted';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const utf8 = {
  encode: (text: string) => Buffer.from(text, 'utf8'),
  decode: (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
};
// The whole module: Deno finds no names in this CommonJS package.
const wire = proto.temporal.api.common.v1.Payload;

/**
 * Encrypts what Temporal stores: arguments, results, failures, summaries and details. An encrypted payload is a nonce,
 * the ciphertext and its tag; its metadata names the key. Other payloads pass unchanged.
 */
export function createPayloadCodec(keys: EncryptionKeys): PayloadCodec {
  const [current] = keys;
  if (!current) throw new Error('Cannot encrypt as there is no key');
  return {
    encode: async (payloads) => payloads.map((payload) => encrypt(payload, ...current)),
    decode: async (payloads) => payloads.map((payload) => decrypt(payload, keys)),
  };
}

function encrypt(payload: Payload, keyId: string, key: Uint8Array): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(utf8.encode(keyId));
  const ciphertext = [cipher.update(wire.encode(payload).finish()), cipher.final()];
  return {
    metadata: { encoding: utf8.encode(ENCODING), 'encryption-key-id': utf8.encode(keyId) },
    data: Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]),
  };
}

/** @throws {Error} naming the key when it is not configured, or when the payload was changed */
function decrypt(payload: Payload, keys: EncryptionKeys): Payload {
  const { encoding, 'encryption-key-id': id } = payload.metadata ?? {};
  if (!encoding || utf8.decode(encoding) !== ENCODING) return payload;
  const keyId = utf8.decode(id ?? new Uint8Array());
  const key = keys.get(keyId);
  if (!key) throw new Error(`Cannot decrypt as the key '${keyId}' is not in TEMPORAL_ENCRYPTION_KEYS`);
  const data = payload.data ?? new Uint8Array();
  const decipher = createDecipheriv(CIPHER, key, data.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(utf8.encode(keyId)).setAuthTag(data.subarray(data.length - TAG_BYTES));
  try {
    const plain = decipher.update(data.subarray(NONCE_BYTES, data.length - TAG_BYTES));
    return wire.decode(Buffer.concat([plain, decipher.final()]));
  } catch {
    throw new Error(`Cannot decrypt as the payload was changed, or the key '${keyId}' is another one`);
  }
}
