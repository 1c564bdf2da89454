import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

test('two servers on one database share choices, ledger and chat; each keeps its own keys', async () => {
  const databaseUrl = await postgres.newDatabase();
  const [one, other] = [await startModelsServer({ databaseUrl }), await startModelsServer({ databaseUrl })];
  await one.client.CapsSet({ set: { perDay: 7_000_000 } });
  await one.client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  const seen = await other.client.ModelsGet({});
  expect(seen).toMatchObject({ ok: true, value: { view: { caps: { perDay: 7_000_000 } } } });
  expect(seen.ok && seen.value.view.providers[0]).toMatchObject({ status: 'needs_attention', last4: null });
  expect(await other.client.EgressListEvents({ limit: 5 })).toMatchObject({
    value: { entries: [{ kind: 'key_check', status: 'ok' }] },
  });

  const watch = await other.watch();
  await one.client.ChatLabSend({ text: 'list the files', modelId: 'builtin:offline' });
  const view = await watch.until(({ run, items }) => run === null && items.length > 1);
  expect(view.items.at(-1)).toMatchObject({ kind: 'assistant', state: 'done' });
  // A third one that starts beside them does not take a run for dead that another is at work on.
  one.doubles.script({ text: 'Slow.', hold: { after: 3, ms: 60_000 } });
  await one.client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  await one.client.CapsSet({ set: { perDay: null } });
  await one.client.ChatLabSend({ text: 'Hello?', modelId: 'openai:gpt-5.2' });
  await watch.until(({ run }) => run?.speaking != null);
  const third = await startModelsServer({ databaseUrl });
  expect(await third.client.ChatLabGet({})).toMatchObject({ value: { view: { run: { state: 'running' } } } });
  await one.client.ChatLabStop({});
  await watch.until(({ run }) => run?.state === 'stopped');
});
