import type { Page, WebSocketRoute } from '@playwright/test';
import { command } from './command.ts';
import { test, useLocalModel } from './doubles.ts';
import { expect, expectLive } from './fixtures.ts';
import { hold } from './hold.ts';
import { fillSample } from './workrail-sample.ts';

// Each test runs a server, a browser and often an agent or a model.
test.describe.configure({ timeout: 180_000 });

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const consent = (page: Page) => page.getByRole('region', { name: /^Send (these files|your message) to/ });

test('what is typed while a message is on its way stays, and one that is refused comes back', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/chat' });
  const sending = await hold(page, '**/api/ChatLabSend');
  await message(page).fill('Write me a poem about spring');
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue('');
  // A second Enter sends nothing twice.
  await page.keyboard.press('Enter');
  await page.keyboard.type('And one about autumn');
  await sending.asked();
  sending.release();
  await expect(page.getByText('Answer complete')).toBeAttached();
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1);
  await expect(message(page)).toHaveValue('And one about autumn');

  // A later route comes before an earlier one; taken away and put back, it could miss a quick request.
  const error = { code: 'CHAT_BUSY', message: 'Busy.', retry: { kind: 'not_retryable' } };
  await page.route('**/api/ChatLabSend', (route) => route.fulfill({ json: { json: { ok: false, error } } }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('That didn’t work', { exact: true }).first()).toBeVisible();
  await expect(message(page)).toHaveValue('And one about autumn');
});

test('a question that comes before word that the message was taken keeps the focus, and what is typed meanwhile stays', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage({ path: '/lab/chat' });
  await useLocalModel(page, doubles);
  const sending = await hold(page, '**/api/ChatLabSend', 'answer');
  await message(page).fill('Hello');
  await page.keyboard.press('Enter');
  await expect(consent(page)).toBeFocused();
  const answered = page.waitForResponse('**/api/ChatLabSend');
  sending.release();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(consent(page)).toBeFocused();

  const denying = await hold(page, '**/api/ChatLabConsent');
  await page.getByRole('button', { name: 'Don’t send' }).click();
  await message(page).fill('Something else');
  await denying.asked();
  denying.release();
  await expect(consent(page)).toHaveCount(0);
  await expect(message(page)).toHaveValue('Something else');
  await expect(message(page)).toBeFocused();
});

test('an answer to a dialog that was left closes no other', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/models' });
  const held = await hold(page, '**/api/ModelsSetEntry');
  await page.getByRole('button', { name: 'Add a model' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a model' });
  await adding.getByRole('textbox', { name: 'Model ID' }).fill('gpt-slow');
  await adding.getByRole('button', { name: 'Save' }).click();
  await held.asked();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit GPT-5.2' }).click();
  const changing = page.getByRole('dialog', { name: /GPT-5\.2/ });
  await changing.getByRole('textbox', { name: 'Price in' }).fill('2');
  held.release();
  await expect(page.getByText('Saved gpt-slow', { exact: true }).first()).toBeAttached();
  await expect(changing.getByRole('textbox', { name: 'Price in' })).toHaveValue('2');
});

test('a cap that is typed while another is being saved stays as it is typed', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/models' });
  const cap = (name: string) => page.getByRole('textbox', { name });
  const held = await hold(page, '**/api/CapsSet');
  await cap('Per day').fill('2.5');
  await page.getByRole('button', { name: 'Save caps' }).click();
  await held.asked();
  await cap('Per message').fill('0.7');
  held.release();
  await expect(cap('Per day')).toHaveValue('2.50');
  await expect(cap('Per message')).toHaveValue('0.7');
  await expect(cap('Per message')).toBeFocused();

  // What nobody is typing follows what another window says.
  await command(page, 'CapsSet', { set: { perDay: 4_000_000 } });
  await expect(cap('Per day')).toHaveValue('4.00');
  await expect(cap('Per message')).toHaveValue('0.7');
});

test('two quick changes of the settings are both made', async ({ openPage }) => {
  const page = await openPage({ path: '/workrail/settings' });
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const held = await hold(page, '**/api/ConfigSetDesired');
  await choose('Autonomy', 'Full auto, never stops');
  await held.asked();
  await choose('Risk', 'Aggressive');
  held.release();
  await expect(page.getByRole('combobox', { name: 'Risk' })).toHaveText('Aggressive');
  await expect(page.getByRole('combobox', { name: 'Autonomy' })).toHaveText('Full auto, never stops');
});

