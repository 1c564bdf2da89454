import { recordsOf, scheduleOf } from '@atelier/studio/view';
import { command } from './command.ts';
import { expect, expectLive, test } from './fixtures.ts';
import { makeDemo, openPanel, runTurn, viewOf } from './studio-project.ts';
import { wordsOf } from './studio-tab.ts';

test('an owner says whom a quote is for, how it is numbered and when nobody works; both languages', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.he;
  const projectId = await makeDemo(page);
  await openPanel(page, projectId, 'plan', 'he');
  const before = scheduleOf(recordsOf(await viewOf(page, projectId))).latestStart ?? '';

  const open = () => page.getByRole('button', { name: words.projectSettings.open }).click();
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByRole('textbox', { name: words.projectSettings.contact }).fill('דנה לוי');
  await dialog.getByRole('textbox', { name: words.projectSettings.vatId }).fill('51-777888-9');
  const prefix = dialog.getByRole('textbox', { name: words.projectSettings.quotePrefix });
  await prefix.fill('נובה');
  await expect(dialog.getByText(words.projectSettings.quotePrefixWrong)).toBeVisible();
  await expect(dialog.getByRole('button', { name: words.projectSettings.save })).toBeDisabled();
  await prefix.fill('OR');
  // A day off of the studio's own moves the day work has to start.
  const lastWorked = (await viewOf(page, projectId)).project.installStart ?? '';
  const eve = scheduleOf(recordsOf(await viewOf(page, projectId)));
  const busy = [...eve.byTask.values()].map(({ latestFinish }) => latestFinish).filter((day) => day < lastWorked);
  const dayOff = busy.toSorted().at(-1) ?? '';
  await dialog.getByLabel(words.daysOff.own).first().fill(dayOff);
  await dialog.getByRole('button', { name: words.daysOff.add, exact: true }).click();
  await expect(dialog.getByRole('list', { name: words.daysOff.own }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: words.projectSettings.save }).click();
  await expect(dialog).toBeHidden();
  const view = await viewOf(page, projectId);
  expect(view.project).toMatchObject({
    quotePrefix: 'OR',
    holidays: [dayOff],
    client: { contact: 'דנה לוי', vatId: '51-777888-9' },
  });
  expect((scheduleOf(recordsOf(view)).latestStart ?? '') < before).toBe(true);
  await expect(page.locator(`svg g[data-date="${dayOff}"]`)).toHaveAttribute('data-off', 'holiday');

  // What was written before is there again, and changing the name loses none of it.
  await open();
  await dialog.getByRole('textbox', { name: words.projectSettings.clientName }).fill('נובה אחזקות');
  await dialog.getByRole('button', { name: words.projectSettings.save }).click();
  await expect(dialog).toBeHidden();
  expect((await viewOf(page, projectId)).project.client).toMatchObject({ name: 'נובה אחזקות', contact: 'דנה לוי' });

  await command(page, 'StudioCompanySet', { requestId: 'request-company', company: { name: { he: 'סטודיו אור' } } });
  await runTurn(page, projectId, { type: 'issueQuote', locale: 'he' });
  const [quote] = (await viewOf(page, projectId)).quotes;
  expect(quote?.number).toMatch(/^OR-20\d\d-0001$/);
  await open();
  await expect(prefix).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.goto(new URL(`/projects/${projectId}/quote/${quote?.id}`, page.url()).href);
  for (const said of ['נובה אחזקות', 'דנה לוי', '51-777888-9'])
    await expect(page.frameLocator('iframe').getByText(said).first()).toBeVisible();
});

test('a new project starts with the prefix and the days off of the studio', async ({ openPage }) => {
  const page = await openPage({ path: '/studio/settings?tab=projects' });
  const words = wordsOf.en;
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('textbox', { name: words.projectSettings.quotePrefix }).fill('OR');
  await panel.getByLabel(words.daysOff.own).first().fill('2027-03-23');
  await panel.getByRole('button', { name: words.daysOff.add, exact: true }).click();
  await panel.getByRole('button', { name: words.workspace.save, exact: true }).click();
  await expect(page.getByText(words.workspace.saved, { exact: true })).toBeVisible();
  const facts = { requestId: 'request-new', title: { en: 'Nova' }, clientName: 'Nova Ltd', primaryLang: 'en' };
  const { projectId } = await command<{ projectId: string }>(page, 'StudioProjectCreate', facts);
  expect((await viewOf(page, projectId)).project).toMatchObject({ quotePrefix: 'OR', holidays: ['2027-03-23'] });
  await page.reload();
  await expect(panel.getByRole('textbox', { name: words.projectSettings.quotePrefix })).toHaveValue('OR');
});

test('Studio is switched off for one project and on again from the list', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const words = wordsOf.en;
  const projectId = await makeDemo(page);
  await openPanel(page, projectId, 'elements');
  await page.getByRole('button', { name: words.projectSettings.open }).click();
  await page.getByRole('switch', { name: words.projectSettings.studio }).click();
  await expect(page).toHaveURL(/\/studio$/);
  const tile = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nova Launch 2026' });
  await expect(tile.getByText(words.projects.isStudioOff)).toBeVisible();
  await expect(command(page, 'StudioGet', { projectId })).rejects.toThrow('FEATURE_DISABLED');
  await tile.getByRole('button').click();
  await page.getByRole('menuitem', { name: words.projects.studioOn }).click();
  await expect(tile.getByText(words.projects.isStudioOff)).toHaveCount(0);
  await tile.getByRole('link').click();
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nova Launch 2026');
});
