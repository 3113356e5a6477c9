import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** Changes the width of the window, and waits until the page has it, because Chromium applies it a moment later. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await until(page, `innerWidth === ${width} && matchMedia('(width = ${width}px)').matches`);
}
