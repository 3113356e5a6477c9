import type { Page } from 'playwright-core';

/** Presses Tab until every control had the focus, with a limit. @returns also the controls without a visible focus */
export async function tabThrough(page: Page): Promise<{ wanted: number; reached: number; hidden: readonly string[] }> {
  const wanted = await page.evaluate<number>(REACHABLE);
  const reached = new Set<number>();
  const hidden: string[] = [];
  for (let presses = 0; presses < wanted + 5 && reached.size < wanted; presses += 1) {
    await page.keyboard.press('Tab');
    const { index, visible, name } = (await page.evaluate(FOCUSED)) as {
      index: number;
      visible: boolean;
      name: string;
    };
    if (index < 0) continue;
    reached.add(index);
    if (!visible) hidden.push(name);
  }
  return { wanted, reached: reached.size, hidden };
}

/** All controls that Tab can reach: of a group of radio buttons only the chosen one, because arrow keys move within it. */
const ALL = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility() && (one.type !== 'radio' || one.checked))`;
const REACHABLE = `${ALL}.length`;
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const visible = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  return { index: ${ALL}.indexOf(one), visible, name: one.outerHTML.slice(0, 80) };
})()`;
