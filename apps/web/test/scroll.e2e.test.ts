import type { Page } from '@playwright/test';
import { settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const scrolled = (page: Page): Promise<number> => page.locator('#content').evaluate(({ scrollTop }) => scrollTop);

test('a new page begins at its top, and going back returns to where one was', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/models' });
  await settled(page);
  await page.locator('#content').evaluate((content) => content.scrollTo(0, 600));
  await page.getByRole('link', { name: 'Data & diagnostics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data & diagnostics' })).toBeVisible();
  await settled(page);
  expect(await scrolled(page)).toBe(0);

  await page.locator('#content').evaluate((content) => content.scrollTo(0, 250));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(600);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Data & diagnostics' })).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(250);

  // Another place, by the rail: its top again.
  await page.getByRole('link', { name: 'Workshop', exact: true }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
});
