import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { plainDocx } from '../../../packages/files/fixtures/docx/small.ts';
import { picture } from '../../../packages/files/fixtures/image/pictures.ts';
import { report } from '../../../packages/files/fixtures/pdf/documents.ts';
import { slidesPptx } from '../../../packages/files/fixtures/pptx/small.ts';
import { makeBook } from '../../../packages/files/fixtures/xlsx/book.ts';
import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import {
  addTotal,
  ask,
  askForDraft,
  composer,
  makeBench,
  makeOrders,
  messages,
  openBench,
  openOrders,
  orders,
  publish,
} from './workshop-bench.ts';
import { editOutside } from './workshop-outside.ts';

const files = (page: Page) => page.getByRole('navigation', { name: 'Changed files' });
const detail = (page: Page, name: string) => page.getByRole('article', { name });
/** What was just done, with the way back on it. */
const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const published = async (page: Page, id: string, name: string): Promise<string> =>
  (await page.request.get(`${new URL(page.url()).origin}/workbench-files/${id}/${name}`)).text();

const stock = () =>
  makeBook({
    sheets: [
      {
        name: 'Stock',
        cells: { A1: 'Item', B1: 'Qty', C1: 'Double', A2: 'Bolt', B2: 400, C2: { f: 'B2*2', v: 800 } },
      },
    ],
  });

