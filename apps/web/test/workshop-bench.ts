import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { expect } from './fixtures.ts';

export type TestFile = { readonly name: string; readonly bytes: Buffer | string };

/** Without the tour, which is a test of its own. */
export const skipTour = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('atelier.workshop.tour', 'seen'));

/** A Workbench with files, made the way a page makes it: bytes by URL, then one command. */
export const makeBench = async (page: Page, name: string, files: readonly TestFile[]): Promise<string> => {
  const { workbenchId } = await command<{ workbenchId: string }>(page, 'WorkbenchCreate', { name });
  if (files.length > 0) await addFiles(page, workbenchId, files);
  return workbenchId;
};

export const addFiles = async (page: Page, workbenchId: string, files: readonly TestFile[]): Promise<void> => {
  const { origin } = new URL(page.url());
  const uploads: string[] = [];
  for (const { name, bytes } of files) {
    const reply = await page.request.put(`${origin}/workbench-uploads/${encodeURIComponent(name)}`, {
      headers: { origin, 'content-type': 'application/octet-stream' },
      data: Buffer.from(bytes),
    });
    const { value } = (await reply.json()) as { value: { uploadId: string } };
    uploads.push(value.uploadId);
  }
  await command(page, 'WorkbenchFilesAdd', { workbenchId, uploads });
};

/** Opens a Workbench and waits until it can be used. */
export const openBench = async (page: Page, workbenchId: string, place = ''): Promise<void> => {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/workshop/${workbenchId}${place}`);
  await expect(page.locator('main h1')).toBeVisible();
};

/** A Workbench with a table of orders. */
export const makeOrders = (page: Page): Promise<string> =>
  makeBench(page, 'Orders', [{ name: 'orders.csv', bytes: orders }]);

/** A Workbench with a table of orders, opened. */
export const openOrders = async (page: Page): Promise<string> => {
  const id = await makeOrders(page);
  await openBench(page, id);
  return id;
};

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const asked = (page: Page) => messages(page).getByRole('article', { name: 'You' });

/** Sends a message and waits until it stands in the chat. */
export const ask = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  const before = await asked(page).count();
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(asked(page)).toHaveCount(before + 1);
};

/** Asks for a change and waits until its Draft is in Review. */
export const askForDraft = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\/review$/, { timeout: 60_000 });
  await expect(page.getByRole('navigation', { name: 'Changed files' })).toBeVisible();
};

/** Publishes the Draft in sight; the chat is there again afterwards. */
export const publish = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(composer(page)).toBeFocused();
};

export const orders = ['Order,City,Quantity,Price', '1001,Haifa,2,140', '1002,Jaffa,6,45', '1003,Acre,4,30', ''].join(
  '\n',
);

export const addTotal = 'Add a column Total = Quantity * Price to orders.csv';
