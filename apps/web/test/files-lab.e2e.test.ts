import { expectFits } from './expect-fits.ts';
import { expect, test } from './fixtures.ts';

const csv = 'town,people\nHaifa,285000\nAcre,51000\n';

test('a dropped file shows its map, takes an edit, and its review takes the edit back', async ({
  openPage,
  atelier,
}) => {
  test.slow();
  const page = await openPage({ path: '/lab/files' });
  await expect(page.getByText('No file yet')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('button', { name: /towns\.csv/ }).first()).toBeVisible();
  await expect(page.getByLabel('Map', { exact: true }).getByText('"row_count": 2')).toBeVisible({ timeout: 30_000 });
  await expectFits(page, 'the map of a file');

  await page.getByRole('tab', { name: 'Run a tool' }).click();
  await page.getByRole('combobox', { name: 'Run a tool' }).click();
  await page.getByRole('option', { name: 'edit_text_file' }).click();
  await page.getByRole('combobox', { name: 'Run a tool' }).click();
  await page.getByRole('option', { name: 'csv_operations' }).click();
  await page.getByLabel('Arguments (JSON)').fill('{ not json');
  await expect(page.getByText('This isn’t JSON yet.')).toBeVisible();
  await page.getByLabel('Arguments (JSON)').fill(
    JSON.stringify({
      path: 'towns.csv',
      operations: [{ op: 'update_cells', cells: [{ row: 2, column: 'people', value: '52000' }] }],
    }),
  );
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Changed', { exact: true })).toBeVisible({ timeout: 30_000 });

  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(page.locator('del', { hasText: '51000' })).toBeVisible();
  await expect(page.locator('ins', { hasText: '52000' })).toBeVisible();
  await expectFits(page, 'the review of a file');
  await page.getByRole('checkbox').first().uncheck();
  await page.getByRole('button', { name: 'Keep only these' }).click();
  await expect(page.getByText('Nothing has changed since you added the file.')).toBeVisible({ timeout: 30_000 });
  const answer = await page.request.get(`${atelier.origin}/lab-files/towns.csv`);
  expect(await answer.text()).toBe(csv);
});

test('what the layer refuses is said in words', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/files' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'broken.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('PK\u0003\u0004 not really'),
  });
  await page.getByRole('tab', { name: 'Run a tool' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByLabel('Answer').getByText('"ok": false')).toBeVisible({ timeout: 30_000 });
});
