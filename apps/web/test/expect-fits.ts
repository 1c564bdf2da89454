import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A phone, tablets upright, half a screen. */
const widths = [360, 768, 820, 1024];

/** Whatever the page shows now has room at every width: nothing scrolls sideways, no text leaves its box. */
export const expectFits = async (page: Page, what: string): Promise<void> => {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Parts that measure themselves take their new shape a moment after the window.
    await expect.poll(() => overflow(page), `${what} at ${width} px: scrolls sideways`).toBeLessThanOrEqual(0);
    await expect.poll(() => strayTexts(page), `${what} at ${width} px: text outside its box`).toEqual([]);
    expect(await sliverScrolls(page), `${what} at ${width} px: a bar for a pixel or two`).toEqual([]);
  }
  if (before !== null) await page.setViewportSize(before);
};

/** How far the page, or what it shows within its frame, is wider than its place. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const content = document.getElementById('content');
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      (content?.scrollWidth ?? 0) - (content?.clientWidth ?? 0),
    );
  });

/** Rows that scroll up and down by a hair: outside the tests a browser draws a useless bar beside them. */
const sliverScrolls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const hidden = element.scrollHeight - element.clientHeight;
        return hidden > 0 && hidden < 4 && /auto|scroll/.test(getComputedStyle(element).overflowY);
      })
      .map((element) => `<${element.localName} class="${element.getAttribute('class')}">`),
  );

/**
 * Texts that reach over the edge of something drawn around them. What scrolls, or is cut with an ellipsis, is left
 * alone: there the rest of the text can be had.
 */
const strayTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const canPass = 1.5;
    const isDrawn = (style: CSSStyleDeclaration) =>
      [
        [style.borderLeftWidth, style.borderLeftColor],
        [style.borderRightWidth, style.borderRightColor],
      ].every(([width, colour]) => width !== '0px' && colour !== 'rgba(0, 0, 0, 0)') || style.overflowX === 'hidden';
    const letsGo = (element: Element, style: CSSStyleDeclaration) =>
      /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`) ||
      style.textOverflow === 'ellipsis' ||
      style.webkitLineClamp !== 'none' ||
      // Only for those who listen.
      style.clipPath !== 'none' ||
      // A drawing that is moved about under its frame.
      element.classList.contains('react-flow__viewport');

    const boxLeft = (text: Node, rect: DOMRect): Element | undefined => {
      for (let element = text.parentElement; element !== null; element = element.parentElement) {
        const style = getComputedStyle(element);
        if (letsGo(element, style)) return undefined;
        if (!isDrawn(style)) continue;
        const box = element.getBoundingClientRect();
        const isInside =
          rect.left >= box.left - canPass &&
          rect.right <= box.right + canPass &&
          rect.top >= box.top - canPass &&
          rect.bottom <= box.bottom + canPass;
        if (!isInside) return element;
      }
      return undefined;
    };

    const strays: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.textContent?.trim() === '') continue;
      // Rows that are skipped for being out of sight have no room of their own until they come into it.
      if (text.parentElement?.checkVisibility({ contentVisibilityAuto: true }) !== true) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        const box = boxLeft(text, rect);
        if (box === undefined) continue;
        strays.push(`“${text.textContent}” in <${box.localName} class="${box.getAttribute('class')}">`);
        break;
      }
    }
    return strays;
  });
