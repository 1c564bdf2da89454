import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const path = '/lab/components/files';

/** Files over the page and let go, as a browser reports it. */
const dropOn = (page: Page, selector: string, names: readonly string[]): Promise<boolean> =>
  page.evaluate(
    ([on, files]) => {
      const dataTransfer = new DataTransfer();
      for (const name of files) dataTransfer.items.add(new File(['12345'], name));
      const target = document.querySelector(on) ?? document.body;
      const event = (kind: string) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
      target.dispatchEvent(event('dragover'));
      // What is not prevented, the browser would open in the place of the page.
      return !target.dispatchEvent(event('drop'));
    },
    [selector, names] as const,
  );

test('files dropped anywhere on the page are uploaded; one that fails is sent again', async ({ openPage }) => {
  const page = await openPage({ path });
  await page.getByRole('tree').waitFor();
  expect(await dropOn(page, 'h1', ['a.txt', 'b.txt', 'c.txt'])).toBe(true);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads).toContainText('2 of 3 uploaded · 1 failed');
  await uploads.getByRole('button', { name: 'Upload c.txt again' }).click();
  await expect(uploads).toContainText('3 of 3 uploaded');
});

test('a file dropped where nobody takes it is not opened in the place of the page', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/about' });
  expect(await dropOn(page, 'h1', ['a.txt'])).toBe(true);
  await expect(page).toHaveURL(/settings\/about/);
});

test('a tree of thousands is walked, selected, renamed and dropped on', async ({ openPage }) => {
  const page = await openPage({ path });
  const tree = page.getByRole('tree', { name: 'File tree' });
  // Its folders of thousands are drawn as far as they are in sight, and fold away.
  await expect(tree.getByRole('treeitem', { name: 'archive' })).toHaveAttribute('aria-expanded', 'true');
  await tree.getByRole('treeitem', { name: 'archive' }).click();
  await expect(tree.getByRole('treeitem', { name: 'brief.docx' })).toBeVisible();
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(80);

  await tree.getByRole('treeitem', { name: 'brief.docx' }).click();
  await expect(page.getByText('Opened: brief.docx')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 files selected')).toBeVisible();

  await tree.getByRole('treeitem', { name: 'brief.docx' }).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'New name for brief.docx' })).toBeFocused();
  await page.keyboard.type('summary');
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: 'summary.docx' })).toBeVisible();

  await tree.getByRole('treeitem', { name: 'summary.docx' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(tree.getByRole('treeitem', { name: 'summary.docx' })).toHaveCount(0);

  expect(await dropOn(page, '[data-id="old/"]', ['new.csv'])).toBe(true);
  await expect(tree.getByRole('treeitem', { name: 'new.csv' })).toBeVisible();
});

test('two texts are compared word by word, one change after the other', async ({ openPage }) => {
  const page = await openPage({ path });
  await expect(page.getByText('2 changes')).toBeVisible();
  await expect(page.locator('.text-diff .cm-changedText').first()).toHaveText('30');
  // A Hebrew line begins at the right on both sides, also the one that was deleted.
  const starts = await page
    .locator('.text-diff .cm-line')
    .filter({ hasText: 'מחיר' })
    .evaluateAll((lines) =>
      lines.map((line) => {
        const words = document.createRange();
        words.selectNodeContents(line);
        return Math.round(line.getBoundingClientRect().right - words.getBoundingClientRect().right);
      }),
    );
  expect(starts).toHaveLength(2);
  expect(Math.max(...starts)).toBeLessThan(20);
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await page.getByRole('radio', { name: 'Before' }).click();
  await expect(page.locator('.text-diff')).toContainText('The term is 30 days.');
  await expect(page.locator('.text-diff')).not.toContainText('45 days');
});
