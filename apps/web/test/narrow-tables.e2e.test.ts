import type { Locator, Page } from '@playwright/test';
import { test } from './doubles.ts';
import { settled } from './expect-accessible.ts';
import { expect } from './fixtures.ts';
import { fillModels } from './models-sample.ts';

// Pages are looked at three times each: that takes its time on a busy machine.
test.describe.configure({ timeout: 300_000 });

// A phone, just wide enough for columns, half a screen.
const widths = [360, 660, 900];

test('no table hides a part of itself to the side, at any width', async ({ openPage, atelier, doubles }) => {
  const page = await openPage();
  await fillModels(page, doubles);
  const look = async (path: string, shown: (page: Page) => readonly Locator[]) => {
    await page.goto(`${atelier.origin}${path}`);
    await page.getByRole('table').first().waitFor();
    await settled(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysTables(page), `${path} at ${width} px`).toEqual([]);
      for (const each of shown(page)) {
        const box = await each.first().boundingBox();
        expect(box?.x ?? -1, `${path} at ${width} px: ${each}`).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${path} at ${width} px: ${each}`).toBeLessThanOrEqual(width);
      }
    }
  };
  await look('/settings/data', () => [page.getByText('Intact', { exact: true })]);
  await look('/settings/models', () => [page.getByRole('button', { name: 'Edit GPT-5.2' })]);
  await look('/settings/privacy', () => [
    page.getByRole('button', { name: /^Withdraw the consent for/ }),
    page.getByText('Answered', { exact: true }),
  ]);
});

/** Tables that are wider than their place. */
const sidewaysTables = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section:has(> table)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((section) => section.getAttribute('aria-label') ?? ''),
  );
