import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { chatCalls, test, useLocalModel } from './doubles.ts';
import { expect as expected } from './fixtures.ts';

// The first call loads the file layer, workers and all; on a busy machine that takes its time.
const expect = expected.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 180_000 });

/** Once the last answer is whole: before that, Enter sends nothing. */
const ask = async (page: Page, text: string) => {
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
};
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const consent = (page: Page) => page.getByRole('region', { name: /^Send (these files|your message) to/ });
const allow = (page: Page) => page.getByRole('button', { name: 'Allow until Atelier stops' }).click();

test('denied, nothing is sent and the message is back in its box; allowed, the answer streams in', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
  await expect(page.getByRole('link', { name: 'Download plan.csv' })).toBeVisible();
  await ask(page, 'What is in plan.csv?');
  await expect(consent(page)).toContainText('plan.csv');
  await expect(consent(page)).toBeFocused();
  await page.getByRole('button', { name: 'Don’t send' }).click();
  await expect(consent(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('What is in plan.csv?');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  expect(chatCalls(doubles)).toHaveLength(0);

  doubles.script({ toolCalls: [{ name: 'list_files', input: {} }] }, { text: 'There is **one** table in `plan.csv`.' });
  await page.keyboard.press('Enter');
  await allow(page);
  await expect(messages(page).locator('strong', { hasText: 'one' })).toBeVisible();
  await expect(messages(page).getByRole('group').filter({ hasText: 'Listed the files' })).toContainText('Done');
  expect(chatCalls(doubles)).toHaveLength(2);

  // Consent is for these files: asked once, and again when another one is there.
  doubles.script({ toolCalls: [{ name: 'list_files', input: {} }] }, { text: 'Still one.' });
  await ask(page, 'Really?');
  await expect(messages(page)).toContainText('Still one.');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('c\n3\n') });
  await expect(page.getByRole('link', { name: 'Download more.csv' })).toBeVisible();
  await ask(page, 'And now?');
  await expect(consent(page)).toContainText('more.csv');
});

test('a long answer is stopped by its button and by Escape, and can be gone on with', async ({ openPage, doubles }) => {
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  doubles.script({ delay: 60_000, text: 'Too late.' });
  await ask(page, 'Take your time');
  await allow(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('You stopped it. Work done so far is saved.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();

  doubles.script({ delay: 60_000, text: 'Too late.' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();

  doubles.script({ text: 'Here it is.' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(messages(page)).toContainText('Here it is.');
});

test('a busy server is waited for with a countdown, and “try now” does not wait', async ({ openPage, doubles }) => {
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  doubles.script(
    { error: { status: 429, message: 'limiting requests', headers: { 'retry-after': '50' } } },
    { text: 'Patience pays.' },
  );
  await ask(page, 'Hello');
  await allow(page);
  await expect(page.getByRole('timer')).toContainText(/Trying again in \d+ seconds/);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(messages(page)).toContainText('Patience pays.');
});

test('whoever does not want to wait picks another model, which finishes the work', async ({ openPage, doubles }) => {
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  doubles.script({ error: { status: 429, message: 'limiting requests', headers: { 'retry-after': '50' } } });
  await ask(page, 'List the files');
  await allow(page);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: /Built-in/ }).click();
  await expect(messages(page)).toContainText('Switched to Built-in (rules, no AI).');
  await expect(messages(page).getByRole('article', { name: 'Built-in (rules, no AI)' })).toBeVisible();
  await expect(page.getByText('Answer complete')).toBeAttached();
});

test('a cap pauses before the call that might pass it; raised, the work goes on', async ({ openPage, doubles }) => {
  const page = await openPage({ path: '/lab/chat' });
  const modelId = await useLocalModel(page, doubles);
  const price = { input: 100, output: 100, asOf: '2026-11-15' };
  await command(page, 'ModelsSetEntry', {
    entry: { modelId, label: 'Dear one', contextTokens: 32_000, efforts: [], tools: true, vision: false, price },
  });
  await command(page, 'CapsSet', { set: { perRun: 10_000 } });
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await expect(page.getByText(/^About \$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const card = page.getByRole('region', { name: 'Paused at the spending cap' });
  await expect(card).toBeVisible();
  expect(chatCalls(doubles)).toHaveLength(0);

  await card.getByRole('textbox', { name: 'New cap in dollars' }).fill('0');
  await expect(card.getByRole('button', { name: 'Raise and continue' })).toBeDisabled();
  await card.getByRole('textbox', { name: 'New cap in dollars' }).fill('5');
  doubles.script({ text: 'Worth it.' });
  await card.getByRole('textbox', { name: 'New cap in dollars' }).press('Enter');
  await allow(page);
  await expect(messages(page)).toContainText('Worth it.');
  // 120 tokens in and 30 out at a hundred dollars a million.
  await expect(page.getByText('$0.015', { exact: true })).toBeVisible();
});

test('a server that is stopped in the middle says so afterwards and goes on', async ({
  openPage,
  atelier,
  doubles,
  expected: complaints,
}) => {
  complaints.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  doubles.script({ delay: 60_000, text: 'Too late.' });
  await ask(page, 'Take your time');
  await page.getByRole('button', { name: 'Always allow for these files' }).click();
  await expect.poll(() => chatCalls(doubles).length).toBe(1);
  await atelier.stop();
  await atelier.start();
  await expect(page.getByText('Atelier stopped while the model was working.').first()).toBeVisible();
  doubles.script({ text: 'Picked up again.' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(messages(page)).toContainText('Picked up again.');
});
