import { expect, test } from 'bun:test';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { visit } from './support/browser.ts';
import { killTab } from './support/kill-tab.ts';
import { makeNote } from './support/make-note.ts';
import { renameNote } from './support/notes.ts';
import type { WebSuite } from './support/suite.ts';

/** Live events in the pages of a browser. */
export function streamTests({ app, browser }: WebSuite): void {
  test('the pages of a browser share one stream, and show what they missed when it opens again: after a 503, a restart, or when its page is killed or frozen', async () => {
    const { userId, session } = await app().signedInUser();
    const { page, context, faults, expectFailures } = await visit(browser(), app(), { session });
    expectFailures();
    const openStreams = countStreams(context);
    // A proxy answers 503 while the service restarts. A browser then gives up the stream.
    await context.route('**/v1/app/events*', (route) => route.fulfill({ status: 503 }), { times: 1 });
    const pages = [page, await context.newPage(), await context.newPage()];
    for (const one of pages) {
      await one.goto('/');
      await one.getByText('No notes yet').waitFor();
    }
    const noteId = await makeNote(app(), userId, { title: 'Written' });
    await eventually('one stream is open', () => openStreams() === 1);
    await showEverywhere(pages, 'Written');
    await renameNote(app(), session, noteId, 'Renamed');
    await showEverywhere(pages, 'Renamed');

    await app().killApi();
    await makeNote(app(), userId, { title: 'Missed' });
    await app().startApi();
    await showEverywhere(pages, 'Missed');
    expect(openStreams()).toBe(1);

    // The page that has the stream is killed, and a note changes before the next page has opened its own stream.
    const changed = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const holdUp = async (route: Route) => {
      waiting.resolve();
      await changed.promise;
      await route.continue();
    };
    await context.route('**/v1/app/events*', holdUp, { times: 1 });
    await killTab(page);
    await waiting.promise;
    await page.close();
    await renameNote(app(), session, noteId, 'Renamed meanwhile');
    changed.resolve();
    await showEverywhere(pages.slice(1), 'Renamed meanwhile');
    expect(openStreams()).toBe(1);
    await renameNote(app(), session, noteId, 'Renamed again');
    await showEverywhere(pages.slice(1), 'Renamed again');

    // A phone freezes hidden pages. A frozen page keeps the lock, but handles no events.
    const next = await context.newPage();
    const thaws = await Promise.all(pages.slice(1).map(freeze));
    await next.goto('/');
    await showEverywhere([next], 'Renamed again');
    await renameNote(app(), session, noteId, 'Renamed at last');
    await showEverywhere([next], 'Renamed at last');
    for (const thaw of thaws) await thaw();
    for (const one of pages.slice(1)) await one.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await showEverywhere(pages.slice(1), 'Renamed at last');
    await eventually('the pages share one stream again', () => openStreams() === 1);
    expect(faults).toEqual([]);
    await context.close();
  }, 90_000);
}

async function showEverywhere(pages: readonly Page[], title: string): Promise<void> {
  await Promise.all(pages.map((page) => page.locator('.line').getByText(title, { exact: true }).waitFor()));
}

/** Stops the scripts of a page at their next statement. @returns continues them */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Debugger.enable');
  await debug.send('Debugger.pause');
  return async () => {
    await debug.send('Debugger.resume').catch(() => {}); // it may not have reached a statement
    await debug.detach();
  };
}

/** Counts the streams of a browser that are open now. */
function countStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  const isStream = (request: Request) => new URL(request.url()).pathname === '/v1/app/events';
  context.on('request', (request) => isStream(request) && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}
