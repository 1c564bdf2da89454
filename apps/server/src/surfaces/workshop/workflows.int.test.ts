import { dutifulTurn } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { done } from '../../testing/replies.ts';
import { untilStill, workbenchOn } from '../../testing/workshop.ts';

const gpt = 'openai:gpt-5.2';
const own = {
  schemaVersion: 1,
  id: 'user.inspect',
  name: 'Inspect',
  description: 'Looks, and says whether it passed.',
  version: '1.0.0',
  steps: [
    { id: 'look', title: 'Look', prompt: 'Look at the files.', output: { notesRequired: true } },
    { id: 'report', title: 'Report', prompt: 'Report.', output: { contractRef: 'wr.contracts.verification_report' } },
  ],
};

test('[WS-87] a bundled workflow and a person’s own run on a Workbench, step by step through finish_step, and WorkRail has them', async () => {
  const server = await startModelsServer();
  const { client, doubles } = server;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  const bench = workbenchOn(server);
  const id = await bench.create({ 'a.txt': 'one\n' });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: gpt }));
  await done(client.WorkflowSave({ text: JSON.stringify(own), target: 'user', expectedDigest: null }));

  const carriedOut = async (workflowId: string) => {
    const from = doubles.seen.length;
    const sent = await done(client.WorkshopSend({ workbenchId: id, text: 'Inspect it', mode: 'agent', workflowId }));
    const view = await untilStill(client, id);
    expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', text: 'Handed in.' });
    expect(view.run).toBeNull();
    const calls = doubles.seen.slice(from).filter(({ path }) => path === '/v1/responses');
    const messageId = view.items.at(-1)?.id ?? '';
    const trace = await done(client.WorkshopTrace({ workbenchId: id, messageId }));
    expect(trace.runId).toBe(sent.runId);
    return { calls, trace };
  };
  const turns = (length: number) => Array.from({ length }, () => dutifulTurn(doubles.seen));

  // The report is first told in words alone: what it lacks goes back to the model, once.
  doubles.script(...turns(2), { text: 'It all passed.' }, ...turns(20));
  const mine = await carriedOut('user.inspect');
  const finish = mine.calls.map(({ body }) =>
    ((body.tools ?? []) as readonly { name: string; parameters: { properties: object } }[]).filter(
      ({ name }) => name === 'finish_step',
    ),
  );
  expect(finish.slice(0, -1).every((tools) => tools.length === 1)).toBe(true);
  expect(finish.map(([tool]) => tool && Object.keys(tool.parameters.properties))).toEqual([
    ['notes'],
    ['notes'],
    ['notes', 'artifact'],
    ['notes', 'artifact'],
    ['notes', 'artifact'],
    undefined,
  ]);
  const toldAgain = mine.calls.map(({ body }) => JSON.stringify(body.input).includes('is not complete'));
  expect(toldAgain).toEqual([false, false, false, true, true, false]);
  expect(mine.trace.phases.map(({ phase }) => phase)).toEqual(['Look', 'Report', 'Report', 'summary']);

  // A model that hands it in incomplete twice: the person is told that, and what is missing stands in the record.
  doubles.script(...turns(2), { text: 'It all passed.' }, { text: 'It still did.' }, ...turns(20));
  await done(client.WorkshopSend({ workbenchId: id, text: 'Again', mode: 'agent', workflowId: 'user.inspect' }));
  const stuck = await untilStill(client, id);
  expect(stuck.run).toMatchObject({ state: 'paused', because: { code: 'STEP_INCOMPLETE' } });
  await done(client.WorkshopResume({ workbenchId: id }));
  expect((await untilStill(client, id)).items.at(-1)).toMatchObject({ kind: 'assistant', text: 'Handed in.' });

  // Answered again, it is worked through by the same workflow.
  doubles.script(...turns(20));
  await done(client.WorkshopRegenerate({ workbenchId: id }));
  const again = (await untilStill(client, id)).items.at(-1)?.id ?? '';
  const { phases } = await done(client.WorkshopTrace({ workbenchId: id, messageId: again }));
  expect(phases.map(({ phase }) => phase)).toEqual(['Look', 'Report', 'summary']);

  doubles.script(...turns(60));
  const bundled = await carriedOut('wr.bug_investigation');
  expect(bundled.trace.phases.length).toBeGreaterThan(3);

  // One session holds both runs and leads to the Workbench; each answer leads to its run there.
  const { sessions } = await done(client.SessionsList({}));
  expect(sessions).toMatchObject([{ workbenchId: id }]);
  const [session] = sessions;
  expect([mine.trace.sessionId, bundled.trace.sessionId]).toEqual([session?.sessionId, session?.sessionId]);
  expect(session?.runs.map(({ runId, workflowId, status }) => [runId, workflowId, status])).toEqual(
    expect.arrayContaining([
      [mine.trace.runId, 'user.inspect', 'complete'],
      [bundled.trace.runId, 'wr.bug_investigation', 'complete'],
    ]),
  );
}, 120_000);
