import { expect, test } from './fixtures.ts';
import { runTurn, viewOf } from './studio-project.ts';
import { openDemo, wordsOf } from './studio-tab.ts';

const words = wordsOf.en;

test('a payment plan and terms being typed are there after another panel, and tell when somebody else saved', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  const { projectId } = await openDemo(page, 'en');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab(words.panels.quote).click();
  await page.getByRole('button', { name: words.quote.addPart }).click();
  const part = page.getByRole('textbox', { name: words.quote.partName });
  await part.fill('Deposit');
  await page.getByRole('textbox', { name: words.quote.discount }).fill('5');
  await page.getByRole('textbox', { name: words.quote.reason }).fill('Old friend');

  await tab(words.panels.elements).click();
  await expect(part).toBeHidden();
  await tab(words.panels.quote).click();
  await expect(part).toHaveValue('Deposit');
  await expect(page.getByRole('textbox', { name: words.quote.discount })).toHaveValue('5');
  await expect(page.getByRole('textbox', { name: words.quote.reason })).toHaveValue('Old friend');

  await runTurn(page, projectId, { type: 'setProjectPricing', marginBps: 3_000, reason: 'Rush' });
  await expect(page.getByText(words.quote.termsMoved)).toBeVisible();
  await expect(page.getByText(words.quote.planMoved)).toBeHidden();
  // The page is not left without a question.
  await page.getByRole('link', { name: 'Workshop' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: words.quote.savePlan }).click();
  await expect
    .poll(async () => (await viewOf(page, projectId)).paymentPlan.map(({ label }) => label.en))
    .toEqual(['Deposit']);
  await expect(part).toHaveValue('Deposit');
});
