import { startDoubles } from '@atelier/models/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type ServingChild, serveAtelier } from '../../testing/child.ts';
import { done } from '../../testing/replies.ts';
import { pageClient, signIn } from '../../testing/tab.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { untilStill, workbenchOn } from '../../testing/workshop.ts';

const writes = (path: string, content: string) => ({
  toolCalls: [{ name: 'write_text_file', input: { path, content, summary: null } }],
});
const plan = [1, 2, 3].map((at) => `- [ ] ${at}. Write ${at}`).join('\n');

// A process of its own, reached through an endpoint its user entered: what is killed is what people run.
test('a server killed in the middle of a step goes on from its start; the Workbench and WorkRail agree, and no step is done twice', async () => {
  const doubles = await startDoubles();
  onTestFinished(() => doubles.close());
  const asked = () => doubles.seen.filter(({ path }) => path.endsWith('/chat/completions'));
  const dataFolder = await tempFolder();
  const first = await serveAtelier(dataFolder);
  const cookie = await signIn(first.link);
  const tab = (serving: ServingChild) => {
    const client = pageClient(serving.origin, cookie);
    return { client, bench: workbenchOn({ server: serving as never, cookie, client }) };
  };
  const before = tab(first);
  const { endpoint } = await done(before.client.EndpointAdd({ url: doubles.localEndpoint }));
  await done(before.client.UserSetConsentMode({ mode: 'allow_all', confirmed: true }));
  const id = await before.bench.create({ 'a.txt': 'one\n' });
  await done(before.client.WorkshopSwitchModel({ workbenchId: id, modelId: endpoint.models[0]?.modelId ?? '' }));
  doubles.script(
    { text: 'Findings.' },
    { text: plan },
    writes('1.txt', '1'),
    { text: 'Done.' },
    writes('2.txt', 'half'),
    { text: 'Done.', after: new Promise(() => undefined) },
  );
  await done(before.client.WorkshopSend({ workbenchId: id, text: 'Write three files', mode: 'agent' }));
  // The sixth question comes once item 2 has written: that is when the server dies.
  while (asked().length < 6) await new Promise((resume) => setTimeout(resume, 20));
  first.process.kill('SIGKILL');
  await first.ended;

  const second = await serveAtelier(dataFolder, first.port);
  const { client, bench } = tab(second);
  const paused = await bench.view(id);
  expect(paused).toMatchObject({
    state: 'draft_incomplete',
    run: { state: 'paused', because: { code: 'SERVER_STOPPED' } },
    files: [{ path: '1.txt' }, { path: 'a.txt' }],
  });
  doubles.script(
    writes('2.txt', '2'),
    { text: 'Done.' },
    writes('3.txt', '3'),
    { text: 'Done.' },
    { text: 'Three files are written.' },
  );
  await done(client.WorkshopResume({ workbenchId: id }));
  const over = await untilStill(client, id);
  expect(over).toMatchObject({ state: 'draft_ready', draft: { isIncomplete: false } });
  for (const name of ['1', '2', '3']) expect((await bench.bytes(id, `${name}.txt`)).toString()).toBe(name);
  expect(asked()).toHaveLength(6 + 5);
  // Item 2 starts from the files as item 1 left them: what it had half written is not among them.
  const again = JSON.stringify(asked()[6]?.body);
  expect(again).toContain('1.txt');
  expect(again).not.toContain('2.txt');

  const { sessions } = await done(client.SessionsList({ limit: 10 }));
  // Research, plan, three items, summary: each step once, and the run is complete.
  expect(
    sessions.map(({ workbenchId, runs }) => [
      workbenchId,
      runs.map(({ status, nodes, tips }) => [status, nodes, tips]),
    ]),
  ).toEqual([[id, [['complete', 7, 1]]]]);
  second.process.kill('SIGTERM');
  await second.ended;
}, 120_000);
