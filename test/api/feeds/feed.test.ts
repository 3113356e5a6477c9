import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { startTestApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ publicUrl: 'https://sotto.example' });
});
afterAll(() => api.stop());

const recording = { object: 'notes/x/y', contentType: 'audio/flac', bytes: 10 };

async function startReader() {
  const { userId } = await api.users.ensure({ email: `${crypto.randomUUID()}@example.org` });
  const headers = { cookie: `__Host-sotto_session=${await api.sessions.begin(userId)}` };
  const settings = async (method: string) => {
    const response = await fetch(`${api.url}/v1/app/feed`, { method, headers });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  const link = async () => String((await settings('POST')).body.url).replace('https://sotto.example', api.url);
  const addNote = async (title: string, status: 'completed' | 'processing' = 'completed') => {
    const noteId = crypto.randomUUID();
    await api.notes.create({ noteId, userId, title, language: null, recordedAt: null, recording });
    await api.notes.change(userId, noteId, () => ({ status, summary: 'A & B', transcript: 'Secret words.' }));
    return noteId;
  };
  return { userId, settings, link, addNote };
}

/** The elements that RFC 4287 requires, read with Python's XML parser. */
const READ = `
import json, sys, xml.etree.ElementTree as tree
A = '{http://www.w3.org/2005/Atom}'
feed = tree.fromstring(sys.stdin.buffer.read())
assert feed.tag == A + 'feed', feed.tag
def one(parent, name):
    found = parent.findall(A + name)
    assert len(found) == 1, (name, len(found))
    return found[0].text
def links(parent): return {link.get('rel', 'alternate'): link.get('href') for link in parent.findall(A + 'link')}
def times(parent): return [one(parent, 'id'), one(parent, 'updated')]
assert feed.find(A + 'author') is not None
entries = [{'head': times(entry), 'title': one(entry, 'title'), 'summary': one(entry, 'summary'), 'links': links(entry), 'tags': [tag.get('term') for tag in entry.findall(A + 'category')]} for entry in feed.findall(A + 'entry')]
print(json.dumps({'head': times(feed), 'title': one(feed, 'title'), 'links': links(feed), 'entries': entries}))
`;

function readAtom(xml: string) {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', READ], { input: xml });
  if (status !== 0) throw new Error(`Not Atom: ${stderr}`);
  return JSON.parse(stdout.toString());
}

describe('GET /v1/feeds/{secret}.atom', () => {
  test('returns Atom 1.0 with titles, summaries and links to the app', async () => {
    const reader = await startReader();
    const url = await reader.link();
    const noteId = await reader.addNote('Plan <1>');
    await reader.addNote('Not ready', 'processing');
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    const xml = await response.text();
    const updated = new Date((await api.notes.get(reader.userId, noteId))?.updatedAt ?? 0).toISOString();
    expect(readAtom(xml)).toEqual({
      head: [`urn:uuid:${reader.userId}`, updated],
      title: 'Sotto notes',
      links: { alternate: 'https://sotto.example/', self: url.replace(api.url, 'https://sotto.example') },
      entries: [
        {
          head: [`urn:uuid:${noteId}`, updated],
          title: 'Plan &#60;1&#62;',
          summary: 'A &#38; B',
          links: { alternate: `https://sotto.example/notes/${noteId}` },
          tags: [],
        },
      ],
    });
    expect(xml).not.toContain('Secret words');
  });

  test('returns a valid feed without notes', async () => {
    const xml = await (await fetch(await (await startReader()).link())).text();
    expect(readAtom(xml)).toMatchObject({ entries: [], head: [expect.any(String), '2026-01-15T10:00:00.000Z'] });
  });

  test('is XML with any tag, and names the tag as the user does', async () => {
    const reader = await startReader();
    const noteId = await reader.addNote('Tagged');
    const names = ['a<3 & "q" ]]>', '<category term="x', "it's <b>", '&lt;'];
    for (const name of names) await api.tags.create(reader.userId, { name });
    const made = await api.tags.list(reader.userId);
    const tags = names.flatMap((name) => made.find((tag) => tag.name === name) ?? []);
    const assigned = tags.map((tag) => ({ ...tag, source: 'user' as const, confidence: null }));
    await api.notes.change(reader.userId, noteId, () => ({ tags: assigned }));
    const xml = await (await fetch(await reader.link())).text();
    expect(readAtom(xml).entries).toMatchObject([{ title: 'Tagged', tags: names }]);
  });

  test('returns 304 for its etag until a note changes', async () => {
    const reader = await startReader();
    const url = await reader.link();
    await reader.addNote('One');
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    const ask = (condition: string) => fetch(url, { headers: { 'if-none-match': condition } });
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await ask(condition);
      expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, etag, '']);
    }
    expect((await ask('"other"')).status).toBe(200);
    await reader.addNote('Two');
    expect((await ask(etag)).status).toBe(200);
  });

  test.each(['guess', 'guess.atom', 'sotto_feed_.atom', '.atom'])('%s returns 404', async (file) => {
    expect((await fetch(`${api.url}/v1/feeds/${file}`)).status).toBe(404);
  });
});

describe('/v1/app/feed', () => {
  test('shows the link once, and later only its creation and use times', async () => {
    const reader = await startReader();
    expect((await reader.settings('GET')).body).toEqual({ link: null });
    const { status, body } = await reader.settings('POST');
    expect([status, body.url]).toEqual([201, expect.stringContaining('/v1/feeds/sotto_feed_')]);
    const url = String(body.url).replace('https://sotto.example', api.url);
    const unused = { created_at: '2026-01-15T10:00:00.000Z', last_used_at: null };
    expect((await reader.settings('GET')).body).toEqual({ link: unused });
    await fetch(url);
    expect((await reader.settings('GET')).body).toEqual({
      link: { ...unused, last_used_at: '2026-01-15T10:00:00.000Z' },
    });
  });

  test('stores the secret only as a hash', async () => {
    const reader = await startReader();
    const secret = /sotto_feed_[\w-]+/.exec(await reader.link())?.[0] ?? '';
    const stored = JSON.stringify(await api.redis.redis.hgetall(`v1:{${reader.userId}}:feed`));
    expect(stored).toContain('hash');
    expect(stored).not.toContain(secret.slice(-20));
  });

  test('a new link revokes the old one, and DELETE revokes the last', async () => {
    const reader = await startReader();
    const [old, url] = [await reader.link(), await reader.link()];
    expect([(await fetch(old)).status, (await fetch(url)).status]).toEqual([404, 200]);
    expect((await reader.settings('DELETE')).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    expect((await reader.settings('DELETE')).status).toBe(404);
  });
});
