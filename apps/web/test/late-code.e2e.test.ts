import type { Page } from '@playwright/test';
import { settled } from './expect-accessible.ts';
import { expect, expectLive, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'sameDocument' in window);

test('a place opened for the first time while the server is away comes by itself, in the same document', async ({
  atelier,
  openPage,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage({ path: '/settings/appearance' });
  await mark(page);
  await atelier.stop();
  await page.getByRole('link', { name: 'WorkRail' }).click();
  await expect(page.getByText('This page opens automatically when it’s back')).toBeVisible();
  await expect(page).toHaveURL(/\/workrail$/);
  // Whoever changes their mind is not held there.
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeVisible();
  await page.goForward();
  await expect(page.getByText('This page opens automatically when it’s back')).toBeVisible();

  await atelier.start();
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1, name: 'No agent has worked here yet' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('a part of a page that is needed while the server is away comes by itself too', async ({
  atelier,
  openPage,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const { release } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${release}?view=list` });
  await settled(page);
  await mark(page);
  await atelier.stop();
  await page.getByRole('radio', { name: 'Graph' }).click();
  await atelier.start();
  await expectLive(page);
  await expect(page.getByRole('group', { name: /^Run graph/ })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('after an update a place whose code is gone says so once and offers to reload', async ({
  atelier,
  openPage,
  expected,
}) => {
  expected.push(/404/);
  const page = await openPage({ path: '/settings/appearance' });
  await mark(page);
  // What a new build looks like from here: another first script, and none of the old code.
  const served = await (await page.request.get(`${atelier.origin}/`)).text();
  await page.route(`${atelier.origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: served.replace(/app-[\w-]+\.js/, 'app-another.js') }),
  );
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'WorkRail' }).click();
  await expect(page.getByRole('heading', { name: 'Atelier was updated' })).toBeAttached();
  expect(await isMarked(page)).toBe(true);

  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No agent has worked here yet' })).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});
