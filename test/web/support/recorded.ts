import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Starts a recording and waits until at least so many seconds are on the device. */
export async function recordAtLeast(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  const saved = 'Number(/Saved on this device up to 0:(\\d+)/.exec(document.body.textContent)?.[1] ?? 0)';
  await until(page, `${saved} >= ${seconds}`, { timeoutMs: 60_000 });
}
