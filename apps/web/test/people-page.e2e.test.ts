import { command } from './command.ts';
import { expectAccessible, setLooks } from './expect-accessible.ts';
import { expect, expectLive, test } from './fixtures.ts';

test('an admin ends somebody’s lost phone and revokes their leaked token, by keys alone; everything else of theirs goes on', async ({
  atelier,
  browser,
  openPage,
}) => {
  const admin = await openPage({ path: '/settings/people' });
  const { url } = await command<{ url: string }>(admin, 'InvitationCreate', { role: 'member', projects: [] });
  const laptop = await (await browser.newContext()).newPage();
  await laptop.goto(url);
  await laptop.getByLabel('Your name', { exact: true }).fill('Dana');
  await laptop.keyboard.press('Enter');
  await expectLive(laptop);
  await command(laptop, 'TokenCreate', { label: 'The laptop’s agent' });
  const phoneContext = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  });
  const added = await command<{ url: string }>(laptop, 'LinkCreate', {});
  await phoneContext.request.get(added.url);
  const phone = await phoneContext.newPage();
  await phone.goto(atelier.origin);
  await expectLive(phone);

  await admin.reload();
  await admin.getByRole('button', { name: 'More for Dana' }).focus();
  await admin.keyboard.press('Enter');
  await admin.getByRole('menuitem', { name: 'Browsers and tokens' }).press('Enter');
  const dialog = admin.getByRole('dialog', { name: 'Browsers and tokens of Dana' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(admin, 'browsers and tokens of somebody else');
  await setLooks(admin, 'light', 'en');
  await dialog.getByRole('button', { name: 'End Safari on iOS' }).press('Enter');
  await expect(phone.getByRole('heading', { name: 'This browser isn’t signed in' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke The laptop’s agent' }).press('Enter');
  await expect(dialog.getByText('No tokens.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expectLive(laptop);
  for (const page of [laptop, phone]) await page.context().close();
});
