import type { Page } from '@playwright/test';
import { setLooks } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const panel = (page: Page, id: string) => page.locator(`[data-panel]#${id}`);
const widthOf = async (page: Page, id: string): Promise<number> => (await panel(page, id).boundingBox())?.width ?? 0;
const divider = (page: Page) => page.getByRole('separator', { name: 'Resize Files and Conversation' });

test('panes are resized by keyboard, remembered across a reload, reset and folded', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/layout' });
  const before = await widthOf(page, 'files');
  await divider(page).focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => widthOf(page, 'files')).toBeGreaterThan(before + 20);
  const wider = await widthOf(page, 'files');

  await page.reload();
  await expect.poll(() => widthOf(page, 'files')).toBeCloseTo(wider, -1);

  await divider(page).focus();
  await page.keyboard.press('0');
  await expect.poll(() => widthOf(page, 'files')).toBeCloseTo(before, -1);

  await page.getByRole('button', { name: 'Hide Files' }).click();
  await expect(page.getByRole('button', { name: 'Show Files' })).toBeVisible();
  await page.getByRole('button', { name: 'Show Files' }).click();
  await expect(page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible();
});

test('in Hebrew the keys follow the eye and fold the same pane, and by the mouse too', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/layout' });
  await setLooks(page, 'light', 'he');
  const separator = page.getByRole('separator').first();
  const before = await widthOf(page, 'files');
  await separator.focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => widthOf(page, 'files')).toBeGreaterThan(before + 20);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'הצגת קבצים' })).toBeVisible();
  await expect(separator).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => widthOf(page, 'files')).toBeGreaterThan(before + 20);

  const wider = await widthOf(page, 'files');
  const box = await separator.boundingBox();
  if (box === null) throw new Error('The divider is not on the page.');
  await page.mouse.move(box.x, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(page, 'files')).toBeCloseTo(wider - 80, -1);
});

test('on a phone the panes are tabs, one in sight at a time', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/layout' });
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('radio', { name: 'Conversation' })).toBeVisible();
  await expect(page.getByRole('separator', { name: 'Resize Files and Conversation' })).toBeHidden();
  await page.getByRole('radio', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Files', exact: true })).toBeHidden();
});
