import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, visit } from '../test/web/support/browser.ts';
import { writeMicrophoneFile } from '../test/web/support/microphone.ts';
import { startWebApp, type WebApp } from '../test/web/support/web-app.ts';
import { type Figure, print } from './support/report.ts';
import { percentile } from './support/stats.ts';

const ROUNDS = 7;
const KIB = 1024;
const MAX_FIRST_LOAD_KIB = 60;

/** The first load of the app in a browser that has nothing of it yet. */
interface FirstLoad {
  /** Bytes as sent, compressed, by file name. */
  readonly files: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** The sum of what tasks take beyond 50 ms, as Lighthouse counts it. */
  readonly blockedMs: number;
  /** How far content moved, as Lighthouse counts it: 0 for not at all. */
  readonly layoutShift: number;
  readonly loadedMs: number;
}

/**
 * `bun run bench web`: what a browser loads to show the list of notes for the first time, by file, and when Chromium
 * paints the first content, on this machine without a network between.
 */
export async function run(): Promise<readonly Figure[]> {
  const app = await startWebApp();
  const microphone = join(app.home, 'microphone.wav');
  await writeMicrophoneFile(microphone);
  const browser = await launchBrowser(microphone);
  try {
    const { session } = await app.signedInUser();
    const loads: FirstLoad[] = [];
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await firstLoad(browser, app, session));
    const files = loads[0]?.files ?? new Map<string, number>();
    for (const [name, bytes] of files) print(`  ${name.padEnd(36)} ${(bytes / KIB).toFixed(1)} KiB`);
    const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0) / KIB;
    const median = (pick: (load: FirstLoad) => number) => percentile(loads.map(pick), 0.5);
    return [
      {
        name: 'script and style of the first load, gzip',
        value: total,
        unit: 'KiB',
        goal: { atMost: MAX_FIRST_LOAD_KIB },
      },
      { name: 'requests until the notes are shown', value: median((load) => load.requests), unit: '' },
      { name: 'first contentful paint, p50', value: median((load) => load.firstPaintMs), unit: 'ms' },
      { name: 'largest contentful paint, p50', value: median((load) => load.largestPaintMs), unit: 'ms' },
      { name: 'total blocking time, p50', value: median((load) => load.blockedMs), unit: 'ms' },
      { name: 'cumulative layout shift, p50', value: median((load) => load.layoutShift), unit: '' },
      { name: 'notes shown, p50', value: median((load) => load.loadedMs), unit: 'ms' },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function firstLoad(browser: Browser, app: WebApp, session: string): Promise<FirstLoad> {
  const { page, context } = await visit(browser, app, { session });
  await context.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  const files = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname)) files.set(pathname, Number(await response.headerValue('content-length')));
  });
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.addInitScript(OBSERVE);
  await page.goto('/');
  await page.getByText('No notes yet').waitFor();
  const loadedMs = await page.evaluate<number>('performance.now()');
  const requestsUntilShown = requests;
  const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`;
  const firstPaintMs = await page.evaluate<number>(paint);
  const observed = await page.evaluate<Pick<FirstLoad, 'largestPaintMs' | 'blockedMs' | 'layoutShift'>>('observed');
  await context.close();
  return { files, requests: requestsUntilShown, firstPaintMs, loadedMs, ...observed };
}

/** Collects what Lighthouse measures, in `observed`. https://web.dev/articles/vitals */
const OBSERVE = `
  observed = { largestPaintMs: 0, blockedMs: 0, layoutShift: 0 };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { observed.largestPaintMs = startTime; });
  observe('longtask', ({ duration }) => { observed.blockedMs += duration - 50; });
  observe('layout-shift', ({ value, hadRecentInput }) => { observed.layoutShift += hadRecentInput ? 0 : value; });
`;
