import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Starts a recording and waits until at least `seconds` of audio are on the device. */
export async function recordAtLeast(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedAtLeast(page, seconds);
}

/** Waits until at least `seconds` of a running recording are on the device. */
export async function recordedAtLeast(page: Page, seconds: number): Promise<void> {
  const saved = '/Saved on this device up to (\\d+):(\\d+)/.exec(document.body.textContent)';
  const time = `((found) => found ? Number(found[1]) * 60 + Number(found[2]) : 0)(${saved})`;
  await until(page, `${time} >= ${seconds}`, { timeoutMs: 60_000 });
}
