import { command } from './command.ts';
import { test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { hold } from './hold.ts';
import { ask, composer, messages, openBench, openOrders } from './workshop-bench.ts';
import { allow, gate, openLocalBench, questions, run } from './workshop-talk.ts';

test('[WS-104] what waits for a run is added to, never replaced; one tab sends it; a table pasted meanwhile is text', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const id = await openLocalBench(page, doubles);
  await page.getByRole('radio', { name: 'Ask' }).click();
  const held = gate();
  doubles.script({ text: 'The first answer.', after: held.opened }, { text: 'The second answer.' });
  await ask(page, 'First?');
  await allow(page);
  await expect(messages(page)).toContainText('Continued');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  const chip = page.getByRole('region', { name: 'Next message' });
  await composer(page).fill('Second?');
  await composer(page).press('Enter');
  await expect(chip).toContainText('Second?');
  // A question is answered in one go: a note would reach nobody.
  await composer(page).fill('And third?');
  await expect(page.getByRole('button', { name: 'Send as a note' })).toHaveCount(0);
  await composer(page).press('Enter');
  await expect(chip).toContainText('Second?');
  await expect(chip).toContainText('And third?');

  await composer(page).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'City\tSum\nHaifa\t2\n');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    // A browser puts the text in where nobody stops it.
    if (document.activeElement?.dispatchEvent(paste)) document.execCommand('insertText', false, 'City\tSum\nHaifa\t2');
  });
  await expect(composer(page)).toHaveValue('City\tSum\nHaifa\t2');

  const other = await openPage({ context: page.context() });
  await openBench(other, id);
  const otherChip = other.getByRole('region', { name: 'Next message' });
  await expect(otherChip).toContainText('And third?');
  held.open();
  await expect(messages(page)).toContainText('The second answer.');
  await expect(messages(other)).toContainText('The second answer.');
  await expect(questions(page)).toHaveCount(2);
  await expect(chip).toHaveCount(0);
  await expect(otherChip).toHaveCount(0);
  await expect(other.getByText('That didn’t work')).toHaveCount(0);
});

test('[WS-104] a plan that is being edited, and another wording of a message, are there after a reload', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const id = await openLocalBench(page, doubles);
  await command(page, 'WorkbenchSettingsSet', { workbenchId: id, set: { pauseAfterPlan: true } });
  doubles.script(...run('Write the first note'));
  await ask(page, 'Write a note');
  await allow(page);
  const plan = page.getByRole('textbox', { name: 'Steps of the plan' });
  await plan.fill('Write the first note\nWrite another one');
  await page.reload();
  await expect(plan).toHaveValue('Write the first note\nWrite another one');
  await page.getByRole('button', { name: 'Stop the run' }).click();

  const editing = async () => {
    const question = questions(page).first();
    await question.hover();
    await question.getByRole('button', { name: 'Actions for this message' }).click();
    await page.getByRole('menuitem', { name: 'Edit & resend…' }).click();
    return page.getByRole('dialog', { name: 'Edit and resend this message' }).getByRole('textbox');
  };
  await expect(composer(page)).toBeVisible();
  await (await editing()).fill('Write two notes, please');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(await editing()).toHaveValue('Write two notes, please');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(await editing()).toHaveValue('Write a note');
});

test('[WS-104] an item of context that is being edited by hand outlasts a slip of the hand', async ({ openPage }) => {
  const page = await openPage();
  const id = await openOrders(page);
  const files = [{ path: 'context.md', text: 'Stock is counted on Friday.\n' }];
  await command(page, 'ContextEdit', { workbenchId: id, category: 'situation', files });
  await openBench(page, id, '/context');
  const text = page.getByRole('dialog').getByRole('textbox', { name: 'context.md' });
  const edit = page.getByRole('button', { name: 'Edit Situation' });
  await edit.click();
  await text.fill('Stock is counted on Monday.');
  await page.keyboard.press('Escape');
  await page.reload();
  await edit.click();
  await expect(text).toHaveValue('Stock is counted on Monday.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByText('Show the files').click();
  await expect(page.getByText('Stock is counted on Monday.')).toBeVisible();
});

test('[WS-104] words that were on their way when the page was left are in the box again; those that came are not', async ({
  openPage,
}) => {
  const page = await openPage();
  await openOrders(page);
  // The first never reaches the server.
  let isFirst = true;
  await page.route('**/api/WorkshopSend', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await new Promise(() => {});
  });
  await composer(page).fill('Describe orders.csv');
  await composer(page).press('Enter');
  await expect.poll(() => isFirst).toBe(false);
  await expect(composer(page)).toHaveValue('');
  await page.reload();
  await expect(composer(page)).toHaveValue('Describe orders.csv');
  await expect(questions(page)).toHaveCount(0);

  // The second does, and the page is left before it hears so.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const held = await hold(page, '**/api/WorkshopSend', 'answer');
  await composer(page).press('Enter');
  await held.asked();
  await page.reload();
  await expect(questions(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
});
