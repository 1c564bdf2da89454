import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { ask, messages, openBench, openOrders } from './workshop-bench.ts';

test('how a model is asked is set for a Workbench and for one message; the answer says what it took', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const id = await openOrders(page);
  await command(page, 'UserSetConsentMode', { mode: 'allow_all', confirmed: true });
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  const modelId = endpoint.models[0]?.modelId ?? '';
  await command(page, 'ModelsSetEntry', {
    entry: {
      ...{ modelId, label: 'Thinker', contextTokens: 100_000, tools: true, vision: false },
      efforts: ['low', 'medium', 'high'],
      price: { input: 1_000, output: 1_000, asOf: '2026-11-01' },
    },
  });
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId });
  const asked = () => chatCalls(doubles).map(({ body }) => [body.reasoning_effort, body.tool_choice, body.temperature]);

  await openBench(page, id, '/settings');
  const panel = page.getByRole('region', { name: 'How models are asked' });
  await panel.getByRole('combobox', { name: 'Effort' }).click();
  await page.getByRole('option', { name: 'High', exact: true }).click();
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await expect(panel.getByRole('alert')).toContainText('from 0 to 2');
  await panel.getByRole('textbox', { name: 'Temperature' }).fill('0,4');
  await panel.getByRole('textbox', { name: 'Temperature' }).press('Enter');

  await openBench(page, id);
  await page.getByRole('radio', { name: 'Ask' }).click();
  await page.getByRole('button', { name: 'Options for this message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'First step' }).click();
  await page.getByRole('option', { name: 'The model decides' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'Options set' })).toBeFocused();
  doubles.script({ text: 'Three orders.' }, { text: 'Still three.' });
  await ask(page, 'How many orders are there?');
  const answer = messages(page).getByRole('article').filter({ hasText: 'Three orders.' });
  await expect(answer).toContainText('$');
  await ask(page, 'And now?');
  await expect(messages(page)).toContainText('Still three.');
  expect(asked()).toEqual([
    ['high', 'auto', 0.4],
    ['high', 'required', 0.4],
  ]);

  await answer.getByRole('button', { name: 'Actions for this message' }).click();
  await page.getByRole('menuitem', { name: 'How this was done' }).click();
  const phases = page.getByRole('region', { name: 'Phases and cost' });
  await expect(phases.getByRole('listitem')).toContainText(/1 call · .*tokens in.* · effort: High/);
  await expect(phases).toContainText('Whole answer:');

  // One click returns to the defaults.
  await openBench(page, id, '/settings');
  await panel.getByRole('button', { name: 'Back to the defaults' }).click();
  await expect(panel.getByRole('combobox', { name: 'Effort' })).toHaveText('As in Settings, Models');
  await expect(panel.getByRole('textbox', { name: 'Temperature' })).toHaveValue('');
});

test('limits of runs and files are set in Settings, and hold', async ({ openPage }) => {
  const page = await openPage();
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/settings/limits`);
  const files = page.getByRole('region', { name: 'Files' });
  await files.getByRole('textbox', { name: 'Files in a Workbench' }).fill('0');
  await expect(files.getByRole('alert')).toContainText('from 1 to 2000');
  await files.getByRole('textbox', { name: 'Files in a Workbench' }).fill('7');
  await files.getByRole('button', { name: 'Save the limits' }).click();
  await expect(files.getByRole('button', { name: 'Save the limits' })).toBeDisabled();
  const { workbenchId } = await command<{ workbenchId: string }>(page, 'WorkbenchCreate', { name: 'New' });
  await openBench(page, workbenchId);
  await expect(page.locator('main')).toContainText('Up to 7 files, 100 MB each.');
});
