import { describe, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { createSigningSecret, signingKey } from '../../webhooks/secret.ts';
import { signatureHeader } from '../../webhooks/signature.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Vectors of the official libraries: A of all but Rust's, B of Rust's, and A's key over non-ASCII bytes. */
const A = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  content: {
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1614265330,
    body: bytes('{"test": 2432232314}'),
  },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const B = {
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  content: {
    messageId: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    timestampSeconds: 1649367553,
    body: bytes('{"email":"test@example.com","username":"test_user"}'),
  },
  signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
};

describe('signatureHeader()', () => {
  test('gives the published vectors', () => {
    expect(signatureHeader(A.content, [A.secret])).toBe(A.signature);
    expect(signatureHeader(B.content, [B.secret])).toBe(B.signature);
    const unicode = { ...A.content, body: bytes('{"test":"héllo ✓ 😀"}') };
    expect(signatureHeader(unicode, [A.secret])).toBe('v1,nSUxRb0lFgRq8XolpuM4GoQmCg4RaIB2d0+4tZ1rmTQ=');
  });

  test('holds one signature per active secret, in their order', () => {
    expect(signatureHeader(A.content, [B.secret, A.secret])).toBe(
      `v1,78nXHjpFP0tVJQW5D0SBwmVyyW87BV/rL6MgfM/Bw44= ${A.signature}`,
    );
  });

  test('passes the official library with each secret, and fails after any part is altered', () => {
    const [newer, older, foreign] = [createSigningSecret(), createSigningSecret(), createSigningSecret()];
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const body = '{"type":"ping","data":{"message":"ü"}}';
    const content = { messageId: 'msg_1', timestampSeconds, body: bytes(body) };
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signatureHeader(content, [newer, older]),
    };
    expect(new Webhook(newer).verify(body, headers)).toEqual({ type: 'ping', data: { message: 'ü' } });
    expect(new Webhook(older).verify(body, headers)).toBeTruthy();
    const refused: [string, string, Record<string, string>][] = [
      [foreign, body, headers],
      [newer, `${body} `, headers],
      [newer, body, { ...headers, 'webhook-id': 'msg_2' }],
      [newer, body, { ...headers, 'webhook-timestamp': String(timestampSeconds + 1) }],
      [newer, body, { ...headers, 'webhook-timestamp': String(timestampSeconds - 301) }],
      [newer, body, { ...headers, 'webhook-signature': headers['webhook-signature'].split(' ')[1] ?? '' }],
      [newer, body, { ...headers, 'webhook-signature': headers['webhook-signature'].replaceAll('v1,', 'v2,') }],
    ];
    for (const [secret, given, sent] of refused) expect(() => new Webhook(secret).verify(given, sent)).toThrow();
  });
});

describe('createSigningSecret()', () => {
  test('returns whsec_ and base64 of 32 random bytes, never the same twice', () => {
    const secrets = new Set(Array.from({ length: 100 }, createSigningSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(signingKey(secret)).toHaveLength(32);
    }
  });
});

test('signingKey() refuses a secret outside 24 to 64 bytes', () => {
  const of = (length: number) => `whsec_${Buffer.alloc(length, 7).toString('base64')}`;
  expect([signingKey(of(24)).length, signingKey(of(64)).length]).toEqual([24, 64]);
  for (const secret of ['', 'whsec_', of(23), of(65), of(32).slice(6), 'v1,whsec_abc', `whsec_${'*'.repeat(40)}`]) {
    expect(() => signingKey(secret)).toThrow(TypeError);
  }
});
