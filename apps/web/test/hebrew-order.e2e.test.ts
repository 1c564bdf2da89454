import type { Page } from '@playwright/test';
import { setLooks, settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const paths = [
  '/',
  '/workshop',
  '/studio',
  '/workrail',
  '/workrail/catalogue',
  '/workrail/connect',
  '/workrail/portability',
  '/workrail/settings',
  '/settings/appearance',
  '/settings/language',
  '/settings/models',
  '/settings/privacy',
  '/settings/data',
  '/settings/about',
  '/lab/chat',
  '/nowhere',
];

/**
 * Words of our Hebrew sentences that stand on the wrong side of the word before them. A sentence that begins with a
 * Latin name and is laid out by its first letter shows exactly that. What is marked as left to right is left alone.
 */
const misplaced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const hebrew = /[\u05d0-\u05ea]/;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!hebrew.test(text.textContent ?? '') || parent?.checkVisibility() !== true) continue;
      if (parent.closest('[dir=ltr], script, style, .sr-only, svg') !== null) continue;
      const boxes = [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return { word, box: range.getBoundingClientRect() };
      });
      for (const [at, { word, box }] of boxes.entries()) {
        const next = boxes[at + 1];
        if (next === undefined || Math.abs(next.box.top - box.top) > 4) continue;
        if (!hebrew.test(word) && !hebrew.test(next.word)) continue;
        if (next.box.left > box.left) found.push(`${word} ${next.word} in “${text.textContent?.slice(0, 60)}”`);
      }
    }
    return found;
  });

test('in Hebrew every sentence stands in the order it is written', async ({ openPage, atelier }) => {
  const page = await openPage();
  await setLooks(page, 'light', 'he');
  for (const path of paths) {
    await page.goto(`${atelier.origin}${path}`);
    await settled(page);
    expect(await misplaced(page), path).toEqual([]);
  }
  // The check itself: a sentence that takes its direction from a Latin name is seen.
  await page.evaluate(() => {
    const wrong = document.createElement('p');
    wrong.innerHTML = '<bdi>WorkRail מריץ תהליכי עבודה</bdi>';
    document.getElementById('content')?.append(wrong);
  });
  expect(await misplaced(page)).not.toEqual([]);
});
