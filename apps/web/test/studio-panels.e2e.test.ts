import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import { runTurn } from './studio-project.ts';
import { bannerOf, composerOf, openDemo, say, wordsOf } from './studio-tab.ts';

const words = wordsOf.he;

test('a long list of changes scrolls in its panel alone, and the next panel begins at its top', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  await openDemo(page, 'he');
  await say(page, words, 'תוסיף ביתן ופלינתה ובאנר');
  await expect(page.locator('[data-op]').nth(4)).toBeVisible();
  const panel = page.getByRole('tabpanel');
  // Its tab counts what would be applied, as the banner does.
  const changes = page.locator('[data-op]');
  const all = await changes.count();
  await changes.last().getByRole('checkbox').click();
  await expect(bannerOf(page, words)).toContainText(words.draft.changes_other.replace('{{count}}', String(all - 1)));
  await expect(page.getByRole('tab', { name: words.panels.draft })).toHaveText(new RegExp(`${all - 1}$`));
  // What is drawn for listeners alone must not make the page longer than the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  const scrolled = () => panel.evaluate((element) => element.scrollTop);
  await panel.evaluate((element) => element.scrollTo(0, 400));
  expect(await scrolled()).toBe(400);
  await page.getByRole('tab', { name: words.panels.questions }).click();
  await expect(panel.getByRole('textbox').first()).toBeVisible();
  await expect.poll(scrolled).toBe(0);
});

test('a day that was answered is one press from the plan', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  await command(page, 'SettingsSet', { set: { language: 'he' } });
  const facts = { requestId: 'request-stand', title: { he: 'דוכן' }, clientName: 'יקב', primaryLang: 'he' };
  const { projectId } = await command<{ projectId: string }>(page, 'StudioProjectCreate', facts);
  await page.goto(new URL(`/projects/${projectId}/studio?panel=questions`, page.url()).href);
  await expect(composerOf(page, words)).toBeVisible();
  await runTurn(page, projectId, { type: 'saveAnswers', answers: { 'ide.date': '2031-03-17' } });
  const offer = page.getByRole('tabpanel').getByRole('button', { name: 'לקבוע את האירוע ל-17.3.2031' });
  await expect(offer).toBeVisible();
  await page.getByRole('tab', { name: words.panels.plan }).click();
  await offer.click();
  const banner = bannerOf(page, words);
  await expect(banner).toContainText(words.draft.changes_one);
  await page.getByRole('tab', { name: words.panels.plan }).click();
  await expect(offer).toHaveCount(0);
  await banner.getByRole('button', { name: words.draft.apply }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByText(words.records.plan.noDate)).toHaveCount(0);
});
