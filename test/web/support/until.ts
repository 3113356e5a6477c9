import type { Page } from 'playwright-core';
import { type EventuallyOptions, eventually } from '../../support/eventually.ts';

/** Waits until an expression is true in the page. The page's policy forbids Playwright's `waitForFunction` of a string. */
export async function until(page: Page, expression: string, options: EventuallyOptions = {}): Promise<void> {
  await eventually(expression, () => page.evaluate<boolean>(expression), { intervalMs: 100, ...options });
}
