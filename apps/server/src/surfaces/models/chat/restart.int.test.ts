import type { ChatItem, ChatView } from '@atelier/contracts';
import { startDoubles } from '@atelier/models/testing';
import { expect, onTestFinished, test } from 'vitest';
import { watchChat } from '../../../testing/chat-watch.ts';
import { serveAtelier } from '../../../testing/child.ts';
import { startModelsServer } from '../../../testing/models-server.ts';
import { pageClient, signIn } from '../../../testing/tab.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';

const isOver = ({ run, items }: ChatView) => run === null && items.length > 0;
const texts = ({ items }: ChatView) =>
  items.flatMap((item: ChatItem) => (item.kind === 'assistant' ? [[item.state, item.text]] : []));

// A process of its own, reached through an endpoint its user entered: what is killed is what people run.
const killedInMidAnswer = async (signal: 'SIGTERM' | 'SIGKILL') => {
  const doubles = await startDoubles();
  onTestFinished(() => doubles.close());
  const dataFolder = await tempFolder();
  const first = await serveAtelier(dataFolder);
  const cookie = await signIn(first.link);
  const before = pageClient(first.origin, cookie);
  const headers = { cookie, origin: first.origin };
  await fetch(`${first.origin}/chat-files/sales.csv`, { method: 'PUT', headers, body: 'Region,Amount\nNorth,10\n' });
  const added = await before.EndpointAdd({ url: doubles.localEndpoint });
  if (!added.ok) throw new Error(added.error.code);
  const modelId = added.value.endpoint.models[0]?.modelId ?? '';
  const watch = await watchChat(first.origin, cookie, before);
  doubles.script(
    { toolCalls: [{ name: 'write_text_file', input: { path: 'made.txt', content: 'made once' } }] },
    { text: 'The file is written, and now I say more.', hold: { after: 4, ms: 60_000 } },
  );
  await before.ChatLabSend({ text: 'Write made.txt', modelId });
  const asked = await watch.until(({ run }) => run?.state === 'needs_consent');
  await before.ChatLabConsent({ scopeHash: asked.run?.consent?.scopeHash ?? '', decision: 'remember' });
  // Some of the answer is durable before the process ends.
  await watch.until((view) => texts(view).some(([, text]) => text !== ''));
  const toolsBefore = watch.view().items.filter(({ kind }) => kind === 'tool');
  watch.tab.close();
  first.process.kill(signal);
  await first.ended;

  const second = await serveAtelier(dataFolder, first.port);
  const after = pageClient(second.origin, cookie);
  const again = await watchChat(second.origin, cookie, after);
  expect(again.view().run).toMatchObject({ state: 'paused', because: { code: 'SERVER_STOPPED' } });
  expect(texts(again.view())[0]).toEqual(['interrupted', expect.stringMatching(/^The/)]);
  expect(again.view().items.filter(({ kind }) => kind === 'tool')).toEqual(toolsBefore);
  doubles.script({ text: 'The file is written.' });
  const callsBefore = doubles.seen.length;
  expect(await after.ChatLabResume({})).toMatchObject({ ok: true });
  const over = await again.until(isOver);
  expect(texts(over).at(-1)).toEqual(['done', 'The file is written.']);
  // One call more, without a word about consent: what was remembered holds.
  expect(doubles.seen).toHaveLength(callsBefore + 1);
  expect(JSON.stringify(doubles.seen.at(-1)?.body)).toContain('made.txt');
  const made = await fetch(`${second.origin}/chat-files/made.txt`, { headers: { cookie } });
  expect(await made.text()).toBe('made once');
  second.process.kill('SIGTERM');
  await second.ended;
};

test(
  '[MD-37] killed in the middle of an answer, the chat says what happened and goes on from the last step',
  () => killedInMidAnswer('SIGKILL'),
  120_000,
);
test('stopped in the middle of an answer, the chat does the same', () => killedInMidAnswer('SIGTERM'), 120_000);

const health = { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 0, commit: 0 } as const;

test('a run whose record is lost is given up and says so: nothing looks under way for ever', async () => {
  let breaks = true;
  const server = await startModelsServer({
    withLog: (log) => ({
      ...log,
      append: async (stream, events, options) => {
        if (!breaks || !events.some(({ kind }) => kind === 'run.turn_started'))
          return log.append(stream, events, options);
        breaks = false;
        return { ok: false, error: { code: 'UNHEALTHY', reason: 'digest_mismatch', health } };
      },
    }),
  });
  const watch = await server.watch();
  await server.client.ChatLabSend({ text: 'list the files' });
  const stopped = await watch.until(({ run }) => run?.state === 'stopped');
  expect(stopped.run?.because).toMatchObject({ code: 'STORE_UNHEALTHY' });
  expect(await server.client.ChatLabResume({})).toMatchObject({ ok: true });
  await watch.until(isOver);
});
