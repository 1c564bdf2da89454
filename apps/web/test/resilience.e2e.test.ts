import { expect, expectLive, test } from './fixtures.ts';

test('after a restart the page goes on by itself, signed in, with nothing lost', async ({
  atelier,
  openPage,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage({ path: '/settings/appearance' });
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await atelier.stop();
  await expect(page.locator('[data-connection=waiting]')).toBeAttached();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.getByText('Couldn’t save the setting', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing is lost: this page reconnects automatically')).toBeVisible();

  // What happens while this page is still away must reach it too: a change made by another browser.
  await page.context().setOffline(true);
  await atelier.start();
  const other = await openPage({ path: '/settings/appearance' });
  await other.getByRole('radio', { name: 'Dark' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('[data-connection=waiting]')).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  await page.context().setOffline(false);
  await expectLive(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await page.getByRole('radio', { name: 'Light' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a page that breaks breaks alone and can be tried again', async ({ openPage, expected }) => {
  expected.push(/A part of this page failed to draw/, /The above error occurred/, /ErrorBoundary/);
  const page = await openPage({ path: '/lab/components' });
  await page.getByRole('button', { name: 'Break this page' }).click();
  await expect(page.getByRole('heading', { name: 'This page broke' })).toBeVisible();
  await expect(page.getByText('A part of this page failed to draw.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Component gallery' })).toBeVisible();

  await page.getByRole('button', { name: 'Break this page' }).click();
  await page.getByRole('link', { name: 'WorkRail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No agent has worked here yet' })).toBeVisible();
});

test('an address that leads nowhere says so', async ({ openPage }) => {
  const page = await openPage({ path: '/nowhere/at/all' });
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeAttached();
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page.getByRole('heading', { name: 'Agents draft. People publish.' })).toBeVisible();
});

test('a store check shows how it ended, in every tab', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/data' });
  const second = await openPage({ context: page.context(), path: '/' });
  await page.bringToFront();
  await page.getByRole('button', { name: 'Check storage' }).click();
  await expect(
    page.getByText('No problems found. Every event is intact and all content exists.', { exact: true }),
  ).toBeVisible();
  await expect(second.getByText('No problems found').first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'install' })).toBeVisible();
});

test('twelve tabs are open and the twelfth still changes a setting', async ({ openPage }) => {
  const first = await openPage();
  const context = first.context();
  for (let tab = 2; tab < 12; tab += 1) await openPage({ context });
  const twelfth = await openPage({ context, path: '/settings/appearance' });
  await twelfth.getByRole('radio', { name: 'Dark' }).click();
  await expect(first.locator('html')).toHaveAttribute('data-theme', 'dark');
});
