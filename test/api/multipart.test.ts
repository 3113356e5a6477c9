import { describe, expect, test } from 'bun:test';
import { buffer } from 'node:stream/consumers';
import { type MultipartRules, readMultipart } from '../../api/multipart.ts';

const RULES: MultipartRules<Uint8Array> = {
  texts: { name: 10 },
  files: { audio: 100 },
  onFile: ({ stream }) => buffer(stream),
  timeoutMs: 5_000,
  minBytesPerSecond: 1,
};

function part(disposition: string, content: string, headers = ''): string {
  return `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
}

function request(
  body: string | ReadableStream,
  contentType = 'multipart/form-data; boundary=b',
  signal?: AbortSignal,
): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    ...(signal ? { signal } : {}),
  });
}

const read = (body: string, rules = RULES) => readMultipart(request(`${body}--b--\r\n`), rules);

describe('readMultipart()', () => {
  test('reads texts and files, whatever their order', async () => {
    const form = await read(part('name="audio"; filename="a.wav"', 'bytes') + part('name="name"', 'Änne'));
    expect(form.texts.get('name')).toBe('Änne');
    expect(Buffer.from(form.files.get('audio') ?? []).toString()).toBe('bytes');
  });

  test('reads a file field without a file name as bytes', async () => {
    const form = await read(part('name="audio"', 'bytes'));
    expect(Buffer.from(form.files.get('audio') ?? []).toString()).toBe('bytes');
  });

  test.each(['__proto__', 'constructor', 'stroe'])('refuses the field %s, which no rule names', async (name) => {
    const known = part('name="name"', 'ok');
    const refusal = { code: 'unknown_field', field: name };
    await expect(read(known + part(`name="${name}"`, 'x'.repeat(50)))).rejects.toMatchObject(refusal);
    await expect(read(known + part(`name="${name}"; filename="f"`, 'y'))).rejects.toMatchObject(refusal);
  });

  test('reads a list with and without brackets, in its order, and other repeated fields not', async () => {
    const rules = { ...RULES, texts: { name: 10, tag: 10 }, lists: ['tag'] };
    const parts = ['tag[]', 'tag', 'tag[1]'].map((name, index) => part(`name="${name}"`, `t${index}`));
    const form = await read(parts.join(''), rules);
    expect(form.lists.get('tag')).toEqual(['t0', 't1', 't2']);
    expect((await read(part('name="name"', 'x'), rules)).lists.get('tag')).toEqual([]);
    await expect(read(part('name="tag"', 'x'.repeat(11)), rules)).rejects.toMatchObject({ code: 'field_too_long' });
    await expect(read(part('name="name[]"', 'x'), rules)).rejects.toMatchObject({ code: 'unknown_field' });
    await expect(read(part('name="name"', 'x').repeat(2), rules)).rejects.toMatchObject({ code: 'repeated_field' });
  });

  test('ignores fields and files that no rule names, where the rules say so', async () => {
    const other = part('name="other"', 'x'.repeat(50)) + part('name="audio_file"; filename="f"', 'y'.repeat(500));
    const form = await read(other + part('name="name"', 'ok'), { ...RULES, unknownFields: 'ignore' });
    expect([[...form.texts], [...form.files]]).toEqual([[['name', 'ok']], []]);
    const text = part('name="name"; filename="f"', 'x');
    await expect(read(text, { ...RULES, unknownFields: 'ignore' })).rejects.toMatchObject({ code: 'text_expected' });
  });

  test('counts texts in UTF-8 bytes', async () => {
    expect((await read(part('name="name"', 'é'.repeat(5)))).texts.get('name')).toBe('ééééé');
    await expect(read(part('name="name"', 'é'.repeat(6)))).rejects.toMatchObject({
      code: 'field_too_long',
      field: 'name',
    });
  });

  test('accepts a file of exactly the limit and refuses one byte more', async () => {
    expect((await read(part('name="audio"; filename="f"', 'x'.repeat(100)))).files.get('audio')?.length).toBe(100);
    await expect(read(part('name="audio"; filename="f"', 'x'.repeat(101)))).rejects.toMatchObject({
      code: 'file_too_large',
      field: 'audio',
    });
  });

  test('refuses a text or a file given twice', async () => {
    await expect(read(part('name="name"', 'a') + part('name="name"', 'b'))).rejects.toMatchObject({
      code: 'repeated_field',
    });
    const twice = part('name="audio"; filename="f"', 'a').repeat(2);
    await expect(read(twice)).rejects.toMatchObject({ code: 'repeated_field', field: 'audio' });
  });

  test('refuses a text sent as a file', async () => {
    await expect(read(part('name="name"; filename="f"', 'a'))).rejects.toMatchObject({ code: 'text_expected' });
  });

  test('refuses more parts than the form has fields', async () => {
    const parts = part('name="name"', 'a') + part('name="name"', 'a').repeat(64);
    await expect(read(parts)).rejects.toMatchObject({ name: 'MultipartError' });
  });

  test.each([
    ['text', 'Content-Disposition: form-data'],
    ['file', 'Content-Disposition: form-data; filename="a.wav"\r\nContent-Type: audio/wav'],
  ])(
    'refuses a %s without a name as malformed, and ignores it where unknown fields are ignored',
    async (_, headers) => {
      const body = `--b\r\n${headers}\r\n\r\nx\r\n${part('name="name"', 'a')}`;
      await expect(read(body)).rejects.toMatchObject({ code: 'malformed' });
      expect((await read(body, { ...RULES, unknownFields: 'ignore' })).texts.get('name')).toBe('a');
    },
  );

  const broken: [name: string, body: string, contentType?: string][] = [
    ['a body without its closing boundary', part('name="name"', 'a')],
    ['an empty body', ''],
    ['a body of another boundary', '--other\r\n\r\n--other--\r\n'],
    ['a boundary that is missing', part('name="name"', 'a'), 'multipart/form-data; charset=utf-8'],
    ['a body that ends in a header', '--b\r\nContent-Disposition: form-da'],
  ];
  for (const [name, body, contentType] of broken) {
    test(`refuses ${name} as malformed`, async () => {
      await expect(readMultipart(request(body, contentType), RULES)).rejects.toMatchObject({ name: 'MultipartError' });
    });
  }

  for (const contentType of ['application/json', 'multipart/mixed; boundary=b', 'text/plain', 'multipart/form-data']) {
    test(`refuses ${contentType} as not multipart`, async () => {
      await expect(readMultipart(request('{}', contentType), RULES)).rejects.toMatchObject({ code: 'not_multipart' });
    });
  }

  test('ends with timed_out when the body stalls', async () => {
    const never = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--b\r\n')),
    });
    await expect(readMultipart(request(never), { ...RULES, timeoutMs: 50 })).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  /** A body that sends a chunk at intervals for as long as it is read. */
  function dripping(bytes: number, everyMs: number): ReadableStream<Uint8Array> {
    let timer: NodeJS.Timeout | undefined;
    return new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n'));
        timer = setInterval(() => controller.enqueue(new Uint8Array(bytes).fill(97)), everyMs);
      },
      cancel: () => clearInterval(timer),
    });
  }
  const PACE = { ...RULES, minBytesPerSecond: 10_000, paceWindowMs: 100 };

  test('ends with timed_out when the body is too slow, before the overall timeout', async () => {
    await expect(readMultipart(request(dripping(1, 10)), PACE)).rejects.toMatchObject({ code: 'timed_out' });
  });

  test('continues while the body keeps the minimum rate', async () => {
    let windows = 0;
    const count = setInterval(() => (windows += 1), PACE.paceWindowMs);
    const rules = { ...PACE, timeoutMs: 1_000 };
    await expect(readMultipart(request(dripping(10_000, 10)), rules)).rejects.toMatchObject({ code: 'timed_out' });
    clearInterval(count);
    expect(windows).toBeGreaterThan(3);
  });

  test('fails with the error that onBytes throws', async () => {
    const seen: number[] = [];
    const onBytes = (bytes: number) => {
      seen.push(bytes);
      if (seen.length === 3) throw new Error('too much');
    };
    await expect(readMultipart(request(dripping(5, 1)), { ...RULES, onBytes })).rejects.toThrow('too much');
    expect(seen.slice(1)).toEqual([5, 5]);
  });

  test('ends with aborted when the caller disconnects', async () => {
    const leave = new AbortController();
    const never = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('--b\r\n'));
        leave.abort();
        return new Promise(() => {});
      },
    });
    await expect(readMultipart(request(never, undefined, leave.signal), RULES)).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  test("ends with what a file's reader throws", async () => {
    const onFile = () => Promise.reject(new Error('disk full'));
    await expect(read(part('name="audio"; filename="f"', 'x'), { ...RULES, onFile })).rejects.toThrow('disk full');
  });
});
