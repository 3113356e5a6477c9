import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { writeMicrophoneFile } from './microphone.ts';
import { startWebApp, type WebApp } from './web-app.ts';

/** The service and the browser of all browser tests of a file. They exist once `beforeAll` has run. */
export interface WebSuite {
  app(): WebApp;
  browser(): Browser;
}

const STARTS_WITHIN_MS = 120_000;

/** Starts the service and a browser before the tests of a file, and ends both after them. */
export function webSuite(): WebSuite {
  let app: WebApp | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    app = await startWebApp();
    const microphone = join(app.home, 'microphone.wav');
    await writeMicrophoneFile(microphone);
    browser = await launchBrowser(microphone);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  }, STARTS_WITHIN_MS);
  return { app: () => existing(app), browser: () => existing(browser) };
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not started');
  return value;
}
