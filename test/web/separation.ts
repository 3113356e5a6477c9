import { describe, expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { makeEverything, type Owner } from './support/make-everything.ts';
import { makeNote } from './support/make-note.ts';
import { PAGES } from './support/pages.ts';
import type { WebSuite } from './support/suite.ts';
import { until } from './support/until.ts';

/** No user sees data of another user, in a browser of their own or in the same browser after a sign-out. */
export function separationTests({ app, browser }: WebSuite): void {
  describe('two users', () => {
    test.concurrent('never receive anything of each other in their own browsers, as pages, data or live events', async () => {
      const [ada, bob] = await Promise.all([makeEverything(app(), 'Ada'), makeEverything(app(), 'Bob')]);
      const visitor = await visit(browser(), app(), { session: bob.session });
      visitor.expectFailures();
      const { page, context, faults } = visitor;
      const received = collectAnswers(context);
      await page.goto('/');
      await page.evaluate(COLLECT_EVENTS);
      await until(page, 'opened');
      await visitEveryPage(page, ada);
      const statuses = await page.evaluate<Record<string, number>>(askForEach(ada.paths));
      expect(statuses).toEqual(Object.fromEntries(ada.paths.map((path) => [path, 404])));
      await eventually('the answers are read', async () => (await received()).length > 30);
      const all = (await received()).join('\n');
      expect(all).toContain(bob.secret); // Bob's own data is there, so the search covers the answers
      for (const trace of ada.traces) expect(all).not.toContain(trace);
      await expectOnlyOwnEvents(page, ada, bob);
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test.concurrent('find no data of each other in the same browser, and the owner of a recording finds it again', async () => {
      const [ada, bob] = await Promise.all([makeEverything(app(), 'Ada'), makeEverything(app(), 'Bob')]);
      const { page, context, faults, expectFailures } = await visit(browser(), app(), { session: ada.session });
      expectFailures();
      await page.goto(`/notes/${ada.noteId}`);
      await page.getByText(ada.secret).first().waitFor();
      await page.evaluate(keepInterruptedRecording(ada.userId));
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      const deletedId = await makeNote(app(), ada.userId, { title: `${ada.secret} deleted` });
      await page.goto(`/notes/${deletedId}`);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText(`Deleted: ${ada.secret} deleted`).waitFor();
      await page.goto('/settings/account');
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByLabel('E-mail').waitFor();
      await expectNoTraces(page, ada);

      await signInAs(context, bob);
      await page.goto('/');
      await page.getByText(bob.secret).first().waitFor();
      await visitEveryPage(page, ada);
      expect(await page.getByText('A recording was interrupted').count()).toBe(0);
      await expectNoTraces(page, ada);
      await context.setOffline(true);
      await page.goto(`/notes/${ada.noteId}`);
      await page.getByText('No connection.').waitFor();
      expect(await page.content()).not.toContain(ada.secret);
      await context.setOffline(false);

      await signInAs(context, { session: await app().beginSession(ada.userId) });
      await page.goto('/record');
      await page.getByText('A recording was interrupted').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 90_000);

    test.concurrent('see only their own data when one signs in while pages of the other are open in the same browser', async () => {
      const [ada, bob] = await Promise.all([makeEverything(app(), 'Ada'), makeEverything(app(), 'Bob')]);
      const { page, context, faults, expectFailures } = await visit(browser(), app(), { session: ada.session });
      expectFailures();
      await page.goto(`/notes/${ada.noteId}`);
      await page.getByText('Export', { exact: true }).click();
      const ofNote = await linkOf(page, 'Markdown');
      await page.goto('/settings/data');
      const ofAll = await linkOf(page, 'Download notes');
      for (const link of [ofNote, ofAll]) expect((await context.request.get(link)).status()).toBe(200);
      const chosen = Promise.withResolvers<void>();
      // The stream of events would tell the page of Bob, so it begins when the file is chosen.
      await context.route('**/v1/app/events*', (route) => chosen.promise.then(() => route.continue()));
      await page.goto('/');
      await page.getByText(ada.secret).first().waitFor();
      await signInAs(context, bob);
      for (const link of [ofNote, ofAll]) expect((await context.request.get(link)).status()).toBe(401);
      // The page still shows Ada's notes. She chooses a file before the page learns of the sign-in.
      await page.getByLabel('Recordings to upload').setInputFiles({
        name: 'ada.wav',
        mimeType: 'audio/wav',
        buffer: Buffer.alloc(4_096),
      });
      chosen.resolve();
      await page.getByText(bob.secret).first().waitFor();
      expect(await page.getByText(ada.secret).count()).toBe(0);
      expect(await page.getByText('ada.wav').count()).toBe(0);
      await expectNoTraces(page, ada);
      expect(await bob.noteIds()).toEqual([bob.noteId]);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function signInAs(context: BrowserContext, { session }: Pick<Owner, 'session'>): Promise<void> {
    await context.addCookies([{ name: 'sotto_session', value: session, url: app().url }]);
  }
}

async function linkOf(page: Page, name: string): Promise<string> {
  return (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '';
}

/** Opens all pages, and the addresses of the other user's note and endpoint. */
async function visitEveryPage(page: Page, other: Owner): Promise<void> {
  const theirs = [`/notes/${other.noteId}`, `/settings/webhooks/${other.endpointId}`, `/?q=${other.secret}`];
  for (const path of [...PAGES.map(([own]) => own), ...theirs]) {
    await page.goto(path);
    await page.locator('h1:visible, h2:visible, .problem').first().waitFor();
    await until(page, `!document.querySelector('.loading')`);
    const content = await page.content();
    for (const trace of other.traces.filter((one) => !path.includes(one))) expect(content).not.toContain(trace);
  }
}

/** Reads the body of every answer that a browser receives, except live streams, which do not end. */
function collectAnswers(context: BrowserContext): () => Promise<string[]> {
  const bodies: Promise<string>[] = [];
  context.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/v1/')) return;
    const read = async () => (await request.response())?.text();
    bodies.push(
      read().then(
        (text) => text ?? '',
        () => '',
      ),
    ); // the page may have been left before the body arrived
  });
  return () => Promise.all(bodies);
}

/** Both users change a note. Bob's page must receive only the event of his own note. */
async function expectOnlyOwnEvents(page: Page, ada: Owner, bob: Owner): Promise<void> {
  await page.goto('/');
  await page.evaluate(COLLECT_EVENTS);
  await until(page, 'opened');
  await ada.changeEverything();
  await bob.changeEverything();
  await until(page, `heard.some((line) => line.includes('${bob.noteId}'))`);
  const heard = (await page.evaluate<string[]>('heard')).join('\n');
  for (const trace of ada.traces) expect(heard).not.toContain(trace);
}

/** The browser's storage and the page contain no data of this user. Recordings that wait for the user are not checked. */
async function expectNoTraces(page: Page, { traces }: Owner): Promise<void> {
  const kept = await eventually('the device is cleared', async () => {
    const all = await page.evaluate<string>(READ_ALL_STORAGE);
    return traces.some((trace) => all.includes(trace)) ? undefined : all;
  });
  expect(kept).toContain('/assets/');
  const content = await page.content();
  for (const trace of traces) expect(content).not.toContain(trace);
}

const COLLECT_EVENTS = `
  heard = [];
  opened = false;
  stream = new EventSource('/v1/app/events');
  stream.onopen = () => { opened = true; };
  for (const kind of ['note', 'attempt', 'export']) stream.addEventListener(kind, ({ data }) => heard.push(data));
  undefined`;

const askForEach = (paths: readonly string[]) => `(async () => {
  const statuses = {};
  for (const path of ${JSON.stringify(paths)}) statuses[path] = (await fetch(path)).status;
  return statuses;
})()`;

const ASK = `const ask = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});`;

const keepInterruptedRecording = (userId: string) => `(async () => {
  ${ASK}
  const db = await ask(indexedDB.open('sotto'));
  const recordingId = crypto.randomUUID();
  const transaction = db.transaction(['recordings', 'chunks'], 'readwrite');
  const recording = { recordingId, userId: '${userId}', startedAt: 0, contentType: 'audio/webm', complete: false };
  await ask(transaction.objectStore('recordings').put(recording));
  await ask(transaction.objectStore('chunks').put({ recordingId, position: 0, bytes: new ArrayBuffer(9), untilMs: 9 }));
  db.close();
})()`;

/** What the browser stores for the app: cached files, both storages, saved notes, and cookies that scripts can read. */
const READ_ALL_STORAGE = `(async () => {
  ${ASK}
  const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text());
  }
  const db = await ask(indexedDB.open('sotto'));
  found.push(JSON.stringify(await ask(db.transaction('notes').objectStore('notes').getAll())));
  db.close();
  return found.join('\\n');
})()`;
