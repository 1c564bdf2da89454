import { expect, test } from './fixtures.ts';

test('unsent text is there again after another page and after a reload', async ({ openPage, atelier }) => {
  const page = await openPage({ path: '/lab/chat' });
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(composer).toBeFocused();
  await composer.fill('Half a request, שלום');
  await page.getByRole('link', { name: 'WorkRail' }).click();
  await expect(page).toHaveURL(/workrail/);
  await page.goto(`${atelier.origin}/lab/chat`);
  await expect(composer).toHaveValue('Half a request, שלום');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('/');
  await expect(composer).toBeFocused();
});

test('an editor with changes is not left by a link without a question, and its text comes back', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/workrail/author' });
  const editor = page.getByRole('textbox', { name: 'Workflow as JSON' });
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('  ');
  await page.getByRole('link', { name: 'Settings' }).last().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(/author/);
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'WorkRail settings' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(page.getByText('Your unsaved changes are back.')).toBeHidden();
  await page.keyboard.press('Control+KeyS');
  await expect(page.getByRole('dialog', { name: 'Save' })).toBeVisible();
});

test('a page that is opened has the focus at its head and is announced', async ({ openPage }) => {
  const page = await openPage();
  await page.getByRole('link', { name: 'Workshop' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workshop' })).toBeFocused();
  await expect(page.locator('[data-announcer]')).toHaveText('Workshop · Atelier');
  await page.goto(new URL('/nowhere', page.url()).href);
  await expect(page).toHaveTitle('Page not found · Atelier');
});

test('the rail folds by itself where the window is narrow, and unfolds there for now', async ({ openPage }) => {
  const page = await openPage();
  const rail = page.getByRole('navigation', { name: 'Places' });
  await expect(rail.getByText('Workshop')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(rail.getByText('Workshop')).toBeHidden();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(rail.getByText('Workshop')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rail.getByText('Workshop')).toBeVisible();
});
