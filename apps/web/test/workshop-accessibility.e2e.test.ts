import type { Page } from '@playwright/test';
import { plainDocx } from '../../../packages/files/fixtures/docx/small.ts';
import { makeBook } from '../../../packages/files/fixtures/xlsx/book.ts';
import { expectAccessible, setLooks, settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import {
  addTotal,
  askForDraft,
  makeBench,
  openBench,
  openOrders,
  orders,
  publish,
  skipTour,
} from './workshop-bench.ts';

// Each look of each screen at four widths takes its time.
test.describe.configure({ timeout: 300_000 });

const looked = async (page: Page, what: string) => {
  await settled(page);
  await expectAccessible(page, what);
  await setLooks(page, 'light', 'en');
};

test('Home, its tour and its dialogs suit everybody', async ({ openPage }) => {
  const page = await openPage({ path: '/workshop' });
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
  await looked(page, 'the tour');
  await page.getByRole('button', { name: 'Skip' }).click();
  await looked(page, 'Home without Workbenches');
  await makeBench(page, 'Quarterly report of the northern branch, second draft', []);
  await makeBench(page, 'הצעת מחיר ללקוח', [{ name: 'orders.csv', bytes: orders }]);
  await page.reload();
  await expect(
    page
      .getByRole('list')
      .filter({ has: page.getByRole('link') })
      .last(),
  ).toBeVisible();
  await looked(page, 'Home');
});

test('the chat, the viewer, settings and checkpoints suit everybody', async ({ openPage }) => {
  const page = await openPage();
  await skipTour(page);
  const cells = { A1: 'Item', B1: 'Qty', A2: 'Bolt', B2: 400 };
  const id = await makeBench(page, 'Orders', [
    { name: 'orders.csv', bytes: orders },
    {
      name: 'stock.xlsx',
      bytes: makeBook({
        sheets: [
          { name: 'Stock', cells },
          { name: 'Other', cells },
        ],
      }),
    },
    { name: 'letter.docx', bytes: plainDocx() },
  ]);
  await openBench(page, id);
  await looked(page, 'an empty chat');
  await askForDraft(page, addTotal);
  await publish(page);
  await looked(page, 'a chat with a card');
  for (const [place, what] of [
    ['/view/stock.xlsx', 'a sheet'],
    ['/view/letter.docx', 'a document'],
    ['/checkpoints', 'checkpoints'],
    ['/settings', 'settings of a Workbench'],
  ] as const) {
    await openBench(page, id, place);
    await expect(page.locator('main h2').first()).toBeVisible();
    // The page scrolls within its frame. Words for those who listen once made the window scroll beside it.
    const beyond = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(beyond, `${what}: a second scroll bar`).toBeLessThanOrEqual(0);
    await looked(page, what);
  }
});

test('Review and the bar of a Draft suit everybody', async ({ openPage }) => {
  const page = await openPage();
  await skipTour(page);
  await openOrders(page);
  await askForDraft(page, addTotal);
  await looked(page, 'Review');
  await page.getByRole('radio').nth(1).click();
  await looked(page, 'Review, side by side');
  await page.getByRole('button', { name: 'Publish' }).click();
  await looked(page, 'the question before a publish');
  await page.keyboard.press('Escape');
  await page.locator('section header a').first().click();
  await expect(page.locator('#workbench-composer')).toBeVisible();
  await looked(page, 'the bar of a Draft');
});
