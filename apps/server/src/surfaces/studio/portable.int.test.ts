import { picturePath, projectFilePath, projectImportPath, type StudioEvent } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { get, issueOn, put, run, viewOf } from '../../testing/studio.ts';
import { startTestServer } from '../../testing/test-server.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(5_000).fill(7)]);

test('[ST-98] a project goes to one file and comes in elsewhere: same state, drafts, history and totals; a changed byte is refused by name', async () => {
  const here = await startTestServer();
  const { projectId } = await issueOn(here);
  const kept = (await (await put(here, picturePath(projectId, 'sketch.png'), png)).json()) as { value: object };
  const before = await viewOf(here, projectId);
  const element = before.elements[0];
  if (!element) throw new Error('no element');
  await run(here, projectId, {
    type: 'manualEdit',
    ops: [
      {
        op: 'set',
        opId: 'o1',
        entity: 'element',
        id: element.id,
        changes: { pictures: [{ ...kept.value, onQuote: true }] },
      },
    ],
    ifMatch: { [element.id]: before.hashes[element.id] ?? '' },
  } as StudioEvent);
  const drafted = await run(here, projectId, { type: 'chatMessage', text: 'תוסיף דלפק קבלה' });
  expect(drafted.render.kind).toBe('draft_changes');

  const file = new Uint8Array(await (await get(here, projectFilePath(projectId))).arrayBuffer());
  const there = await startTestServer();
  const answer = await put(there, projectImportPath, file);
  expect(await answer.json()).toEqual({ ok: true, value: { projectId } });

  const [view, copy] = [await viewOf(here, projectId), await viewOf(there, projectId)];
  // Who offers is the installation's; everything else is the project's.
  expect({ ...copy, company: null }).toEqual({ ...view, company: null });
  expect(copy.session.draft?.ops.length).toBeGreaterThan(0);
  const histories = await Promise.all(
    [here, there].map(({ client }) => client.StudioHistoryGet({ projectId, limit: 100 })),
  );
  expect(histories[1]).toEqual(histories[0]);
  const company = { name: { he: 'סטודיו נובה', en: 'Nova Studio' }, vatId: '514000000' };
  await there.client.StudioCompanySet({ requestId: 'company-there', company });
  const totals = await Promise.all([here, there].map(({ client }) => client.StudioQuoteGet({ projectId })));
  expect(totals[0]).toMatchObject({ ok: true, value: { working: { totalMinor: expect.any(Number) } } });
  expect(totals[1]).toEqual(totals[0]);
  const blob = (kept.value as { blob: string }).blob;
  expect(new Uint8Array(await (await get(there, picturePath(projectId, blob))).arrayBuffer())).toEqual(png);
  // The project goes on: the draft is applied there, and the next quote has its number.
  const revision = copy.session.draft?.revision ?? 0;
  const acknowledge = copy.session.draft?.issues.map(({ code }) => code) ?? [];
  const applied = await run(there, projectId, { type: 'applyDraft', expectedDraftRevision: revision, acknowledge });
  expect(applied.outcome).toBe('done');

  // Twice is refused, and so is a byte of a line, a byte of a picture, and a file that ends early.
  expect(await (await put(there, projectImportPath, file)).json()).toMatchObject({ error: { code: 'PROJECT_EXISTS' } });
  const third = await startTestServer();
  const refused = async (bytes: Uint8Array) => {
    const reply = await put(third, projectImportPath, bytes);
    return ((await reply.json()) as { error: { code: string; details?: { part: string } } }).error;
  };
  const at = (bytes: Uint8Array, place: number) => bytes.with(place, (bytes[place] ?? 0) ^ 1);
  const picture = Buffer.from(file).indexOf(png);
  expect(await refused(at(file, picture + 900))).toMatchObject({
    code: 'EXPORT_DAMAGED',
    details: { part: 'sketch.png' },
  });
  const second = file.indexOf(10) + 200;
  expect(await refused(at(file, second))).toMatchObject({ code: 'EXPORT_DAMAGED', details: { part: 'record 2' } });
  expect(await refused(file.subarray(0, file.length - 40))).toMatchObject({ code: 'EXPORT_DAMAGED' });
  expect(await refused(new Uint8Array([1, 2, 3]))).toMatchObject({ code: 'NOT_AN_EXPORT' });
  const workspace = await third.client.StudioWorkspaceGet({});
  expect(workspace).toMatchObject({ ok: true, value: { view: { projects: [] } } });
}, 90_000);
