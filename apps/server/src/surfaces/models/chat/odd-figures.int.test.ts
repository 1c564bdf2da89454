import type { EventLog } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../../testing/models-server.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';

const answer = (usage: string) =>
  [
    '{"choices":[{"index":0,"delta":{"role":"assistant","content":"Twelve."},"finish_reason":null}]}',
    '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
    `{"choices":[],"usage":${usage}}`,
  ]
    .map((frame) => `data: ${frame}\n\n`)
    .join('');

test('whatever a provider says a call used, the chat and the ledger open, now and after a restart', async () => {
  const dataFolder = await tempFolder();
  const server = await startModelsServer({ dataFolder });
  const { client, doubles } = server;
  doubles.script({ raw: '{"data":[{"id":"small-model"}]}' });
  const added = await client.EndpointAdd({ url: doubles.localEndpoint });
  const modelId = added.ok ? (added.value.endpoint.models[0]?.modelId ?? '') : '';
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  const watch = await server.watch();
  for (const [at, usage] of [
    '{"prompt_tokens":12,"completion_tokens":3.5}',
    '{"prompt_tokens":-1}',
    'null',
  ].entries()) {
    doubles.script({ raw: answer(usage) });
    await client.ChatLabSend({ text: 'How many towns?', modelId });
    const view = await watch.until(({ run, meter }) => run === null && meter.estimated === at + 1);
    expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', text: 'Twelve.', state: 'done' });
  }
  const ledger = await client.EgressListEvents({ limit: 10 });
  expect(ledger.ok && ledger.value.entries.slice(0, 3).map(({ isEstimate }) => isEstimate)).toEqual([true, true, true]);
  await server.server.stop();
  const again = await startModelsServer({ dataFolder, doubles });
  expect(await again.client.ChatLabGet({})).toMatchObject({ ok: true, value: { view: { meter: { estimated: 3 } } } });
});

test('a chat whose log has half a token in it already opens, and can be used', async () => {
  let log: EventLog | undefined;
  const server = await startModelsServer({
    withLog: (given) => {
      log = given;
      return given;
    },
  });
  const runId = 'run_1';
  await log?.append(
    'chat/lab',
    [
      { kind: 'run.started', key: null, data: { runId, modelId: 'openai:x', effort: null, cap: null, scopeHash: 's' } },
      { kind: 'run.metered', key: null, data: { runId, tokensIn: 12, tokensOut: 3.5, cost: -1, isEstimate: false } },
      { kind: 'run.failed', key: null, data: { runId, because: { code: 'FAULT', message: '' } } },
    ],
    { expected: 'any' },
  );
  expect(await server.client.ChatLabGet({})).toMatchObject({ ok: true, value: { view: { meter: { tokensIn: 12 } } } });
  const watch = await server.watch();
  expect(await server.client.ChatLabSend({ text: 'list the files' })).toMatchObject({ ok: true });
  await watch.until(({ run, items }) => run === null && items.at(-1)?.kind === 'assistant');
});
