import { dutifulTurn } from '@atelier/models/testing';
import { command } from './command.ts';
import { test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { composer, makeOrders, messages, openBench } from './workshop-bench.ts';

const asking = {
  schemaVersion: 1,
  id: 'user.inspect',
  name: 'Inspect the files',
  description: 'Looks, and says whether it passed.',
  version: '1.0.0',
  steps: [
    {
      id: 'look',
      title: 'Look',
      prompt: 'Look at the files.',
      output: { notesRequired: true },
      userDependency: { reason: 'needs_user_choice', nonAssumable: 'scope_boundary', contextKey: 'scope' },
    },
    { id: 'report', title: 'Report', prompt: 'Report.', output: { contractRef: 'wr.contracts.verification_report' } },
  ],
};

test('[WS-88] a workflow chosen in the message box asks a person; the question waits over a restart, and the same run goes on', async ({
  openPage,
  atelier,
  doubles,
  expected,
}) => {
  expected.push(/ERR_CONNECTION|WebSocket|Failed to load resource/);
  const page = await openPage();
  await command(page, 'UserSetConsentMode', { mode: 'allow_all', confirmed: true });
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  await command(page, 'WorkflowSave', { text: JSON.stringify(asking), target: 'user', expectedDigest: null });
  const id = await makeOrders(page);
  await command(page, 'WorkshopSwitchModel', { workbenchId: id, modelId: endpoint.models[0]?.modelId ?? '' });
  await openBench(page, id);
  doubles.script(...Array.from({ length: 20 }, () => dutifulTurn(doubles.seen)));
  await page.getByRole('button', { name: /^Workflow: / }).click();
  await page.getByRole('menuitem', { name: 'Inspect the files' }).click();
  await composer(page).fill('Inspect the orders');
  await composer(page).press('Enter');

  const card = page.getByRole('region', { name: 'The run has a question' });
  await expect(card).toContainText('This choice is yours');
  // The answer is the one way on.
  await expect(composer(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  const asked = await command<{ view: { run: { runId: string } } }>(page, 'WorkbenchGet', { workbenchId: id });
  await card.getByRole('textbox').fill('Only the');
  await atelier.stop();
  await atelier.start();
  await openBench(page, id);
  await expect(card).toContainText('This choice is yours');
  await expect(card.getByRole('textbox')).toHaveValue('Only the');
  await card.getByRole('textbox').fill('Only the first order');
  await card.getByRole('textbox').press('Enter');
  await expect(messages(page)).toContainText('Handed in.');
  await expect(card).toHaveCount(0);

  // The answer leads to its run in WorkRail, and the run back to the Workbench.
  await messages(page).getByRole('button', { name: 'Actions for this message' }).last().click();
  await page.getByRole('menuitem', { name: 'How this was done' }).click();
  await page.getByRole('link', { name: 'Show in WorkRail' }).click();
  await expect(page).toHaveURL(new RegExp(`/workrail/sessions/.*${asked.view.run.runId}`));
  await page.locator(`a[href$="/workshop/${id}"]`).first().click();
  await expect(messages(page)).toContainText('Inspect the orders');
});
