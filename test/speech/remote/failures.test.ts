import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { SpeechError } from '../../../speech/types.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf, request, SAMPLE } from '../support.ts';
import { type Answer, type Asked, json } from './server.ts';
import { hello, start, stopAll, stopDecoding } from './setup.ts';

// Long enough for a busy machine. A test that hangs still fails.
setDefaultTimeout(120_000);

afterEach(stopAll);
afterAll(stopDecoding);

describe('transcribe() on a remote engine fails', () => {
  const SECRET = 'ask not what your country';

  test.each<[string, Answer, string, number | undefined]>([
    [
      '429 with seconds',
      (_, r) => json(r, { error: { message: SECRET } }, 429, { 'retry-after': '17' }),
      'engine_busy',
      17,
    ],
    ['429 without', (_, r) => json(r, {}, 429), 'engine_busy', undefined],
    ['500 that quotes', (_, r) => json(r, { error: { message: SECRET } }, 500), 'engine_unavailable', undefined],
    ['503 with seconds', (_, r) => json(r, {}, 503, { 'retry-after': '3' }), 'engine_unavailable', 3],
    ['504', (_, r) => json(r, {}, 504), 'engine_timed_out', undefined],
    ['401', (_, r) => json(r, { error: { message: 'bad key sk-1' } }, 401), 'engine_misconfigured', undefined],
    ['403', (_, r) => json(r, {}, 403), 'engine_misconfigured', undefined],
    ['404', (_, r) => json(r, { error: { message: 'no such model' } }, 404), 'engine_misconfigured', undefined],
    ['400 for every format', (_, r) => json(r, { error: { message: SECRET } }, 400), 'engine_failed', undefined],
    [
      'invalid JSON',
      (_, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{"text": "a'),
      'engine_failed',
      undefined,
    ],
    ['JSON of another shape', (_, r) => json(r, { transcript: SECRET }), 'engine_failed', undefined],
    [
      'a page',
      (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
      'engine_failed',
      undefined,
    ],
    ['a body without end', endless, 'engine_failed', undefined],
    ['a connection that is cut', (_, r) => void r.destroy(), 'engine_unavailable', undefined],
  ])('on %s', async (_, answer, code, retryAfterSeconds) => {
    const { engine, server } = await start(answer);
    const error = await engine.transcribe(request(SAMPLE)).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SpeechError);
    expect(error).toMatchObject({ code, message: code, retryAfterSeconds });
    expect(JSON.stringify([error, String((error as Error).stack), (error as Error).cause ?? null])).not.toContain(
      'country',
    );
    // The engine repeats a request only if its response format was refused.
    expect(server.asked.length).toBe(code === 'engine_failed' && server.asked.length === 2 ? 2 : 1);
  });

  test.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['drips its answer', drip],
  ])('on a server that %s', async (_, answer) => {
    const { engine } = await start(answer, { timeoutMs: 400 });
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toBe('engine_timed_out');
  });

  test('on a port without a listener', async () => {
    const { engine, server } = await start(hello);
    await server.close();
    expect(await failureOf(engine.transcribe(request(SAMPLE)))).toBe('engine_unavailable');
  });

  test('at once when it is cancelled, and closes the connection', async () => {
    let closed = false;
    const { engine, server } = await start((_, response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const abort = new AbortController();
    const work = failureOf(engine.transcribe(request(SAMPLE, { signal: abort.signal })));
    await eventually('the request', () => server.asked.length === 1);
    abort.abort();
    expect(await work).toBe('cancelled');
    await eventually('the end of the connection', () => closed);
  });

  function endless(_: Asked, response: Parameters<Answer>[1]): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"text":"');
    const chunk = 'a'.repeat(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }

  function drip(_: Asked, response: Parameters<Answer>[1]): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  }
});
