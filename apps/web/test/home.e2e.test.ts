import { expect, test } from './fixtures.ts';
import { fillSample } from './workrail-sample.ts';

test('Home lists what was worked on last, and the palette finds sessions, workflows, steps and settings', async ({
  atelier,
  openPage,
}) => {
  await fillSample(atelier.dataFolder);
  const page = await openPage();
  const recent = page.getByRole('list', { name: 'Recent work' });
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
