import { expect, test } from './fixtures.ts';

test('the palette is opened, searched, run and left by keyboard alone', async ({ openPage }) => {
  const page = await openPage();
  await page.keyboard.press('Control+KeyK');
  const field = page.getByRole('combobox', { name: 'Command palette' });
  await expect(field).toBeFocused();

  await page.keyboard.type('dark');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Use the dark theme');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Use the dark theme']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true })).toContainText('Home');
  await page.keyboard.type('zzzz');
  await expect(page.getByText('Nothing found for “zzzz”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();

  await page.keyboard.press('Control+KeyK');
  await expect(field).toBeFocused();
  await page.keyboard.type('diagn');
  await expect(page.getByRole('option', { selected: true })).toContainText('Data & diagnostics');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/data$/);
});

test('a question mark shows every shortcut, and they work', async ({ openPage }) => {
  const page = await openPage();
  await page.keyboard.press('Shift+Slash');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Command palette');
  await expect(help).toContainText('Workshop');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.keyboard.press('Alt+Shift+Digit3');
  await expect(page).toHaveURL(/\/workrail$/);
  await page.keyboard.press('Alt+Shift+Digit4');
  await expect(page).toHaveURL(/\/settings\/appearance$/);
});

test('a question mark that is being typed is just a question mark', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components' });
  await page.getByLabel('Workbench name').fill('');
  await page.getByLabel('Workbench name').press('Shift+Slash');
  await expect(page.getByLabel('Workbench name')).toHaveValue('?');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('what closes gives the focus back to where it was', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components' });
  const field = page.getByLabel('Workbench name');
  await field.focus();
  await page.keyboard.press('Control+KeyK');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();

  const opener = page.getByRole('button', { name: 'Open a dialog' });
  await opener.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('shortcuts work on a Hebrew layout', async ({ openPage }) => {
  const page = await openPage();
  // The physical K key, which types ל there.
  await page.evaluate(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', key: 'ל', ctrlKey: true, bubbles: true })),
  );
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
});

test('the skip link leads to the content', async ({ openPage }) => {
  const page = await openPage();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});
