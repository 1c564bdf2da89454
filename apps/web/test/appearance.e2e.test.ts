import { expect, expectLive, test } from './fixtures.ts';

test('theme and language are seen live in a second tab and are still there after a restart', async ({
  atelier,
  openPage,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const first = await openPage({ path: '/settings/appearance' });
  const second = await openPage({ context: first.context(), path: '/' });
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'light');

  await first.bringToFront();
  await first.getByRole('radio', { name: 'Dark' }).click();
  await expect(first.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');

  await first.getByRole('link', { name: 'Language' }).click();
  await first.getByRole('combobox', { name: 'Interface language' }).click();
  await first.getByRole('option', { name: 'עברית' }).click();
  for (const page of [first, second]) {
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'he');
  }
  await expect(second.getByRole('heading', { name: 'סוכנים מנסחים. אנשים מפרסמים.' })).toBeVisible();

  await atelier.stop();
  await atelier.start();
  // Another profile: nothing is remembered by the browser, so this comes from the log.
  const third = await openPage();
  await expect(third.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(third.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('the first paint already has the theme and direction of last time', async ({ atelier, openPage, expected }) => {
  expected.push(/ERR_FAILED/);
  const page = await openPage({ path: '/settings/appearance' });
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Without the app's own code, what is left is what the very first paint does.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${atelier.origin}/`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the rail folds away and stays so', async ({ openPage }) => {
  const page = await openPage();
  await page.keyboard.press('Control+Backslash');
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await page.reload();
  await expectLive(page);
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible();
});

test('on a narrow screen the places open from the menu button and close behind the choice', async ({ openPage }) => {
  const page = await openPage();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Places' });
  await drawer.getByRole('link', { name: 'Studio' }).click();
  await expect(page).toHaveURL(/\/studio$/);
  await expect(drawer).toBeHidden();
});
