import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { editElement, openDemo, wordsOf } from './studio-tab.ts';

const words = wordsOf.en;

test('while an approval is on its way, what has to be known before issuing is not asked for yet', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  const { projectId } = await openDemo(page, 'en');
  await command(page, 'StudioCompanySet', { requestId: 'request-company', company: { name: { en: 'Or Studio' } } });
  await editElement(page, projectId, { colors: [{ name: { en: 'red' }, hex: '#c8102e' }] });
  await page.getByRole('tab', { name: words.panels.quote }).click();
  const approve = page.getByRole('button', { name: words.quote.approveChanged.replace('{{name}}', 'Logo wall') });
  await expect(approve).toBeVisible();
  const dialog = page.getByRole('dialog');
  const issue = dialog.getByRole('button', { name: words.quote.issueNow });

  // Left alone, the change is a sentence to tick.
  await page.getByRole('button', { name: words.quote.issue }).click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox').check();
  await expect(issue).toBeEnabled();
  await page.keyboard.press('Escape');

  const approving = await hold(page, '**/api/RunStudioTurn');
  await approve.click();
  await approving.asked();
  await page.getByRole('button', { name: words.quote.issue }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await expect(issue).toBeDisabled();
  await page.keyboard.press('Escape');
  // Answered, and neither the project nor its offer has been read again.
  const reading = await hold(page, '**/api/StudioGet');
  const offering = await hold(page, '**/api/StudioQuoteGet');
  approving.release();
  await reading.asked();
  await page.getByRole('button', { name: words.quote.issue }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await expect(issue).toBeDisabled();
  reading.release();
  offering.release();
  await expect(issue).toBeEnabled();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await issue.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: / v1$/ })).toBeVisible();
});
