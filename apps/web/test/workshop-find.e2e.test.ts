import { longDocx } from '../../../packages/files/fixtures/docx/small.ts';
import { makeBook } from '../../../packages/files/fixtures/xlsx/book.ts';
import { seedTalk } from '../../../packages/workshop/src/testing/converse.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { composer, makeOrders, messages, orders } from './workshop-bench.ts';
import { allow, openLocalBench } from './workshop-talk.ts';

/** A text whose map alone is larger than half of what maps may take of a small model. */
const handbook = (name: string): string =>
  Array.from({ length: 320 }, (_, at) => `# ${name} rule ${at}: what is done about it\n\nAs it was.\n`).join('\n');

test('[WS-98] a file, a sheet and a heading are named by @ and keys, stand as chips, and are shed last from the prompt', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  await openLocalBench(page, doubles, [
    { name: 'orders.csv', bytes: orders },
    {
      name: 'book.xlsx',
      bytes: makeBook({
        sheets: [
          { name: 'Income', cells: { A1: 'Month' } },
          { name: 'Q3 costs', cells: { A1: 'Item' } },
        ],
      }),
    },
    { name: 'report.docx', bytes: longDocx(30) },
    ...['east', 'north', 'south', 'west'].map((name) => ({ name: `${name}.md`, bytes: handbook(name) })),
  ]);
  const list = page.getByRole('listbox', { name: 'Files and places you can name' });
  const chips = page.getByRole('list', { name: 'Named in this message' });
  const pick = async (typed: string, option: string, walk: readonly string[] = []) => {
    await composer(page).pressSequentially(typed);
    const wanted = list.getByRole('option', { name: option });
    await expect(wanted).toBeVisible();
    for (const key of walk) await page.keyboard.press(key);
    await expect(wanted).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
  };
  await pick('Compare @ord', 'orders.csv File');
  await expect(composer(page)).toHaveValue('Compare @orders.csv ');
  await pick('with @Q3', 'book.xlsx#Q3 costs Sheet');
  await pick('and @Chapter', 'report.docx#Chapter 2 Section', ['ArrowDown']);
  await pick('by @south rule 300', 'south.md#south rule 300: what is done about it Section');
  await expect(chips.getByRole('listitem')).toHaveText([
    'orders.csv',
    'book.xlsx#Q3 costs',
    'report.docx#Chapter 2',
    'south.md#south rule 300: what is done about it',
  ]);
  await composer(page).pressSequentially('and @');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await composer(page).press('Backspace');

  await page.getByRole('radio', { name: 'Ask' }).click();
  doubles.script({ text: 'Compared.' });
  await composer(page).press('Enter');
  await allow(page);
  await expect(messages(page)).toContainText('Compared.');
  // Four handbooks do not fit; the one that was named keeps its map, the place that was named among it.
  const sent = JSON.stringify(chatCalls(doubles).at(-1)?.body);
  const rules = (name: string): number => sent.split(`${name} rule `).length - 1;
  expect(sent).toContain('south rule 300');
  for (const other of ['east', 'north', 'west']) expect(rules(other)).toBeLessThan(rules('south'));
  for (const name of ['book.xlsx', 'report.docx', 'orders.csv']) expect(sent).toContain(`${name}\\" | type`);
});

test('[WS-102] among 10,000 messages words are found, listed, gone to and marked; keys walk the matches', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage();
  const id = await makeOrders(page);
  await page.goto('about:blank');
  await atelier.stop();
  await seedTalk(atelier.dataFolder, id, 10_000);
  await atelier.start();
  let fetched = 0;
  page.on('response', async (response) => {
    if (response.url().endsWith('/WorkshopHistory')) fetched += 1;
  });
  await page.goto(`${atelier.origin}/workshop/${id}`);
  await expect(messages(page).getByText('Answer 9998:')).toBeInViewport();

  await page.keyboard.press('Control+F');
  const search = page.getByRole('search');
  const box = page.getByRole('searchbox', { name: 'Search in this chat' });
  await expect(box).toBeFocused();
  await box.fill('row 4998');
  await expect(search.getByRole('listitem')).toHaveCount(2);
  // Opened at its end, it asks for nothing older.
  expect(fetched).toBe(0);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('found-words') ?? [])].map((range) => String(range as Range)));
  for (const [key, said, count] of [
    ['Enter', 'Answer 4998: the total of row 4998', '1 of 2'],
    ['Enter', 'Question 4998: what is the total of row 4998?', '2 of 2'],
    ['Shift+Enter', 'Answer 4998: the total of row 4998', '1 of 2'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(search.getByText(count)).toBeVisible();
    await expect(messages(page).getByText(said)).toBeInViewport();
    await expect(box).toBeFocused();
  }
  await expect.poll(marked).toContain('row 4998');
  await expect(search.locator('[aria-current=true]')).toContainText('Answer 4998');
  // The window around the match, and at most what is just above and below it: not the 5,000 messages in between.
  expect(fetched).toBeLessThanOrEqual(3);

  // More matches than one page of them: the keys walk over its end.
  await box.fill('Question 1');
  await expect(search.getByText('0 of 555')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(messages(page).getByText('Question 1998:')).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(messages(page).getByText('Question 1800:')).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(search.getByText('101 of 555')).toBeVisible();
  await expect(messages(page).getByText('Question 1798:')).toBeInViewport();

  // Down from there, further messages come; the button leads to the newest at once.
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(messages(page).getByText('Answer 9998:')).toBeInViewport();
  await box.focus();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  expect(await marked()).toEqual([]);
  // Whoever writes while reading further up is led to what was written, and to its answer.
  await messages(page).evaluate((box) => box.scrollBy(0, -2000));
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await composer(page).fill('How many rows are in orders.csv?');
  await composer(page).press('Enter');
  await expect(messages(page).getByText('How many rows are in orders.csv?')).toBeInViewport();
});
