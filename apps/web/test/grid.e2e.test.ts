import type { Page } from '@playwright/test';
import { setLooks } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

const grid = (page: Page) => page.getByRole('grid').first();
const cell = (page: Page, row: number, column: number) =>
  grid(page).locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`);
const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
const copiedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.getData('text/plain');
  });

test('cells are typed, pasted as one change, copied, emptied and undone', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/grid' });
  await cell(page, 1, 3).click();
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 3)).toHaveText('42');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();

  await cell(page, 2, 2).click();
  await pasteText(page, '"Two\nlines"\t7\t"₪1,250.50"\r\nדלת\t8\tnot money\r\n');
  await expect(cell(page, 2, 2)).toContainText('Two');
  await expect(cell(page, 2, 4)).toHaveText('₪1,250.50');
  await expect(cell(page, 3, 2)).toHaveText('דלת');
  await expect(page.getByText('2 changes', { exact: true })).toBeVisible();
  await expect(page.getByText('Skipped 1 cell: its column can’t hold that value.')).toBeVisible();

  await cell(page, 2, 3).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(grid(page).locator('[role=gridcell][aria-selected=true]')).toHaveCount(4);
  expect(await copiedText(page)).toBe('7\t1250.50\r\n8\t14.50');
  await page.keyboard.press('Delete');
  await expect(cell(page, 2, 4)).toHaveText('');
  await page.keyboard.press('Control+KeyZ');
  await expect(cell(page, 2, 4)).toHaveText('₪1,250.50');
  await page.keyboard.press('Control+KeyZ');
  await expect(cell(page, 2, 2)).not.toContainText('Two');
  await page.keyboard.press('Control+Shift+KeyZ');
  await expect(cell(page, 2, 2)).toContainText('Two');
});

test('on the head and on the totals no cell is selected, so no key changes one', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/grid' });
  const selected = grid(page).locator('[role=gridcell][aria-selected=true]');
  const before = await cell(page, 1, 2).textContent();
  await cell(page, 1, 2).click();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selected).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('columnheader', { name: 'Item' })).toBeFocused();
  await page.keyboard.press('Delete');
  await pasteText(page, 'pasted');
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 1, 2)).toHaveText(before ?? '');

  await page.keyboard.press('Control+End');
  await expect(cell(page, 2000, 8)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 2000, 8)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Delete');
  await expect(page.getByText('0 changes')).toBeVisible();
});

test('an editor is labelled by its column, and Escape changes nothing', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/grid' });
  await cell(page, 1, 2).click();
  const before = await cell(page, 1, 2).textContent();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Item' }).fill('Nothing');
  await page.keyboard.press('Escape');
  await expect(cell(page, 1, 2)).toHaveText(before ?? '');
  await expect(page.getByText('0 changes')).toBeVisible();
});

test('in Hebrew the columns run from the right, and the arrow keys follow the eye', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/grid' });
  await setLooks(page, 'light', 'he');
  const [first, second] = [await cell(page, 1, 1).boundingBox(), await cell(page, 1, 2).boundingBox()];
  expect(first?.x).toBeGreaterThan(second?.x ?? 0);
  await cell(page, 1, 2).click();
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 1, 3)).toBeFocused();
  // An amount reads from the left also here.
  await expect(cell(page, 1, 4).locator('bdi[dir=ltr]')).toHaveCount(1);
});

test('a sheet of 200,000 rows opens at once and loads what is in sight', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components/grid' });
  const sheet = page.getByRole('grid', { name: 'Large sheet' });
  await expect(sheet).toHaveAttribute('aria-rowcount', '200001');
  await expect(sheet.getByText('שורה 1', { exact: true })).toBeVisible();
  await sheet.getByText('שורה 1', { exact: true }).click();
  await page.keyboard.press('Control+End');
  await expect(sheet.getByText('3800000', { exact: true })).toBeVisible();
  expect(await sheet.getByRole('gridcell').count()).toBeLessThan(1000);
  await page.keyboard.press('Control+Home');
  await expect(sheet.getByRole('gridcell', { name: 'שורה 1', exact: true })).toBeFocused();
});
