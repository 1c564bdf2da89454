import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { startAgent } from './mcp-agent.ts';

// A server, a browser and an agent.
test.describe.configure({ timeout: 180_000 });

const step = (id: string, title: string, more: object = {}) => ({ id, title, prompt: 'Do it.', ...more });
const output = { contractRef: 'wr.contracts.loop_control' };
const workflow = {
  id: 'user.attempts',
  name: 'Attempts',
  description: 'Steps that can be refused, and a loop.',
  version: '1.0.0',
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  steps: [
    step('scope', 'Name the scope'),
    {
      type: 'loop',
      loopId: 'rounds',
      title: 'Rounds',
      maxIterations: 3,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [step('look', 'Look around'), step('decide', 'Decide to go on', { output })],
    },
    ...Array.from({ length: 22 }, (_, at) => step(`part${at}`, `Write part ${at + 1}`)),
    step('last', 'Ask once more', { requireConfirmation: true, output }),
  ],
};
const stop = { output: { artifacts: [{ kind: 'wr.loop_control', decision: 'stop' }] } };

test('[RL-69] the graph folds attempts, is quiet about what was resolved, and can be searched and seen whole', async ({
  openPage,
  atelier,
}) => {
  await mkdir(join(atelier.dataFolder, 'workflows'), { recursive: true });
  await writeFile(join(atelier.dataFolder, 'workflows', 'attempts.json'), JSON.stringify(workflow));
  const agent = await startAgent(atelier.dataFolder);
  let at = await agent.start('user.attempts', { goal: 'Try and try again' });
  const { sessionId } = at.session;
  at = await agent.advance(at, 'The scope.');
  at = await agent.advance(at, 'Looked.');
  // Refused twice, then done.
  for (let refused = 0; refused < 2; refused += 1) at = await agent.advance(at, 'No decision.');
  at = await agent.advance(at, 'Enough.', stop);
  for (let part = 0; part < 22; part += 1) at = await agent.advance(at, `Part ${part + 1}.`);
  for (let refused = 0; refused < 10; refused += 1) at = await agent.advance(at, 'No decision.');
  await agent.close();

  const page = await openPage({ path: `/workrail/sessions/${sessionId}` });
  const graph = page.getByRole('group', { name: /^Run graph/ });
  // Ten equal refusals are one step that says so; 26 steps and nothing else.
  await expect(graph).toHaveAccessibleName('Run graph, 26 nodes');
  const last = graph.getByRole('button', { name: /^Ask once more Refused 10 times · Step 26 of 26/ });
  await expect(last).toBeVisible();

  // Found by its words, in a pass that is folded because the loop has ended.
  const search = graph.getByRole('searchbox', { name: 'Find a step' });
  await search.fill('write part 1');
  await expect(graph.getByRole('status')).toHaveText('1 of 11');
  await expect(page.getByRole('region', { name: 'Node' }).getByRole('heading', { level: 2 })).toHaveText(
    'Write part 1',
  );
  await search.press('Enter');
  await expect(graph.getByRole('status')).toHaveText('2 of 11');
  await expect(page.getByRole('region', { name: 'Node' }).getByRole('heading', { level: 2 })).toHaveText(
    'Write part 10',
  );
  await search.fill('decide');
  await expect(graph.getByRole('status')).toHaveText('1 of 1');
  const pass = graph.getByRole('button', { name: /^Rounds, pass 1/ });
  await expect(pass).toBeVisible();
  await expect(pass.locator('[data-badge]')).toHaveCount(0);
  await pass.click();
  const decided = graph.getByRole('button', {
    name: /^Decide to go on Done at the 3rd attempt · Step 3 of 26 · \d+ secs?$/,
  });
  await expect(decided).toBeVisible();
  await expect(decided.locator('[data-badge]')).toHaveCount(0);
  await search.fill('no such step');
  await expect(graph.getByRole('status')).toHaveText('No match');

  await expect(graph.getByRole('img', { name: 'Overview of the graph' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  // Whatever is out of sight is not drawn: all of them are in sight.
  await expect(graph.locator('[data-item]')).toHaveCount(26);
  for (const name of [/^Name the scope/, /^Ask once more/])
    await expect(graph.getByRole('button', { name })).toBeInViewport({ ratio: 0.9 });
});
