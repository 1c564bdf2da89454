import { expect, test } from './fixtures.ts';
import { addTotal, ask, askForDraft, messages, openOrders, orders, publish } from './workshop-bench.ts';
import { questions } from './workshop-talk.ts';

test('[WS-56] an older answer is made again after a question; what followed leaves the chat and can be had again', async ({
  openPage,
}) => {
  const page = await openPage();
  await openOrders(page);
  await ask(page, 'How many rows are in orders.csv?');
  await expect(page.getByText('Answer complete')).toBeAttached();
  await ask(page, 'Total Price by City in orders.csv');
  await expect(messages(page)).toContainText('Haifa');
  await expect(page.getByText('Answer complete')).toBeAttached();

  const first = messages(page)
    .getByRole('article', { name: /Built-in/ })
    .first();
  await first.hover();
  await first.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'Regenerate response' }).click();
  const dialog = page.getByRole('dialog', { name: 'Regenerate this response?' });
  await expect(dialog).toContainText('3 messages leave the chat.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Regenerate' }).click();
  await expect(questions(page)).toHaveCount(1);
  await expect(messages(page)).not.toContainText('Haifa');
  await expect(page.getByText('Answer complete')).toBeAttached();

  await page.getByRole('link', { name: 'Checkpoints' }).click();
  const left = page.getByRole('region', { name: 'Abandoned paths' });
  await left.getByRole('button', { name: 'Restore this path' }).first().click();
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await expect(messages(page)).toContainText('Haifa');
});

test('the last answer without a Draft is made again at once, by its keys, and the browser does not reload', async ({
  openPage,
}) => {
  const page = await openPage();
  await openOrders(page);
  await ask(page, 'How many rows are in orders.csv?');
  await expect(page.getByText('Answer complete')).toBeAttached();
  const answer = page.locator('[data-message]').last();
  const before = await answer.getAttribute('data-message');
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  for (const keys of ['Control+R', 'Alt+Shift+R']) {
    const known = await answer.getAttribute('data-message');
    await page.keyboard.press(keys);
    await expect(answer).not.toHaveAttribute('data-message', known ?? '');
    await expect(page.getByText('Answer complete')).toBeAttached();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
  expect(await answer.getAttribute('data-message')).not.toBe(before);

  // What was answered before can be read, and is one step away.
  await expect(page.getByRole('button', { name: 'Earlier answer 2/3' })).toBeVisible();
  await page.getByRole('button', { name: 'Earlier answer 1/3' }).click();
  const earlier = page.getByRole('region', { name: 'Earlier answer 1/3' });
  await expect(earlier).toContainText('3');
  await earlier.getByRole('button', { name: 'Bring this answer back' }).click();
  await expect(answer).toHaveAttribute('data-message', before ?? '');
  await expect(page.getByRole('button', { name: 'Earlier answer 2/3' })).toBeVisible();
  // The other form: a head that was taken back to its question.
  await questions(page).first().hover();
  await questions(page).first().getByRole('button', { name: 'Rewind to here…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rewind' }).click();
  await page.getByRole('region', { name: 'Rewound to here' }).getByRole('button', { name: 'Regenerate' }).click();
  await expect(page.getByRole('button', { name: 'Earlier answer 3/4' })).toBeVisible();
  await expect(page.getByText('Answer complete')).toBeAttached();
  await expect(questions(page)).toHaveCount(1);
});

test('[WS-103] an earlier message is changed and sent again in one step that says what it undoes', async ({
  openPage,
}) => {
  const page = await openPage();
  const id = await openOrders(page);
  await askForDraft(page, addTotal);
  await publish(page);
  // What publishing says stands above the box one writes in, not on its button.
  const said = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(said).toBeVisible();
  const [toast, send] = [await said.boundingBox(), await page.getByRole('button', { name: 'Send' }).boundingBox()];
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
  await ask(page, 'How many rows are in orders.csv?');
  await expect(page.getByText('Answer complete')).toBeAttached();
  const published = async () =>
    (await page.request.get(`${new URL(page.url()).origin}/workbench-files/${id}/orders.csv`)).text();
  const withTotal = await published();
  const first = questions(page).first();
  await first.hover();
  await first.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'Edit & resend…' }).click();
  // What goes is said before anything moves: the messages, and the published file.
  const dialog = page.getByRole('dialog', { name: 'Edit and resend this message' });
  await expect(dialog).toContainText('3 messages leave the chat.');
  await expect(dialog).toContainText('orders.csv');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('Describe orders.csv');
  await expect(dialog.getByRole('button', { name: 'Resend' })).toBeDisabled();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect(questions(page)).toHaveText(['Describe orders.csv']);
  await expect(page.getByText('Answer complete')).toBeAttached();
  await expect(messages(page)).not.toContainText('How many rows');
  expect(await published()).toBe(orders);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(questions(page)).toHaveText([addTotal, 'How many rows are in orders.csv?']);
  expect(await published()).toBe(withTotal);
});

test('after a rewind from far up, no button leads to something later', async ({ openPage }) => {
  const page = await openPage();
  await openOrders(page);
  for (let nth = 0; nth < 3; nth += 1) {
    await ask(page, 'Describe orders.csv');
    await expect(page.getByText('Answer complete')).toBeAttached();
  }
  await messages(page).evaluate((box) => box.scrollTo({ top: 0 }));
  const toEnd = page.getByRole('button', { name: 'Jump to latest' });
  await expect(toEnd).toBeVisible();
  await questions(page).first().hover();
  await questions(page).first().getByRole('button', { name: 'Rewind to here…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rewind', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Rewound to here' })).toBeVisible();
  await expect(toEnd).toHaveCount(0);
});
