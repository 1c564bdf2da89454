import { plainDocx } from '../../../packages/files/fixtures/docx/small.ts';
import { expect, test } from './fixtures.ts';
import { addTotal, askForDraft, makeBench, messages, openBench, orders, publish } from './workshop-bench.ts';

test('words are found in every past state and open as they were; a cell and a paragraph tell where they come from', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await makeBench(page, 'Orders', [
    { name: 'orders.csv', bytes: orders },
    { name: 'letter.docx', bytes: plainDocx() },
  ]);
  await openBench(page, id);
  await askForDraft(page, addTotal);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('region', { name: 'Draft discarded' })).toBeVisible();

  await page.getByRole('link', { name: 'Search the history' }).click();
  const words = page.getByRole('textbox', { name: 'Words to find' });
  await expect(words).toBeFocused();
  await words.fill('total');
  await words.press('Enter');
  const hits = page.getByRole('list', { name: 'Matches, newest first' }).getByRole('listitem');
  await expect(hits).toHaveCount(1);
  await expect(hits).toContainText('Built-in (rules, no AI)');
  await expect(hits).toContainText('Removed');
  await hits.getByRole('link', { name: 'Open as it was: orders.csv' }).click();
  const grid = page.getByRole('grid', { name: 'orders.csv' });
  await expect(grid.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  await expect(page.getByText(/^As it was on/)).toBeVisible();
  await openBench(page, id, '/view/orders.csv');
  await expect(grid.getByRole('columnheader', { name: 'Price' })).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: 'Total' })).toHaveCount(0);

  await openBench(page, id);
  await askForDraft(page, addTotal);
  await publish(page);
  await openBench(page, id, '/view/orders.csv');
  await grid.getByRole('gridcell', { name: '280' }).click();
  await expect(page.getByText('Line 2', { exact: true })).toBeVisible();
  await page.keyboard.press('Alt+Shift+W');
  const origin = page.getByRole('dialog', { name: 'Where does this come from?' });
  await expect(origin).toContainText('1001,Haifa,2,140,280');
  await expect(origin).toContainText('csv_operations');
  await expect(origin.getByRole('region', { name: 'Written by this call' })).toContainText('orders.csv');
  await origin.getByRole('link', { name: 'Go to the message' }).click();
  await expect(page).toHaveURL(/\?message=msg_/);
  await expect(messages(page)).toContainText('Added the column Total');

  await openBench(page, id, '/view/letter.docx');
  const paragraph = page.locator('.group\\/block').first();
  await paragraph.getByRole('button', { name: 'Where does this come from?' }).focus();
  await page.keyboard.press('Enter');
  await expect(origin).toContainText('Unchanged since it was added.');
});
