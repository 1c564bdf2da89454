import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { test } from './doubles.ts';
import { expectAccessible, setLooks } from './expect-accessible.ts';
import { expect } from './fixtures.ts';
import { addTotal, askForDraft, messages, openOrders } from './workshop-bench.ts';

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const offline = 'Built-in (rules, no AI)';
const local = 'small-model';
const held = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

/** A run that writes one file. */
const writes = (path: string) => [
  { text: 'The table has three orders.' },
  { text: '- [ ] 1. Write a note' },
  { toolCalls: [{ name: 'write_text_file', input: { path, content: 'Three orders.\n' } }] },
  { text: 'Done.' },
  { text: 'A note is **written**.' },
];

const tryModels = async (page: Page, ...names: readonly string[]) => {
  await messages(page).getByRole('button', { name: 'Actions for this message' }).last().click();
  await page.getByRole('menuitem', { name: 'Try with another model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Try with another model' });
  for (const name of names) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: /^Try \d model/ }).click();
  await expect(page).toHaveURL(/\/answers$/);
};

test('answers of three models side by side: consent, live state, pieces of two into one Draft; then stopped and closed', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await command(page, 'EndpointAdd', { url: doubles.localEndpoint });
  await openOrders(page);
  await askForDraft(page, addTotal);
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  const stepped = held();
  doubles.script(...writes('note.txt').map((turn, at) => (at === 2 ? { ...turn, after: stepped.opened } : turn)));
  await tryModels(page, local, offline);

  await expect(lane(page, offline)).toContainText('First answer');
  await lane(page, local).getByRole('button', { name: 'Allow until Atelier stops' }).click();
  await expect(lane(page, local)).toContainText('Step 1 of 1: Write a note');
  await expect(lane(page, local)).toContainText('Working');
  stepped.open();
  await expect(lane(page, local)).toContainText('A note is written.');
  await expect(lane(page, local)).toContainText('Ready');
  await expect(lane(page, `${offline} (2)`)).toContainText('Ready');

  await lane(page, local).getByRole('button', { name: 'How this was done' }).click();
  await expect(page.getByRole('dialog', { name: 'How this was done' })).toContainText('write_text_file');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Modified: show orders.csv by ${offline}`, exact: true }).click();
  const diff = page.getByRole('region', { name: 'What changed in this file' });
  await expect(diff).toBeFocused();
  await expect(diff).toContainText('Before the question');
  await expect(diff.getByRole('article', { name: 'orders.csv' })).toContainText('Total');
  await diff.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: `${offline} (2)` }).click();
  await expect(diff).toContainText('The file is the same on both sides');
  await diff.getByRole('button', { name: 'Close this file' }).click();
  await expectAccessible(page, 'answers');
  await setLooks(page, 'light', 'en');

  await page.setViewportSize({ width: 390, height: 800 });
  const tabs = page.getByRole('tablist', { name: 'Answers' });
  await expect(tabs.getByRole('tab')).toHaveCount(3);
  await tabs.getByRole('tab').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(lane(page, local)).toContainText('A note is written.');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('checkbox', { name: `Take orders.csv from ${offline}`, exact: true }).check();
  await page.getByRole('checkbox', { name: `Take note.txt from ${local}`, exact: true }).check();
  await page.getByRole('button', { name: 'Take 2 files…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take 2 files' }).click();
  await expect(page).toHaveURL(/\/review$/);
  const changed = page.getByRole('navigation', { name: 'Changed files' });
  await expect(changed.getByRole('button', { name: 'note.txt' })).toBeVisible();
  await expect(changed.getByRole('button', { name: 'orders.csv' })).toBeVisible();

  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await expect(page.getByRole('region', { name: /^The response of .* was chosen$/ })).toBeVisible();
  const never = held();
  doubles.script({ text: 'Found.', after: never.opened });
  await tryModels(page, local);
  await expect(lane(page, local)).toContainText('Working');
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await expect(page.getByRole('region', { name: 'Compare answers' })).toContainText('Choose one of them');
  await page.getByRole('link', { name: 'Show the answers' }).click();
  await page.keyboard.press('Control+.');
  await expect(lane(page, local)).toContainText('Stopped');
  await page.getByRole('button', { name: 'Close comparison' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close comparison' }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(changed.getByRole('button', { name: 'note.txt' })).toBeVisible();
});
