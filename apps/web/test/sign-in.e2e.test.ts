import { expect, expectLive, test } from './fixtures.ts';

test('a printed link signs the browser in once and leaves no token behind', async ({
  atelier,
  browser,
  context,
  openPage,
  expected,
}) => {
  expected.push(/401/);
  const link = await atelier.link();
  const page = await context.newPage();
  await page.goto(link);
  await expectLive(page);
  expect(page.url()).toBe(`${atelier.origin}/`);
  await page.reload();
  await expectLive(page);

  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This browser isn’t signed in' })).toBeVisible();
  await elsewhere.close();
  await openPage();
});

test('whoever is not signed in is told what to do, and gets in without a reload once they did it', async ({
  atelier,
  context,
}) => {
  const page = await context.newPage();
  await page.goto(atelier.origin);
  await expect(page.getByText('npx atelier link', { exact: true })).toBeVisible();

  const other = await context.newPage();
  await other.goto(await atelier.link());
  await expectLive(other);
  await other.close();

  await page.getByRole('button', { name: 'I opened the link' }).click();
  await expectLive(page);
  await expect(page.getByRole('heading', { name: 'Agents draft. People publish.' })).toBeVisible();
});
