import type { Page } from '@playwright/test';
import { startAtelier } from './atelier-process.ts';
import { command } from './command.ts';
import { chatCalls, test, useLocalModel } from './doubles.ts';
import { expect as expected } from './fixtures.ts';

// The first call loads the file layer, workers and all; on a busy machine that takes its time.
const expect = expected.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 180_000 });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('a key that cannot be one is refused under its field, by keyboard alone, and nothing is kept', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/settings/models' });
  await expect(page.getByRole('combobox', { name: 'Default model' })).toHaveText('Built-in (rules, no AI)');
  await page.getByRole('button', { name: 'Add a key' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Key for OpenAI' });
  const field = dialog.getByLabel('API key');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('type', 'password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Paste a key first.');
  await page.keyboard.type('sk with spaces');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This doesn’t look like a key');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('The system keychain is turned off for this installation.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No key', { exact: true })).toHaveCount(4);
});

test('while a key is tried the dialog says so; refused and kept untried are told apart', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/models' });
  // The provider is played here: no test of ours asks a real one.
  const replies: object[] = [
    { ok: false, error: { code: 'PROVIDER_AUTH_FAILED', message: 'no', retry: { kind: 'not_retryable' } } },
    { ok: true, value: { provider: { ...untried } } },
  ];
  const held: (() => void)[] = [];
  const answer = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.shift()?.();
  };
  await page.route('**/api/ProvidersSetApiKey', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ json: { json: replies.shift() } });
  });
  await page.getByRole('button', { name: 'Add a key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Key for OpenAI' });
  await expect(dialog.getByLabel('API key')).toBeFocused();
  await page.keyboard.type('sk-wrong-0123456789');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('Testing the key with OpenAI');
  await expect(dialog.getByRole('button', { name: 'Test and save' })).toBeDisabled();
  await answer();
  await expect(dialog.getByRole('alert')).toContainText('didn’t accept this key. Your saved key is unchanged.');
  await expect(dialog.getByLabel('API key')).toHaveValue('sk-wrong-0123456789');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('Testing the key with OpenAI');
  await answer();
  await expect(dialog).toBeHidden();
  await toast(page, 'Saved the OpenAI key, but couldn’t test it');
});

test('a key of the environment is shown as such, by its last four, and cannot be replaced here', async ({
  browser,
}) => {
  const atelier = await startAtelier(undefined, { ANTHROPIC_API_KEY: 'sk-ant-planted-0123456789-wxyz' });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(await atelier.link());
    await page.goto(`${atelier.origin}/settings/models`);
    const provider = page.getByRole('listitem').filter({ hasText: 'Anthropic' });
    await expect(provider).toContainText('Key ends in wxyz · from the environment variable ANTHROPIC_API_KEY');
    await provider.getByRole('button', { name: 'More for Anthropic' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Test again']);
    expect(await page.content()).not.toContain('planted');
    await page.keyboard.press('Escape');
    // A key is set, so the automatic choice is a real model now; switched off, it is the built-in one again.
    await expect(page.getByRole('combobox', { name: 'Default model' })).toHaveText('Claude Sonnet 4.6');
    await provider.getByRole('switch', { name: 'Use Anthropic' }).click();
    await expect(page.getByRole('combobox', { name: 'Default model' })).toHaveText('Built-in (rules, no AI)');
    await expect(provider).toContainText('Turned off');
    await context.close();
  } finally {
    await atelier.remove();
  }
});

test('a local server is refused with a reason, then found with its models, tools told apart', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage({ path: '/settings/models' });
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a local server' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(address).toBeFocused();
  for (const [typed, said] of [
    ['nowhere', 'This isn’t a valid address.'],
    ['http://models.example/v1', 'http works on this computer only.'],
    ['https://10.1.2.3/v1', 'A server elsewhere needs a host name'],
    ['https://me:secret@models.example/v1', 'Leave the name and password out'],
    ['http://127.0.0.1:9/v1', 'No server responds at this address.'],
  ] as const) {
    await address.fill(typed);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText(said);
  }
  doubles.script({ error: { status: 401, message: 'no' } });
  await address.fill(doubles.localEndpoint);
  await dialog.getByLabel('Key (optional)').fill('wrong-key-0001');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('didn’t accept this key');

  doubles.script({
    raw: JSON.stringify({
      object: 'list',
      data: [
        { id: 'able:8b', capabilities: ['completion', 'tools'] },
        { id: 'mute:1b', capabilities: ['completion'] },
      ],
    }),
  });
  await page.keyboard.press('Enter');
  await toast(page, 'Found 2 models');
  const found = page.getByRole('list', { name: '2 models' });
  await expect(found).toContainText('able:8bcan use tools');
  await expect(found).toContainText('mute:1bcan’t use tools');
  await page.getByRole('combobox', { name: 'Default model' }).click();
  await expect(page.getByRole('option', { name: /mute:1b.*Can’t use tools/ })).toBeDisabled();
  await page.getByRole('option', { name: /able:8b/ }).click();
  await expect(page.getByText('Chosen by you.')).toBeVisible();
  await page.getByRole('button', { name: 'Let Atelier choose' }).click();
  await expect(page.getByText('Chosen by you.')).toHaveCount(0);
});

