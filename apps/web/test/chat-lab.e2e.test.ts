import type { Page } from '@playwright/test';
import { makeBook } from '../../../packages/files/fixtures/xlsx/book.ts';
import { conversationEn } from '../src/conversation/messages.en.ts';
import { conversationHe } from '../src/conversation/messages.he.ts';
import { chatLabEn } from '../src/surfaces/chat-lab/messages.en.ts';
import { chatLabHe } from '../src/surfaces/chat-lab/messages.he.ts';
import { command } from './command.ts';
import { expect as expected, test } from './fixtures.ts';

// The first call loads the file layer, workers and all; on a busy machine that takes its time.
const expect = expected.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 180_000 });

const csv = [
  'Region,Product,Units,Amount',
  'North,Chairs,12,840.00',
  'South,Tables,3,1260.00',
  'North,Lamps,20,700.00',
  '',
].join('\n');

const drop = async (page: Page, name: string, buffer: Buffer) => {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(page.getByRole('link', { name: `Download ${name}` })).toBeVisible();
};

/** Once the last answer is whole: before that, Enter sends nothing. Until the new one is asked, the last one is done. */
const ask = async (page: Page, text: string) => {
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  const before = await messages(page).getByRole('article', { name: 'You' }).count();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(messages(page).getByRole('article', { name: 'You' })).toHaveCount(before + 1);
};

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const done = (page: Page) => expect(page.getByText('Answer complete')).toBeAttached();

test('without a key the built-in model totals and edits a real csv, and what it changed can be seen and fetched', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage({ path: '/lab/chat' });
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveText('Built-in (rules, no AI)');
  await expect(page.getByText('The built-in model is a program, not an AI.')).toBeVisible();
  await drop(page, 'sales.csv', Buffer.from(csv));

  await ask(page, 'Total Amount by Region in sales.csv');
  await done(page);
  await expect(messages(page).getByRole('article', { name: 'Built-in (rules, no AI)' })).toContainText('1540');
  await expect(messages(page).getByRole('group').first()).toContainText('Done');

  await ask(page, 'Add a column VAT = Amount * 0.17 to sales.csv');
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await done(page);
  // Calls made one after another are folded; inside, each is a card.
  const writing = messages(page).getByRole('group').filter({ hasText: 'writes' });
  await writing.first().locator('summary').first().click();
  const written = writing.last();
  await written.locator('summary').click();
  await expect(written.getByLabel(/^Input of/)).toContainText('VAT');
  const answer = await page.request.get(`${atelier.origin}/chat-files/sales.csv`);
  expect(await answer.text()).toContain('North,Chairs,12,840.00,142.8');

  await page.getByRole('button', { name: 'What changed in sales.csv' }).click();
  await expect(page.getByRole('dialog', { name: 'sales.csv' }).locator('ins', { hasText: 'VAT' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No cost so far')).toBeVisible();

  // All of it is in the log: another start shows the same.
  await page.reload();
  await expect(messages(page).getByRole('article', { name: 'You' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('switch', { name: 'Delete the scratch files too' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('Ask for something')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download sales.csv' })).toHaveCount(0);
});

test('a request it cannot do is answered with requests of this very file, and one click makes one', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/lab/chat' });
  await drop(page, 'sales.csv', Buffer.from(csv));
  await ask(page, 'Predict the weather for sales.csv');
  await done(page);
  const offered = messages(page).getByRole('list', { name: 'Requests you can make' }).getByRole('button');
  await expect(offered.first()).toBeEnabled();
  const words = (await offered.first().textContent()) ?? '';
  expect(words).toMatch(/Region|Product|Units|Amount/);
  await expect(messages(page)).not.toContainText('```');

  await offered.first().click();
  await expect(messages(page).getByRole('article', { name: 'You' }).last()).toHaveText(words);
  await done(page);
  const answer = messages(page).getByRole('article', { name: 'Built-in (rules, no AI)' }).last();
  await expect(answer).toContainText('sales.csv');
  await expect(answer).not.toContainText("I didn't change anything");
});

test('a real workbook is totalled, gets a column of formulas, and is fetched whole', async ({ openPage, atelier }) => {
  const page = await openPage({ path: '/lab/chat' });
  const rows = [
    ['Item', 'Qty', 'Price'],
    ['Bolt', 400, 0.15],
    ['Nut', 250, 0.1],
  ] as const;
  const cells = Object.fromEntries(
    rows.flatMap((row, y) => row.map((value, x) => [`${'ABC'[x]}${y + 1}`, value] as const)),
  );
  await drop(page, 'stock.xlsx', Buffer.from(makeBook({ sheets: [{ name: 'Stock', cells }] })));

  await ask(page, 'What is the total of Qty in stock.xlsx?');
  await done(page);
  await expect(messages(page).getByRole('article', { name: 'Built-in (rules, no AI)' })).toContainText('650');
  await ask(page, 'Add a column Total = Qty * Price to stock.xlsx');
  await expect(page.getByText('Changed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'What changed in stock.xlsx' }).click();
  await expect(page.getByRole('dialog').locator('ins', { hasText: 'B2*C2' })).toBeVisible();
  const answer = await page.request.get(`${atelier.origin}/chat-files/stock.xlsx`);
  expect((await answer.body()).subarray(0, 2).toString()).toBe('PK');
});

for (const { language, words, refusal } of [
  { language: 'en', words: { ...conversationEn, ...chatLabEn }, refusal: "I didn't change anything" },
  { language: 'he', words: { ...conversationHe, ...chatLabHe }, refusal: 'לא שיניתי דבר' },
]) {
  test(`every example is one click away and is done, ${language}`, async ({ openPage, atelier }) => {
    const page = await openPage();
    await command(page, 'SettingsSet', { set: { language } });
    await page.goto(`${atelier.origin}/lab/chat`);
    const examples = page.getByRole('list', { name: words.empty.examples }).getByRole('button');
    await expect(examples.nth(2)).toBeVisible();
    const count = await examples.count();
    for (let at = 0; at < count; at += 1) {
      await examples.nth(at).click();
      const composer = page.getByRole('textbox', { name: words.composer.label });
      await expect(composer).toBeFocused();
      await expect(composer).not.toHaveValue('');
      await composer.press('Enter');
      await expect(page.getByText(words.said.done)).toBeAttached();
      await expect(page.getByRole('region', { name: words.messages, exact: true })).not.toContainText(refusal);
      await page.getByRole('button', { name: words.clear }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.clear }).click();
      await expect(page.getByText(words.empty.title)).toBeVisible();
    }
  });
}

test('what the built-in model cannot do it says, with a way on', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/chat' });
  await ask(page, 'Write me a poem about spring');
  await expect(messages(page)).toContainText("I'm the built-in model (rules, no AI).");
  await expect(messages(page)).toContainText('What can you do?');
});
