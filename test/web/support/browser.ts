import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../support/chromium.ts';
import type { WebApp } from './web-app.ts';

/** Starts headless Chromium, whose microphone plays a file. */
export function launchBrowser(microphoneFile: string): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(process.env),
    args: [
      '--no-sandbox', // tests run as root in containers
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphoneFile}`,
    ],
  });
}

/** A browser with its own session and storage, and the faults that occurred in it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of scripts, errors and warnings of the console (also of security policies), and requests to other hosts. */
  readonly faults: readonly string[];
  /** From now on, failed requests are no faults, because the test causes them. */
  expectFailures(): void;
}

interface VisitOptions {
  readonly session?: string;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
}

/** The console message for an answer of 400 or more, or a broken request. It appears even if the page handles it. */
const FAILED_REQUEST = /^Failed to load resource/;

/** Opens a window that shares nothing with the others, like the browser of another person or device. */
export async function visit(browser: Browser, app: WebApp, options: VisitOptions = {}): Promise<Visitor> {
  const { session, scheme = 'light', width = 1280 } = options;
  const context = await browser.newContext({
    baseURL: app.url,
    colorScheme: scheme,
    viewport: { width, height: 800 },
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  if (session) await context.addCookies([{ name: 'sotto_session', value: session, url: app.url }]);
  const faults: string[] = [];
  let failuresExpected = false;
  context.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (failuresExpected && FAILED_REQUEST.test(message.text())) return;
    // Nobody is signed in yet, so the service answers 401.
    if (message.location().url.endsWith('/v1/app/me') && message.text().includes('401')) return;
    faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== app.url) faults.push(`request to another host: ${request.url()}`);
  });
  return {
    ...{ context, page: await context.newPage(), faults },
    expectFailures: () => {
      failuresExpected = true;
    },
  };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The problems that axe finds on the page in both colour schemes, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Legacy mode runs in the page itself and opens no further page. The page has no frames of other origins.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(axe().withTags(TAGS));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...(await violationsOf(axe().withTags(TAGS))), ...dark.map((line) => `dark: ${line}`)];
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}
