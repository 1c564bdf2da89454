import type { Page } from '@playwright/test';
import { settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

const scrolled = (page: Page): Promise<number> => page.locator('#content').evaluate(({ scrollTop }) => scrollTop);

/** As a person does it: the page has heard of it before the next thing happens. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.locator('#content').evaluate(
    (content, to) =>
      new Promise((resolve) => {
        content.addEventListener('scroll', () => resolve(), { once: true });
        content.scrollTo(0, to);
      }),
    top,
  );

test('a new page begins at its top, and going back returns to where one was', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/models' });
  await settled(page);
  await scrollTo(page, 600);
  await page.getByRole('link', { name: 'Data & diagnostics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data & diagnostics' })).toBeVisible();
  await settled(page);
  await expect.poll(() => scrolled(page)).toBe(0);

  await scrollTo(page, 250);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(600);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Data & diagnostics' })).toBeAttached();
  await expect.poll(() => scrolled(page)).toBe(250);

  // Another place, by the rail: its top again.
  await page.getByRole('link', { name: 'Workshop', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Data & diagnostics' })).toHaveCount(0);
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('in a place with a frame of its own too, and nothing else moves', async ({ openPage, atelier }) => {
  await fillSample(atelier.dataFolder);
  const page = await openPage({ path: '/workrail/catalogue' });
  await page.setViewportSize({ width: 1000, height: 400 });
  const workflow = page.getByRole('link', { name: /Bug investigation/ });
  await workflow.waitFor();
  await settled(page);
  await workflow.scrollIntoViewIfNeeded();
  await expect.poll(() => moved(page)).toHaveLength(1);
  const before = await moved(page);
  await workflow.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bug investigation' })).toBeAttached();
  await settled(page);
  await expect.poll(() => moved(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => moved(page)).toEqual(before);

  // Between two pages that are there at once, none of them short for a moment.
  const places = page.getByRole('navigation', { name: 'WorkRail' });
  const connect = { name: 'Connect', heading: 'Connect an agent' };
  const settings = { name: 'Settings', heading: 'WorkRail settings' };
  for (const { name, heading } of [connect, settings, connect, settings]) {
    await places.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await settled(page);
    await expect.poll(() => moved(page)).toEqual([]);
    await page.locator('h2').last().scrollIntoViewIfNeeded();
    await expect.poll(() => moved(page)).toHaveLength(1);
  }

  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  const last = page.getByRole('link', { name: /nine seconds/ });
  await last.waitFor();
  await settled(page);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => moved(page)).toHaveLength(1);
  const list = await moved(page);
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name: /nine seconds/ })).toBeAttached();
  await settled(page);
  await expect.poll(() => moved(page)).toEqual([]);
  await page.goBack();
  await expect.poll(() => moved(page)).toEqual(list);
});

/** How far each part of the page that scrolls is from its top, where it is not there. */
const moved = (page: Page): Promise<readonly number[]> =>
  page
    .locator('#content')
    .evaluate((content) =>
      [content, ...content.querySelectorAll('*')].map(({ scrollTop }) => scrollTop).filter((top) => top > 0),
    );
