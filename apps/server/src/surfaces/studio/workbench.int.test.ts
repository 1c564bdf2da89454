import { expect, test } from 'vitest';
import { convert, hasSoffice } from '../../../../../packages/files/fixtures/lib/soffice.ts';
import { unzipped } from '../../../../../packages/studio/src/testing/unzipped.ts';
import { asked, issued, run, viewOf } from '../../testing/studio.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

const files = ['plan.xlsx', 'plan.docx', 'quote.xlsx', 'quote.docx'] as const;

test('a plan and a quote go into the Draft of a Workbench, hold no cost, open in LibreOffice, and are published like any change', async () => {
  const { here, projectId } = await issued();
  const bench = workbenchOn(here);
  const workbenchId = await bench.create({ 'notes.md': 'hello' });
  // Everybody in the installation may open a Workbench: what the studio says among itself stays in the project.
  const fields = { 'title.he': 'ספק יקר', 'mitigation.he': 'לעבור לספק של 7531.59', likelihood: 3, impact: 3 };
  await run(here, projectId, {
    type: 'manualEdit',
    ops: [{ op: 'create', opId: 'r1', entity: 'risk', tempId: 'tmp:risk', fields }],
    ifMatch: {},
  });
  const sent = await here.client.StudioSendToWorkbench({ projectId, workbenchId, files: [...files], lang: 'he' });
  if (!sent.ok) throw new Error(sent.error.code);
  const { number } = (await viewOf(here, projectId)).quotes[0] ?? {};
  expect(sent.value.names).toEqual([
    'השקת נובה 2026 - תוכנית עבודה.xlsx',
    'השקת נובה 2026 - תוכנית עבודה.docx',
    `השקת נובה 2026 - הצעת מחיר ${number}.xlsx`,
    `השקת נובה 2026 - הצעת מחיר ${number}.docx`,
  ]);

  // A Draft, not Published: reviewed first.
  const waiting = await bench.view(workbenchId);
  expect(waiting.state).toBe('draft_ready');
  const added = waiting.files.filter(({ change }) => change === 'added').map(({ path }) => path);
  expect(added.toSorted()).toEqual([...sent.value.names].toSorted());

  const view = await viewOf(here, projectId);
  const lines = view.materialLines.map(({ unitCostMinor }) => unitCostMinor);
  const costs = [...lines, 753_159].filter((minor) => minor >= 10_000);
  const bytesOf = async (name: string | undefined) => {
    const version = waiting.files.find(({ path }) => path === name)?.version;
    return bench.bytes(workbenchId, name ?? '', version);
  };
  for (const name of sent.value.names) {
    const text = [...unzipped(await bytesOf(name)).values()].map((part) => part.toString('utf8')).join('\n');
    for (const minor of costs)
      for (const figure of [
        (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
        `>${minor / 100}<`,
        '7531.59',
      ])
        expect(text.includes(figure), `${name} holds ${figure}`).toBe(false);
  }

  // Sent again unchanged, nothing is written; after a change, the same files change.
  const again = await here.client.StudioSendToWorkbench({ projectId, workbenchId, files: ['plan.xlsx'], lang: 'he' });
  expect(again).toMatchObject({ ok: false, error: { code: 'NOTHING_CHANGED' } });
  const task = view.tasks.find(({ tombstone }) => tombstone === null);
  await run(here, projectId, {
    type: 'manualEdit',
    ops: [{ op: 'set', opId: 'o1', entity: 'task', id: task?.id ?? '', changes: { 'title.he': 'שם חדש למשימה' } }],
    ifMatch: { [task?.id ?? '']: view.hashes[task?.id ?? ''] ?? '' },
  });
  const third = await here.client.StudioSendToWorkbench({ projectId, workbenchId, files: ['plan.xlsx'], lang: 'he' });
  expect(third).toMatchObject({ ok: true, value: { names: ['השקת נובה 2026 - תוכנית עבודה.xlsx'] } });
  const published = await here.client.DraftPublish({ workbenchId });
  expect(published).toMatchObject({ ok: true });
  expect((await bench.view(workbenchId)).files).toHaveLength(5);

  if (hasSoffice) {
    const [sheet, letter] = [sent.value.names[2], sent.value.names[3]];
    const opened = await convert(
      await bytesOf(sheet),
      'quote.xlsx',
      'csv:Text - txt - csv (StarCalc):44,34,76',
      'quote.csv',
    );
    expect(opened.toString('utf8')).toContain('קיר לוגו');
    const word = await convert(await bytesOf(letter), 'quote.docx', 'txt:Text (encoded):UTF8', 'quote.txt');
    expect(word.toString('utf8')).toContain('קיר לוגו');
  }
}, 120_000);

test('a Workbench that is not there gets nothing, and so does one of a project nobody may see', async () => {
  const here = await startTestServer();
  const made = await here.client.StudioDemoCreate({ requestId: asked(1) });
  if (!made.ok) throw new Error(made.error.code);
  const { projectId } = made.value;
  const missing = `wb_${'a'.repeat(26)}`;
  const send = (project: string, workbenchId: string) =>
    here.client.StudioSendToWorkbench({ projectId: project, workbenchId, files: ['plan.xlsx'], lang: 'en' });
  expect(await send(projectId, missing)).toMatchObject({ ok: false, error: { code: 'WORKBENCH_NOT_FOUND' } });
  const workbenchId = await workbenchOn(here).create();
  const unknown = `prj_${'a'.repeat(26)}`;
  expect(await send(unknown, workbenchId)).toMatchObject({ ok: false, error: { code: 'PROJECT_NOT_FOUND' } });
  // One without files yet takes them too.
  expect(await send(projectId, workbenchId)).toMatchObject({ ok: true });
});
