import { command } from './command.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, expectLive, test } from './fixtures.ts';
import { makeDemo, openPanel, runTurn, viewOf } from './studio-project.ts';

test('[ST-60] an old tab has its banner, and opens Studio with its stage pinned', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const projectId = await makeDemo(page);
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/projects/${projectId}/planning`);
  await expectLive(page);
  await expect(page.getByText('Studio replaces this tab')).toBeVisible();
  await page.getByRole('button', { name: 'Open in Studio' }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/studio`));
  const { session } = await viewOf(page, projectId);
  expect(session.settings.pinnedStage).toBe('planning');
});

test('a quote is issued after its acknowledgements, shown as a document, and taken along as text', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  const projectId = await makeDemo(page);
  await command(page, 'StudioCompanySet', {
    requestId: 'request-company',
    company: { name: { he: 'סטודיו נובה', en: 'Nova Studio' } },
  });
  const { elements, specHashes } = await viewOf(page, projectId);
  await runTurn(page, projectId, {
    type: 'approveElement',
    elementIds: elements.map(({ id }) => id),
    expectedSpecHashes: specHashes,
  });
  await openPanel(page, projectId, 'quote');
  await page.getByRole('button', { name: 'Issue…' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: 'Issue the quote' }).click();
  await expect(dialog).toBeHidden();
  const [quote] = (await viewOf(page, projectId)).quotes;
  await page.getByRole('link', { name: `${quote?.number} v1` }).click();
  await expect(page.frameLocator('iframe').getByText('סטודיו נובה').first()).toBeVisible();
  await page.goBack();
  await page.getByRole('listitem').getByRole('button', { name: 'Summary' }).click();
  await expect(page.getByRole('dialog')).toContainText(quote?.number ?? '-');
});

for (const path of ['/studio/settings', '/studio/admin/skills', '/studio/metrics', '/studio/tasks'])
  test(`${path} is for everybody`, async ({ openPage }) => {
    const page = await openPage({ path: '/studio' });
    await makeDemo(page);
    const { origin } = new URL(page.url());
    await page.goto(`${origin}${path}`);
    await expectLive(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  });
