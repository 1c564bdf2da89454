import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';

const asked = (nth: number) => `request-${String(nth).padStart(4, '0')}`;

test('a project is opened, changed by a draft that a person applies, and there again after a restart', async () => {
  const { server, client, dataFolder } = await startTestServer();
  const made = await client.StudioDemoCreate({ requestId: asked(1) });
  if (!made.ok) throw new Error(made.error.code);
  expect(await client.StudioDemoCreate({ requestId: asked(1) })).toEqual(made);
  const { projectId } = made.value;
  const first = await client.StudioGet({ projectId });
  if (!first.ok) throw new Error(first.error.code);
  expect(first.value.view).toMatchObject({ role: 'owner', canSeeCosts: true, flags: [], session: { draft: null } });
  expect(first.value.view.elements).toHaveLength(6);

  const event = { type: 'chatMessage', text: 'תוסיף עמדת קפה' };
  const turn = { projectId, idempotencyKey: asked(2), event };
  const drafted = await client.RunStudioTurn(turn);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.error));
  expect(drafted.value).toMatchObject({ outcome: 'done', replayed: false, render: { kind: 'draft_changes' } });
  expect(await client.RunStudioTurn(turn)).toEqual({ ok: true, value: { ...drafted.value, replayed: true } });
  expect(await client.RunStudioTurn({ ...turn, event: { ...event, text: 'another' } })).toMatchObject({
    error: { code: 'IDEMPOTENCY_KEY_REUSED' },
  });

  const applied = await client.RunStudioTurn({
    projectId,
    idempotencyKey: asked(3),
    event: {
      type: 'applyDraft',
      expectedDraftRevision: 1,
      acknowledge: drafted.value.warnings.filter(({ ack }) => ack).map(({ code }) => code),
    },
  });
  expect(applied).toMatchObject({ ok: true, value: { outcome: 'done' } });
  const after = await client.StudioGet({ projectId, since: first.value.seq });
  if (!after.ok) throw new Error(after.error.code);
  expect(after.value).toMatchObject({ isDelta: true, view: { session: { draft: null } } });
  expect(after.value.view.elements.length).toBe(1);

  await server.stop();
  const next = await startTestServer({ dataFolder });
  const again = await next.client.StudioGet({ projectId });
  if (!again.ok) throw new Error(again.error.code);
  expect(again.value.view.elements).toHaveLength(7);
  expect(again.value.seq).toBe(after.value.seq);
});

test('what is not an event of Studio is refused by its field, and a stranger’s project does not exist', async () => {
  const { client } = await startTestServer();
  const made = await client.StudioProjectCreate({
    requestId: asked(1),
    title: { en: 'Launch' },
    clientName: 'Nova',
    primaryLang: 'en',
  });
  if (!made.ok) throw new Error(made.error.code);
  const bad = { projectId: made.value.projectId, idempotencyKey: asked(2), event: { type: 'chatMessage', text: '' } };
  expect(await client.RunStudioTurn(bad)).toMatchObject({ error: { code: 'BAD_EVENT', details: { path: 'text' } } });
  const elsewhere = { ...bad, projectId: `prj_${'a'.repeat(26)}` };
  expect(await client.RunStudioTurn(elsewhere)).toMatchObject({ error: { code: 'PROJECT_NOT_FOUND' } });
});
