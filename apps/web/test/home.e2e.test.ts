import { expect, expectLive, test } from './fixtures.ts';
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

test('no page tries what its own security policy forbids', async ({ openPage, atelier }) => {
  const page = await openPage();
  const tried: string[] = [];
  await page.exposeFunction('noteViolation', (what: string) => tried.push(what));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (globalThis as unknown as { noteViolation: (what: string) => void }).noteViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI}`,
      );
    }),
  );
  for (const path of [
    '/',
    '/workshop',
    '/studio',
    '/workrail',
    '/workrail/author',
    '/settings/models',
    '/settings/data',
  ]) {
    await page.goto(`${atelier.origin}${path}`);
    await expectLive(page);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  }
  expect(tried).toEqual([]);
});