test('models are written down, changed and removed; caps and efforts are kept over a restart', async ({
  openPage,
  atelier,
  expected: complaints,
}) => {
  complaints.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage({ path: '/settings/models' });
  await page.getByRole('button', { name: 'Add a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a model' });
  await dialog.getByRole('textbox', { name: 'Model ID' }).fill('no spaces please');
  await dialog.getByRole('textbox', { name: 'Price in' }).fill('1.25');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: 'Model ID' }).fill('gpt-mini');
  await dialog.getByRole('textbox', { name: 'Price out' }).fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved gpt-mini');
  await expect(row(page, 'gpt-mini')).toContainText('$1.25 in, $10.00 out');
  await expect(row(page, 'gpt-mini')).toContainText('Yours');

  await page.getByRole('button', { name: 'Edit GPT-5.2' }).click();
  await page.getByRole('textbox', { name: 'Price in' }).fill('2');
  await page.getByRole('textbox', { name: 'Price out' }).fill('8');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'GPT-5.2')).toContainText('Changed by you');

  await page.getByRole('textbox', { name: 'Per day' }).fill('lots');
  await expect(page.getByRole('button', { name: 'Save caps' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Per day' }).fill('2.50');
  await page.getByRole('button', { name: 'Save caps' }).click();
  await toast(page, 'Caps saved');
  await page.getByRole('combobox', { name: 'OpenAI, Plan' }).click();
  await page.getByRole('option', { name: 'High', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'OpenAI, Plan' })).toHaveText('High');

  await atelier.stop();
  await atelier.start();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Per day' })).toHaveValue('2.50');
  await expect(page.getByRole('combobox', { name: 'OpenAI, Plan' })).toHaveText('High');
  await page.getByRole('button', { name: 'Remove gpt-mini' }).click();
  await expect(row(page, 'gpt-mini')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reset GPT-5.2' }).click();
  await expect(row(page, 'GPT-5.2')).toContainText('$1.75');
  await expect(row(page, 'Mistral Large')).toContainText('No price set');
});

test('consents are seen and taken back, sending without asking needs a second yes, and the ledger grows', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage({ path: '/settings/privacy' });
  await expect(page.getByText('No consents')).toBeVisible();
  await useLocalModel(page, doubles);
  doubles.script({ text: 'Hello to you.' });
  const names = ['orders.csv', 'תקציב.csv', 'c.csv', 'd.csv', 'e.csv'];
  for (const name of names)
    await page.evaluate(
      (path) => fetch(`/chat-files/${encodeURIComponent(path)}`, { method: 'PUT', body: `a,b\n1,${path}\n` }),
      name,
    );
  await command(page, 'ChatLabSend', { text: 'Hello' });
  await expect.poll(async () => (await chat(page)).run?.state).toBe('needs_consent');
  const { run } = await chat(page);
  await command(page, 'ChatLabConsent', { scopeHash: run?.consent?.scopeHash, decision: 'remember' });
  // The open page learns of it by itself.
  await expect(page.getByText('Until you withdraw it')).toBeVisible();
  // Later, too, a person sees to what they agreed: by name, all of it on request.
  const consent = page.getByRole('row').filter({ hasText: 'Until you withdraw it' });
  await expect(consent.getByRole('listitem')).toHaveCount(3);
  await consent.getByRole('button', { name: 'and 2 more' }).click();
  await expect(consent.getByRole('listitem')).toHaveText(names);
  const ledger = page.getByRole('region', { name: 'Ledger' }).last();
  await expect(ledger.getByRole('row').filter({ hasText: 'Work on files' })).toContainText('120 in, 30 out');
  expect(chatCalls(doubles)).toHaveLength(1);
  expect(await ledger.textContent()).not.toContain('Hello');
  await page.getByRole('button', { name: 'Withdraw the consent for small-model' }).click();
  await expect(page.getByText('No consents')).toBeVisible();

  const asking = page.getByRole('switch', { name: 'Ask before files go to a model' });
  await asking.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(asking).toBeChecked();
  await asking.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send without asking' }).click();
  await expect(asking).not.toBeChecked();
  await asking.click();
  await expect(asking).toBeChecked();
});

test('what is stored is measured, and a quota is set and seen in another tab', async ({ openPage }) => {
  const page = await openPage({ path: '/settings/data' });
  const second = await openPage({ context: page.context(), path: '/settings/data' });
  await page.bringToFront();
  const storage = page.getByRole('region', { name: 'Storage', exact: true });
  await expect(storage).toContainText('of content');
  await storage.getByRole('textbox', { name: 'Quota for content, in GB' }).fill('0');
  await expect(storage.getByRole('alert')).toContainText('The smallest quota is 0.001 GB');
  await storage.getByRole('textbox', { name: 'Quota for content, in GB' }).fill('1.5');
  await storage.getByRole('button', { name: 'Set' }).click();
  await expect(storage).toContainText('of 1.5 GB for content');
  await expect(second.getByRole('region', { name: 'Storage', exact: true })).toContainText('of 1.5 GB for content');
});

const untried = {
  provider: 'openai',
  status: 'needs_attention',
  keptIn: 'file',
  variable: null,
  last4: '6789',
  enabled: true,
  checkedAt: '2026-01-01T00:00:00.000Z',
  efforts: { research: 'medium', plan: 'medium', implement: 'medium' },
  allowedEfforts: [],
  served: null,
};

const chat = async (page: Page) => {
  const { view } = await command<{
    view: { run: { state: string; consent: { scopeHash: string } | null } | null };
  }>(page, 'ChatLabGet', {});
  return view;
};
