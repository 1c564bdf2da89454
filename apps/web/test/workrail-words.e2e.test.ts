import type { Locator } from '@playwright/test';
import { setLooks, settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

/** How far the words of an element begin from the edge where its lines begin. */
const indentOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return document.documentElement.dir === 'rtl' ? box.right - text.right : text.left - box.left;
  });

test('names in another script begin where the lines of the page begin, and are cut at their end', async ({
  openPage,
  atelier,
}) => {
  const { release } = await fillSample(atelier.dataFolder);
  const page = await openPage();
  for (const [language, name] of [
    ['en', /^דוח רבעוני לשותפים$/],
    ['he', /^Release 2\.4/],
  ] as const) {
    await setLooks(page, 'light', language);
    await page.goto(atelier.origin);
    const words = page.locator('bdi').filter({ hasText: name }).first();
    await expect(words).toBeVisible();
    expect(Math.abs(await indentOf(words))).toBeLessThan(2);
  }
  await page.goto(`${atelier.origin}/workrail/settings`);
  const place = page.getByText('<data>/workflows');
  await expect(place).toBeVisible();
  // Now the page is Hebrew: the path stands under its name, at the right of its cell.
  const [end, ofCell] = await place.evaluate((element) => [
    element.getBoundingClientRect().right,
    (element.closest('td') ?? element).getBoundingClientRect().right,
  ]);
  expect((ofCell ?? 0) - (end ?? 0)).toBeLessThan(40);
  // Where there is little room, what is left of the name is its beginning.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${atelier.origin}/workrail/sessions/${release}`);
  await settled(page);
  const crumb = page.getByRole('banner').getByText('Release 2.4 of the payment service');
  const hidden = await crumb.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild as Text, 0);
    range.setEnd(element.firstChild as Text, 7);
    const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return first.left < box.left - 1;
  });
  expect(hidden).toBe(false);
});

test('a refusal is told once, with its names as code; events have words; the place of a session is marked', async ({
  openPage,
  atelier,
}) => {
  await fillSample(atelier.dataFolder);
  const page = await openPage({ path: '/workrail?query=hotfix' });
  const place = page.getByRole('link', { name: 'Sessions', exact: true });
  await expect(place).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: /Release 2\.3\.1, hotfix/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('hotfix');
  await expect(place).toHaveAttribute('aria-current', 'page');
  const panel = page.getByRole('region', { name: 'Node' });
  await expect(panel.getByText('Required output is missing')).toHaveCount(1);
  await expect(
    panel
      .locator('code')
      .filter({ hasText: /^wr\.loop_control$/ })
      .first(),
  ).toBeVisible();
  await expect(panel.getByText('`')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Events' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events.getByText('Step handed in').first()).toBeVisible();
  await expect(events.getByRole('listitem').filter({ hasText: 'advance_recorded' }).first()).toBeVisible();
});

test('the head of the list is one row where there is room, else a row of its own below the title', async ({
  openPage,
  atelier,
}) => {
  await fillSample(atelier.dataFolder);
  const page = await openPage({ path: '/workrail?sort=status' });
  const top = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? 0);
  const title = page.getByRole('heading', { level: 1, name: 'Sessions' });
  const connect = page.getByRole('main').getByRole('link', { name: 'Connect an agent' });
  const search = page.getByRole('searchbox', { name: 'Search sessions' });
  for (const [width, isOneRow] of [
    [1440, true],
    [1100, false],
    [1024, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(title).toBeVisible();
    await expect
      .poll(async () => Math.abs((await top(connect)) - (await top(title))) < 30, { message: `${width}` })
      .toBe(true);
    expect((await top(search)) - (await top(connect)) < 20, `${width}`).toBe(isOneRow);
  }
});