test('on the way to a place whose code is slow, the page that is left stays as it is', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components' });
  const name = page.getByLabel('Workbench name');
  await name.fill('Not lost yet');
  const held = await hold(page, '**/assets/workrail-layout-*.js');
  const place = page.getByRole('link', { name: 'WorkRail' });
  await place.click();
  await held.asked();
  await expect(page).toHaveURL(/\/workrail$/);
  await expect(name).toHaveValue('Not lost yet');
  held.release();
  await expect(page.getByRole('heading', { level: 1, name: 'No agent has worked here yet' })).toBeVisible();

  // Within a place nobody who uses the keyboard is taken from where they are.
  await page.getByRole('link', { name: 'Connect', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connect an agent' })).toBeVisible();
  // Announced first: that is when a page that was opened would have taken the focus.
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /Connect/ })
      .first(),
  ).toBeAttached();
  await expect(page.getByRole('link', { name: 'Connect', exact: true })).toBeFocused();
});

test('no letter is lost while a workflow is typed faster than it is drawn', async ({ openPage }) => {
  const page = await openPage({ path: '/workrail/author' });
  const editor = page.getByRole('textbox', { name: 'Workflow as JSON' });
  await expect(page.getByText('Compiles', { exact: true })).toBeVisible();
  await editor.click();
  await page.keyboard.press('Control+End');
  const letters = Array.from({ length: 300 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('');
  await page.evaluate(async (text) => {
    const turn = () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    for (const letter of text) {
      document.execCommand('insertText', false, letter);
      await turn();
    }
  }, letters);
  await expect(editor).toContainText(letters);
});

test('while a chosen node is on its way, the token of the one before it cannot be taken for its own', async ({
  openPage,
  atelier,
}) => {
  const { long } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${long}?view=list` });
  const panel = page.getByRole('region', { name: 'Node' });
  const token = panel.getByRole('button', { name: 'Copy state token' });
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Complete');
  await expect(token).toBeEnabled();
  const held = await hold(page, '**/api/NodeGet');
  await page.getByRole('button', { name: /^Chapter 40/ }).click();
  await held.asked();
  await expect(token).toBeDisabled();
  held.release();
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Chapter 40');
  await expect(token).toBeEnabled();
});

test('every key counts, however soon the next one follows', async ({ openPage, atelier }) => {
  const { long } = await fillSample(atelier.dataFolder);
  const page = await openPage({ path: `/workrail/sessions/${long}?view=list` });
  const row = page.locator('[data-row] [tabindex="0"]');
  await expect(row).toContainText('Complete');
  await row.focus();
  // As when the machine was busy and handles what was pressed meanwhile: one after another, nothing drawn in between.
  await page.evaluate(async () => {
    for (let key = 0; key < 6; key += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
      for (let turn = 0; turn < 10; turn += 1) await null;
    }
    const views = [...document.querySelectorAll<HTMLElement>('[role=radio]')];
    views.find(({ textContent }) => textContent === 'Events')?.click();
  });
  await expect(page.getByRole('list', { name: 'Events' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Node' }).getByRole('heading', { level: 2 })).toHaveText('Chapter 35');
});

test('a page of the log that somebody reads stays while the log grows', async ({ openPage, atelier }) => {
  const { release } = await fillSample(atelier.dataFolder);
  const page = await openPage();
  let events = 120;
  await page.route('**/api/SessionGet', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { json: { value: { view: { events: number } } } };
    body.json.value.view.events = events;
    await route.fulfill({ response, json: body });
  });
  await page.goto(`${atelier.origin}/workrail/sessions/${release}?view=events`);
  await page.getByRole('button', { name: 'Older events' }).click();
  await page.getByRole('button', { name: 'Older events' }).click();
  await expect(page.getByText('Events 1–50 of 120')).toBeVisible();
  events = 170;
  await command(page, 'SessionMark', { sessionId: release, kept: true });
  await expect(page.getByText('Events 1–50 of 170')).toBeVisible();
});

test('an answer stands only under the tool that was asked', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/files' });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from('town\nHaifa\n') });
  await page.getByRole('tab', { name: 'Run a tool' }).click();
  const held = await hold(page, '**/api/LabFilesCall', 'answer');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await held.asked();
  await page.getByRole('combobox', { name: 'Run a tool' }).click();
  await page.getByRole('option', { name: 'csv_operations' }).click();
  held.release();
  await expect(run).toBeEnabled();
  await expect(page.getByLabel('Answer')).toHaveCount(0);
});

test('a workflow that cannot be had yet is not taken for an empty one, and comes when the connection is back', async ({
  openPage,
  atelier,
  expected,
}) => {
  expected.push(/ERR_FAILED|Failed to load resource/);
  const page = await openPage();
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/events\?/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.route('**/api/WorkflowGet', (route) => route.abort());
  await page.goto(`${atelier.origin}/workrail/author?from=wr.bug_investigation`);
  await expectLive(page);
  await expect(page.getByRole('alert')).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Workflow as JSON' });
  await expect(editor).toHaveCount(0);

  await page.unrouteAll();
  await sockets.at(-1)?.close();
  await expect(editor).toContainText('user.bug_investigation');
});
