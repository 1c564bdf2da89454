import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Long list' }).last();
const fromEnd = (page: Page): Promise<number> =>
  list(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

/** Where the first message that is wholly in sight stands. */
const inSight = (page: Page): Promise<{ readonly text: string; readonly top: number }> =>
  list(page).evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const row = [...box.querySelectorAll('li')].find((each) => each.getBoundingClientRect().top >= frame.top);
    return {
      text: row?.querySelector('h3')?.textContent ?? '',
      top: Math.round((row?.getBoundingClientRect().top ?? 0) - frame.top),
    };
  });

test('a long list stays at its end while text is written, and elsewhere keeps the place', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/layout' });
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  await expect(list(page).getByText('Message 10000', { exact: true })).toBeVisible();
  expect(await list(page).locator('li').count()).toBeLessThan(60);

  for (let step = 0; step < 5; step += 1) await page.getByRole('button', { name: 'Stream text' }).click();
  await page.getByRole('button', { name: 'Add a message' }).click();
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);

  // Less room is no wish to read further up.
  await list(page).evaluate((box) => box.parentElement?.style.setProperty('max-height', '200px'));
  await expect.poll(() => list(page).evaluate((box) => box.clientHeight)).toBeLessThanOrEqual(200);
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  await list(page).evaluate((box) => box.parentElement?.style.removeProperty('max-height'));

  await page.getByRole('button', { name: 'Jump to 5000' }).click();
  await expect(list(page).getByText('Message 5000', { exact: true })).toBeVisible();
  await expect(list(page).locator('li:focus')).toContainText('Message 5000');
  const place = await inSight(page);
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Stream text' }).click();
  await page.getByRole('button', { name: 'Load older messages' }).click();
  await expect.poll(() => inSight(page)).toEqual(place);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
});
