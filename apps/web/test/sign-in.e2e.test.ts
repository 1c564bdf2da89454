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

test('an invited person sees who invites them to what, joins under a name, and is in the list of people', async ({
  browser,
  openPage,
}) => {
  const owner = await openPage({ path: '/settings/people' });
  await owner.getByRole('button', { name: 'Invite someone' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Create the link' }).click();
  const shown = owner.getByRole('dialog', { name: 'Send this link' });
  const link = (await shown.getByRole('region', { name: 'Send this link' }).innerText()).trim();
  await shown.getByRole('button', { name: 'Done' }).click();

  const elsewhere = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const guest = await elsewhere.newPage();
  await guest.goto(link);
  await expect(
    guest.getByRole('heading', { name: 'The owner of this Atelier invites you to this Atelier as Member' }),
  ).toBeVisible();
  // The token leaves the address, and looking has spent nothing.
  expect(new URL(guest.url()).hash).toBe('');
  await guest.getByLabel('Your name', { exact: true }).fill('Dana');
  await guest.keyboard.press('Enter');
  await expectLive(guest);
  await guest.goto(new URL('/settings/people', link).href);
  await expect(guest.getByRole('button', { name: 'Invite someone' })).toHaveCount(0);
  await guest.getByLabel('New token', { exact: true }).fill('Laptop');
  await guest.getByRole('button', { name: 'Create a token' }).click();
  await expect(guest.getByRole('region', { name: 'Your new token' })).toContainText(/^atp_/);
  await guest.getByRole('button', { name: 'Done' }).click();
  await expect(guest.getByRole('button', { name: 'Revoke Laptop' })).toBeVisible();

  await owner.reload();
  await owner.getByRole('button', { name: 'More for Dana' }).click();
  await owner.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(guest.getByRole('heading', { name: 'This browser isn’t signed in' })).toBeVisible();
  await elsewhere.close();
});
