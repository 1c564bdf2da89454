import { expect, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

test('one click on Home leads to a sample file and a request that is ready to send', async ({ openPage }) => {
  const page = await openPage();
  await page.getByRole('link', { name: 'Try it now with a sample file' }).click();
  await expect(page).toHaveURL(/lab\/chat$/);
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(composer).not.toHaveValue('');
  await composer.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('Home lists what was worked on last, and the palette finds sessions, workflows, steps and settings', async ({
  atelier,
  openPage,
}) => {
  await fillSample(atelier.dataFolder);
  const page = await openPage();
  const recent = page.getByRole('list', { name: 'Recent sessions' });
  await expect(recent.getByRole('link').first()).toBeVisible();
  const goal = (await recent.getByRole('link').first().locator('bdi').first().textContent()) ?? '';

  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox').fill(goal.slice(0, 24));
  await expect(page.getByRole('group', { name: 'Sessions' }).getByRole('option').first()).toContainText(
    goal.slice(0, 24),
  );
  await page.getByRole('combobox').fill('api key');
  await expect(page.getByRole('option', { selected: true })).toContainText('Models');
  await page.getByRole('combobox').fill('coding');
  await expect(page.getByRole('group', { name: 'Workflows' }).getByRole('option').first()).toBeVisible();
  await page.getByRole('combobox').fill('switch to english');
  await expect(page.getByRole('option', { name: /English/ })).toHaveCount(0);
});
