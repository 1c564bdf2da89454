import { expect, test } from './fixtures.ts';
import { viewOf } from './studio-project.ts';
import { openDemo, wordsOf } from './studio-tab.ts';

const words = wordsOf.en;

test('what is typed in a sheet is saved by one press, and is not lost by closing it', async ({ openPage }) => {
  const page = await openPage({ path: '/studio' });
  const { projectId } = await openDemo(page, 'en');
  await page.getByRole('tab', { name: words.panels.elements }).click();
  const panel = page.getByRole('tabpanel');
  await panel.getByRole('button', { name: 'Logo wall' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Logo wall' });
  const quantity = sheet.getByRole('textbox', { name: words.records.field.qty });
  const save = sheet.getByRole('button', { name: words.records.save });
  const wall = async () => (await viewOf(page, projectId)).elements.find(({ name }) => name.en === 'Logo wall');

  // A person's mouse: the field still has the focus when the button is pressed.
  await quantity.fill('2');
  const { x = 0, y = 0, width = 0, height = 0 } = (await save.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect.poll(async () => (await wall())?.qty).toBe(2);

  const notes = sheet.getByRole('textbox', { name: `${words.records.field.notes} (${words.records.inEnglish})` });
  await notes.fill('Two lifts are needed');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: words.records.leave.title });
  await question.getByRole('button', { name: words.records.leave.stay }).click();
  await expect(notes).toHaveValue('Two lifts are needed');
  // A number that was typed a moment ago counts as typed, too.
  await notes.fill('');
  await quantity.fill('3');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: words.records.leave.save }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(async () => (await wall())?.qty).toBe(3);

  await panel.getByRole('button', { name: 'Logo wall' }).first().click();
  await notes.fill('Never mind');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: words.records.leave.go }).click();
  await expect(sheet).toBeHidden();
  expect((await wall())?.notes).toBe(undefined);
  // With nothing typed there is nothing to ask.
  await panel.getByRole('button', { name: 'Logo wall' }).first().click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});
