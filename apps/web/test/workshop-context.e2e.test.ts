import { command } from './command.ts';
import { chatCalls, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { ask, composer, makeOrders, openBench } from './workshop-bench.ts';

test('[WS-10] without consent neither a message nor context is sent: no call, the words stay, nothing is saved', async ({
  openPage,
  doubles,
}) => {
  const page = await openPage();
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  const id = await makeOrders(page);
  const modelId = endpoint.models[0]?.modelId ?? '';
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId });
  await openBench(page, id);
  await ask(page, 'Sum the orders');
  await page.getByRole('button', { name: 'Don’t send' }).click();
  await expect(composer(page)).toHaveValue('Sum the orders');
  // Nobody went back to anything: the question is only not answered.
  await expect(page.getByRole('region', { name: 'This message has no answer yet' })).toBeVisible();
  expect(chatCalls(doubles)).toEqual([]);

  await page.getByRole('link', { name: 'Context', exact: true }).click();
  await page.getByRole('button', { name: 'Add Situation…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Situation' });
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text).toBeFocused();
  await text.fill('The quarter ends on Friday.');
  const refused = page.waitForResponse(/ContextProcess/);
  await dialog.getByRole('button', { name: 'Create the item' }).click();
  expect(await (await refused).text()).toContain('EGRESS_CONSENT_REQUIRED');
  await dialog.getByRole('button', { name: 'Don’t send' }).click();
  await expect(text).toHaveValue('The quarter ends on Friday.');
  expect(chatCalls(doubles)).toEqual([]);
  expect(await command(page, 'ContextList', { workbenchId: id })).toEqual({ items: [] });

  // The words outlast the page; with consent the item is there, and can be looked at, deleted and had again.
  await page.reload();
  await page.getByRole('button', { name: 'Add Situation…' }).click();
  await expect(text).toHaveValue('The quarter ends on Friday.');
  doubles.script({ text: '{"text": "- Quarter ends Friday"}' });
  await dialog.getByRole('button', { name: 'Create the item' }).click();
  await dialog.getByRole('button', { name: 'Allow until Atelier stops' }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole('region', { name: 'Situation', exact: true });
  await card.getByText('Show the files').click();
  await expect(card).toContainText('- Quarter ends Friday');
  await card.getByRole('button', { name: 'Edit Situation' }).click();
  await page.getByRole('textbox', { name: 'context.md' }).fill('- Quarter ends Thursday');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Manually edited');
  await card.getByRole('button', { name: 'Delete Situation' }).click();
  await expect(card).toContainText('None');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(card).toContainText('Manually edited');
  expect(chatCalls(doubles)).toHaveLength(1);

  // The built-in model writes no items: its person is not led into a refusal.
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId: 'builtin:offline' });
  await page.getByRole('button', { name: 'Add Company…' }).click();
  const company = page.getByRole('dialog', { name: 'Company' });
  await expect(company.getByRole('radio', { name: 'Your own words' })).toBeChecked();
  await company.getByRole('textbox', { name: 'Text', exact: true }).fill('We sell lamps.');
  await company.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Company', exact: true })).toContainText('Manually edited');
});