test('[WS-37] Review opens with the Draft and again with the Workbench; publish and discard are undone from their toasts', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await openOrders(page);
  await askForDraft(page, addTotal);
  await expect(composer(page)).toHaveCount(0);

  // Whoever goes back stays in the chat: the same Draft does not open Review again.
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText('1 file changed');
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).toContainText('Publish or discard the Draft');
  await expect(composer(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${id}$`));

  await openBench(page, id);
  await expect(page).toHaveURL(/\/review$/);
  await expect(files(page).getByRole('button', { name: 'orders.csv' })).toBeFocused();

  // Either way out can be undone, and Published is as it was.
  await publish(page);
  expect(await published(page, id, 'orders.csv')).toContain('Total');
  await toast(page).getByRole('button', { name: 'Undo publish' }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(files(page).getByRole('button', { name: 'orders.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(composer(page)).toBeFocused();
  expect(await published(page, id, 'orders.csv')).toBe(orders);
  await toast(page).getByRole('button', { name: 'Undo discard' }).click();
  await expect(page).toHaveURL(/\/review$/);

  // Whoever is not content yet goes on with the Draft.
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  await page.getByRole('button', { name: 'Ask for more changes' }).click();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Draft', exact: true })).not.toContainText('Publish or discard');
});

test('[WS-42] [WS-84] a card for the publish only; while a Draft exists its Restore says what to do first', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await makeOrders(page);
  await openBench(page, id, '/checkpoints');
  await page.getByRole('button', { name: 'Create a checkpoint' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Before the totals');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Before the totals' })).toBeVisible();

  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await askForDraft(page, addTotal);
  await publish(page);
  const card = page.getByRole('region', { name: 'Published', exact: true });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('1 file changed');
  await expect(messages(page)).not.toContainText('Before the totals');
  await page.getByRole('link', { name: 'Checkpoints' }).click();
  const list = page.getByRole('list', { name: 'Checkpoints, newest first' });
  await expect(list.locator(':scope > li')).toHaveCount(2);
  await expect(list).toContainText('Before the totals');
  await expect(list).toContainText('Before publishing');

  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await askForDraft(page, 'Add a column Tax = Price * 0.17 to orders.csv');
  await page.getByRole('link', { name: 'Back to the chat' }).click();
  const restore = card.getByRole('button', { name: 'Restore' });
  await expect(restore).toHaveAttribute('aria-disabled', 'true');
  await restore.hover();
  await expect(page.getByRole('tooltip')).toContainText('Publish or discard the Draft first.');
  await restore.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[WS-44] [WS-46] [WS-79] [WS-113] every kind is reviewed without a call, under the fixed names, at its change', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage();
  const id = await makeBench(page, 'Kinds', [
    { name: 'notes.txt', bytes: 'First line\nSecond line\n' },
    { name: 'orders.csv', bytes: orders },
    { name: 'stock.xlsx', bytes: stock() },
    { name: 'letter.docx', bytes: plainDocx() },
    { name: 'talk.pptx', bytes: slidesPptx() },
    { name: 'report.pdf', bytes: await report(2) },
    { name: 'photo.png', bytes: await picture('png', 80, 60) },
  ]);
  await editOutside(atelier, id, [
    ['edit_text_file', { path: 'notes.txt', edits: [{ op: 'replace', search: 'Second', replace: 'Third' }] }],
    [
      'csv_operations',
      { path: 'orders.csv', operations: [{ op: 'update_cells', cells: [{ row: 1, column: 'Price', value: 150 }] }] },
    ],
    [
      'xlsx_operations',
      { path: 'stock.xlsx', operations: [{ op: 'set_cells', sheet: 'Stock', cells: [{ cell: 'B2', value: 500 }] }] },
    ],
    ['docx_operations', { path: 'letter.docx', operations: [{ op: 'append_paragraph', text: 'A closing line.' }] }],
    [
      'pptx_operations',
      { path: 'talk.pptx', operations: [{ op: 'add_slide', title: 'Next steps', body: 'Plan\nShip' }] },
    ],
    ['pdf_operations', { target_path: 'extract.pdf', operations: [{ op: 'extract', path: 'report.pdf', pages: '1' }] }],
  ]);
  await openBench(page, id);
  await expect(page).toHaveURL(/\/review$/);
  await expect(files(page).getByRole('button')).toHaveCount(6);
  await expect(files(page)).toContainText('Added');
  await expect(files(page)).toContainText('Modified');

  // What was asked stands apart from what only follows from it, which has its old and its new value.
  await files(page).getByRole('button', { name: 'stock.xlsx' }).click();
  const results = detail(page, 'stock.xlsx').getByRole('region', { name: 'Changed as a result' });
  await expect(results).toContainText('C2');
  await expect(results.locator('del')).toContainText('800');
  await expect(results.locator('ins')).toContainText('1000');
  await expect(detail(page, 'stock.xlsx').getByRole('region', { name: 'Changes' }).first()).toContainText('500');
  for (const label of ['Reference (Draft start)', 'Draft']) {
    await expect(
      detail(page, 'stock.xlsx').getByRole('columnheader', { name: label, exact: true }).first(),
    ).toBeAttached();
  }

  const sides: readonly (readonly [string, string])[] = [
    ['notes.txt', 'Third'],
    ['orders.csv', 'Haifa'],
    ['stock.xlsx', 'Bolt'],
    ['letter.docx', 'A closing line.'],
    ['talk.pptx', 'Next steps'],
  ];
  for (const [name, words] of sides) {
    await files(page).getByRole('button', { name }).click();
    const shown = detail(page, name);
    await shown.getByRole('radio', { name: 'Side by side' }).click();
    await expect(shown.getByText('Reference (Draft start)').first()).toBeVisible();
    await expect(shown.getByRole('heading', { name: 'Draft', exact: true })).toBeVisible();
    await expect(shown.getByText(words).last()).toBeInViewport();
    await shown.getByRole('radio', { name: 'Published (current preview)' }).click();
    await expect(shown.getByRole('heading', { name: 'Published (current preview)' })).toBeVisible();
    await shown.getByRole('radio', { name: 'Reference (Draft start)' }).click();
  }
  // The slide that was added is in sight, and the other side says that it has none.
  const talk = detail(page, 'talk.pptx');
  await expect(talk.getByRole('region', { name: 'Draft', exact: true }).getByText('Next steps')).toBeInViewport();
  await expect(
    talk.getByRole('region', { name: 'Reference (Draft start)' }).getByText('Not in reference'),
  ).toBeInViewport();

  await files(page).getByRole('button', { name: 'extract.pdf' }).click();
  await detail(page, 'extract.pdf').getByRole('radio', { name: 'Side by side' }).click();
  await expect(detail(page, 'extract.pdf')).toContainText('New file');
  await expect(page.getByRole('img', { name: 'Picture extract.pdf 1' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/baseline/i);
  const ledger = await command<{ entries: readonly unknown[] }>(page, 'EgressListEvents', { limit: 10 });
  expect(ledger.entries).toEqual([]);
});

test('changes are walked by keys, dropped one by one and taken back; a file is ticked as viewed', async ({
  openPage,
  atelier,
}) => {
  const page = await openPage();
  const id = await makeBench(page, 'Notes', [
    { name: 'notes.txt', bytes: 'one\n\n\n\n\n\n\n\ntwo\n\n\n\n\n\n\n\nthree\n' },
    { name: 'orders.csv', bytes: orders },
  ]);
  await editOutside(atelier, id, [
    ['edit_text_file', { path: 'notes.txt', edits: [{ op: 'replace', search: 'one', replace: 'ONE' }] }],
    ['edit_text_file', { path: 'notes.txt', edits: [{ op: 'replace', search: 'three', replace: 'THREE' }] }],
    [
      'csv_operations',
      { path: 'orders.csv', operations: [{ op: 'update_cells', cells: [{ row: 1, column: 'Price', value: 150 }] }] },
    ],
  ]);
  await openBench(page, id);
  await expect(files(page).getByRole('button', { name: 'notes.txt' })).toBeFocused();
  const shown = detail(page, 'notes.txt');
  await expect(shown.getByText('2 changes')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(shown.locator('[data-change]').first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(shown.locator('[data-change]').nth(1)).toBeFocused();
  await page.keyboard.press('Shift+F8');
  await expect(shown.locator('[data-change]').first()).toBeFocused();

  await shown.getByRole('button', { name: 'Drop this change' }).first().click();
  await expect(shown.getByText('1 change', { exact: true })).toBeVisible();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shown.getByText('2 changes')).toBeVisible();
  await shown.getByRole('button', { name: 'Drop this change' }).first().click();
  await expect(shown.getByText('1 change', { exact: true })).toBeVisible();

  await shown.getByRole('checkbox', { name: 'Viewed' }).click();
  await expect(files(page)).toContainText('1 of 2 viewed');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(detail(page, 'orders.csv')).toBeVisible();
  await detail(page, 'orders.csv').getByRole('button', { name: 'Drop file' }).click();
  await expect(files(page).getByRole('button')).toHaveCount(1);

  await page.getByRole('button', { name: 'Certificate' }).click();
  await expect(page.getByRole('dialog')).toContainText('notes.txt');
  await expect(page.getByRole('dialog')).toContainText('sha256:');
  const decided = page.getByRole('region', { name: 'Who decided what' });
  await expect(decided.getByRole('listitem').filter({ hasText: 'viewed' })).toContainText('notes.txt');
  await expect(decided.getByRole('listitem').filter({ hasText: 'dropped the file' })).toContainText('orders.csv');
  // On paper there is the report and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(decided).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print the report' })).toBeHidden();
  await expect(page.locator('main')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await publish(page);
  expect(await published(page, id, 'notes.txt')).toMatch(/^one\n.*THREE\n$/s);
  expect(await published(page, id, 'orders.csv')).toBe(orders);
});

test('[WS-111] two checkpoints, and a message and now, are compared as Review compares a Draft', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await makeOrders(page);
  await command(page, 'CheckpointCreate', { workbenchId: id, description: 'First' });
  await openBench(page, id);
  await ask(page, 'How many rows are in orders.csv?');
  await expect(messages(page).getByRole('article').last()).toContainText('3');
  await askForDraft(page, addTotal);
  await publish(page);
  await command(page, 'CheckpointCreate', { workbenchId: id, description: 'Second' });

  await page.getByRole('link', { name: 'Checkpoints' }).click();
  const second = page.getByRole('listitem').filter({ hasText: 'Second' });
  await expect(second).toContainText('The published files are the same as now.');
  const first = page.getByRole('listitem').filter({ hasText: 'First' });
  await first.getByRole('link', { name: 'Compare with now' }).click();
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeVisible();
  await expect(files(page).getByRole('button')).toHaveCount(1);
  await expect(detail(page, 'orders.csv')).toContainText('Total');
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Checkpoints' }).click();
  await second.getByRole('link', { name: 'Compare with now' }).click();
  await expect(page.getByText('These two points have the same files')).toBeVisible();

  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  const question = messages(page).getByRole('article', { name: 'You' }).first();
  await question.hover();
  await question.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'Compare with now' }).click();
  await expect(detail(page, 'orders.csv')).toContainText('Total');
});

test('[WS-38] [WS-116] an old Draft is asked about; one in the way of a workflow, a restore, an import or a second tab’s run asks too', async ({
  openPage,
}, { outputDir }) => {
  const page = await openPage();
  const id = await makeOrders(page);
  await command(page, 'CheckpointCreate', { workbenchId: id, description: 'First' });
  await mkdir(outputDir, { recursive: true });
  const { folder } = await command<{ folder: string }>(page, 'WorkbenchContinueOutside', {
    workbenchId: id,
    destination: outputDir,
  });
  await writeFile(join(folder, 'orders.csv'), orders.replace('Haifa', 'Eilat'));
  await openBench(page, id);
  // A tab that hears nothing any more still shows its message box.
  const second = await page.context().newPage();
  let isDeaf = false;
  await second.routeWebSocket(/\/events/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDeaf) socket.send(message);
    });
  });
  await second.goto(page.url());
  await expect(composer(second)).toBeVisible();
  isDeaf = true;
  await askForDraft(page, addTotal);
  const choice = (of: Page) => of.getByRole('dialog', { name: 'A Draft is open' });

  await composer(second).fill('How many rows are in orders.csv?');
  await composer(second).press('Enter');
  await expect(choice(second).getByRole('button', { name: 'Publish' })).toBeVisible();
  await expect(choice(second).getByRole('button', { name: 'Discard' })).toBeVisible();
  await choice(second).getByRole('button', { name: 'Cancel' }).click();
  await expect(choice(second)).toHaveCount(0);

  // A Draft of yesterday, and one that nobody has touched for a week, are asked about when the Workbench is opened.
  let told = '"reminder":null';
  await page.route('**/api/WorkbenchGet', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: (await reply.text()).replace('"reminder":null', told) });
  });
  for (const [reminder, offered] of [
    ['open_long', ['Review', 'Discard', 'Dismiss']],
    ['idle_long', ['Discard', 'Keep']],
  ] as const) {
    told = `"reminder":"${reminder}"`;
    await openBench(page, id, '/checkpoints');
    const asked = page.getByRole('status').filter({ hasText: /This Draft has been open|Nobody has touched/ });
    for (const name of offered) await expect(asked.getByText(name, { exact: true })).toBeVisible();
    await asked.getByText(offered.at(-1) ?? '', { exact: true }).click();
    await expect(asked).toHaveCount(0);
  }
  told = '"reminder":null';

  await openBench(page, id, '/checkpoints');
  const first = page.getByRole('listitem').filter({ hasText: 'First' });
  await first.getByRole('button', { name: 'Restore' }).click();
  await expect(choice(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await choice(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(composer(page)).toBeVisible();

  isDeaf = false;
  await openBench(second, id);
  await expect(composer(second)).toBeVisible();
  isDeaf = true;
  await askForDraft(page, addTotal);
  isDeaf = false;
  await second.getByRole('button', { name: /^Workflow: / }).click();
  await second.getByRole('menuitem', { name: 'Documentation' }).click();
  await composer(second).fill('Describe the orders');
  await composer(second).press('Enter');
  await expect(choice(second).getByRole('button', { name: 'Publish' })).toBeVisible();
  await choice(second).getByRole('button', { name: 'Cancel' }).click();
  await expect(choice(second)).toHaveCount(0);
  await second.close();

  // Work that was continued outside waits for the Draft, and comes in once that is gone.
  await openBench(page, id, '/settings');
  await page.getByRole('textbox', { name: 'Folder on this computer' }).fill(folder);
  await page.getByRole('button', { name: 'Take back' }).click();
  await choice(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/review$/);
  await expect(detail(page, 'orders.csv')).toContainText('Eilat');

  await openBench(page, id, '/checkpoints');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['a,b\n1,2\n'], 'more.csv'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await choice(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('1 file was added', { exact: true })).toBeVisible();
  expect(await published(page, id, 'orders.csv')).toContain('Eilat');
});

test('a long list of changes is searched, and what is found can be dropped', async ({ openPage }) => {
  const page = await openPage();
  const rows = Array.from({ length: 60 }, (_, at) => `${1_000 + at},Haifa,${at + 1},10\n`);
  const id = await makeBench(page, 'Orders', [
    { name: 'orders.csv', bytes: `Order,City,Quantity,Price\n${rows.join('')}` },
  ]);
  await openBench(page, id);
  await askForDraft(page, addTotal);
  await expect(page.getByText('61 changes')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the changes' }).fill('1041');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(page.locator('[data-change]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Drop this change' }).click();
  await expect(page.getByText('60 changes')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the changes' }).fill('');
  await expect(page.locator('[data-change]')).toHaveCount(60);
});
