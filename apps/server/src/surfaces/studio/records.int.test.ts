import { exportFilePath, quoteFilePath, readFilePath, type StudioEvent } from '@atelier/contracts/studio';
import { purchaseList, recordsOf } from '@atelier/studio/view';
import { expect, test } from 'vitest';
import { guessColumns, mapRows } from '../../../../web/src/surfaces/studio/workspace/map-columns.ts';
import { asked, get, issueOn, put, run, viewOf } from '../../testing/studio.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const demoOn = async ({ client }: TestServer) => {
  const made = await client.StudioDemoCreate({ requestId: asked(1) });
  if (!made.ok) throw new Error(made.error.code);
  return made.value.projectId;
};

const edit = async (
  here: TestServer,
  projectId: string,
  entity: 'element' | 'materialLine',
  id: string,
  changes: object,
) => {
  const { hashes } = await viewOf(here, projectId);
  const ops = [{ op: 'set', opId: 'o1', entity, id, changes }];
  const done = await run(here, projectId, { type: 'manualEdit', ops, ifMatch: { [id]: hashes[id] } } as StudioEvent);
  expect(done.outcome, JSON.stringify(done.blockers)).toBe('done');
};

test('[ST-68] a price list comes from a file, shows its effect per line, is published, is read by recipes, and flags what changed since', async () => {
  const here = await startTestServer();
  const projectId = await demoOn(here);
  const csv = 'sku,description,unit,price\nply-birch-18,דיקט ליבנה 18,sheet,"301.50"\n';
  const read = (await (await put(here, readFilePath('prices.csv', 'table'), csv)).json()) as {
    value: { columns: string[]; rows: string[][] };
  };
  // Its columns are found by their names, whatever their order.
  const columns = guessColumns(read.value.columns);
  expect(mapRows(read.value.rows, columns, { lang: 'he' })).toMatchObject([
    { item: { sku: 'ply-birch-18', unit: 'sheet', unitCostMinor: 30_150 } },
  ]);
  const workbook = new Uint8Array(
    await (await get(here, exportFilePath(projectId, 'purchases.xlsx', 'en'))).arrayBuffer(),
  );
  const table = await (await put(here, readFilePath('prices.xlsx', 'table'), workbook)).json();
  expect(table).toMatchObject({ ok: true, value: { columns: expect.any(Array), rows: expect.any(Array) } });
  const draftLine = async () => {
    const done = await run(here, projectId, { type: 'chatMessage', text: 'תוסיף עמדת קפה' });
    if (done.render.kind !== 'draft_changes') throw new Error(done.assistantMessage.text);
    const op = done.render.draft.ops.find((each) => each.op === 'create' && 'sku' in each.fields);
    return op?.op === 'create' ? op.fields : {};
  };
  const first = await draftLine();
  const sku = String(first.sku);
  const [line, typed] = (await viewOf(here, projectId)).materialLines;
  if (!line || !typed) throw new Error('no line');
  await edit(here, projectId, 'materialLine', line.id, { sku, priceSource: 'catalog', unit: first.unit });
  await edit(here, projectId, 'materialLine', typed.id, { sku, priceSource: 'manual', unit: first.unit });
  const items = [{ sku, label: { he: 'מהמחירון' }, unit: first.unit as 'sheet', unitCostMinor: 30_150 }];
  const preview = await here.client.StudioPriceListPreview({ items });
  if (!preview.ok) throw new Error(preview.error.code);
  const effect = preview.value.lines.find(({ lineId }) => lineId === line.id);
  expect(effect).toMatchObject({ sku, beforeMinor: expect.any(Number), afterMinor: expect.any(Number) });
  expect(effect?.afterMinor).not.toBe(effect?.beforeMinor);
  // What a person typed stands, so the preview does not say that it moves.
  expect(preview.value.lines.map(({ lineId }) => lineId)).not.toContain(typed.id);
  expect((await viewOf(here, projectId)).flags.map(({ invariant }) => invariant)).not.toContain('I22');

  const list = { requestId: asked(7), currency: 'ILS', priceAsOf: '2026-04-15', source: 'prices.csv', items };
  expect(await here.client.StudioPriceListPublish(list)).toMatchObject({ ok: true });
  // The flag is there at once, nothing moved, and what could be done waits.
  const flagged = await viewOf(here, projectId);
  expect(flagged.flags.find(({ invariant }) => invariant === 'I22')?.message.en).toContain('2026-04-15');
  expect(flagged.materialLines.find(({ id }) => id === line.id)?.unitCostMinor).toBe(line.unitCostMinor);
  const [waiting] = flagged.session.parked.filter(({ source }) => source === 'reconciliation');
  expect(waiting?.ops.map((op) => op.op === 'set' && op.changes)).toContainEqual({
    unitCostMinor: 30_150,
    priceAsOf: '2026-04-15',
  });
  // Recipes read the new price.
  await run(here, projectId, { type: 'discardDraft' });
  expect((await draftLine()).unitCostMinor).toBe(30_150);
  // Taking the new prices closes the flag.
  await run(here, projectId, { type: 'discardDraft' });
  await run(here, projectId, { type: 'activateDraft', draftId: waiting?.draftId ?? '', mode: 'replace' });
  await run(here, projectId, { type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10'] });
  expect((await viewOf(here, projectId)).flags.map(({ invariant }) => invariant)).not.toContain('I22');
}, 60_000);

test('[ST-69] knowledge is pasted or read from docx, pdf, xlsx, csv and txt; listed, found, switched off, removed; its source is named where it was used', async () => {
  const here = await startTestServer();
  const projectId = await demoOn(here);
  const made = async (name: 'plan.docx' | 'plan.pdf' | 'plan.xlsx') =>
    new Uint8Array(await (await get(here, exportFilePath(projectId, name, 'en'))).arrayBuffer());
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'house.docx': await made('plan.docx'),
    'house.pdf': await made('plan.pdf'),
    'house.xlsx': await made('plan.xlsx'),
    'dock.csv': 'place,rule\nloading dock,trucks until 06:30 only\n',
    'notes.txt': 'Flamethrowers are forbidden in Harbour Hall.',
  };
  for (const [name, bytes] of Object.entries(files)) {
    const read = (await (await put(here, readFilePath(name, 'text'), bytes)).json()) as { value?: { text: string } };
    const text = read.value?.text ?? '';
    expect(text, name).toMatch(/Build wall|loading dock|Flamethrowers/);
    const chunks = [{ title: name, text: text.slice(0, 2_000), lang: 'en' as const }];
    await run(here, projectId, { type: 'addKnowledge', source: name, chunks });
  }
  const chunks = [{ title: 'House rule', text: 'Confetti costs a cleaning fee.', lang: 'en' as const }];
  await run(here, projectId, { type: 'addKnowledge', source: 'pasted', chunks });
  const { knowledge } = await viewOf(here, projectId);
  expect(knowledge.map(({ source }) => source)).toEqual([...Object.keys(files), 'pasted']);

  const ask = async () => {
    const done = await run(here, projectId, { type: 'chatMessage', text: 'are flamethrowers forbidden?' });
    const said = (await viewOf(here, projectId)).messages.find(({ id }) => id === done.assistantMessage.id);
    return { text: done.assistantMessage.text, sources: said?.tags.sources ?? [] };
  };
  const answer = await ask();
  expect(answer.sources).toEqual(['notes.txt']);
  expect(answer.text).toContain('Flamethrowers are forbidden in Harbour Hall.');
  const chunkIds = knowledge.filter(({ source }) => source === 'notes.txt').map(({ id }) => id);
  await run(here, projectId, { type: 'changeKnowledge', chunkIds, to: 'off' });
  expect((await ask()).sources).not.toContain('notes.txt');
  await run(here, projectId, { type: 'changeKnowledge', chunkIds, to: 'on' });
  expect((await ask()).sources).toEqual(['notes.txt']);
  await run(here, projectId, { type: 'changeKnowledge', chunkIds, to: 'removed' });
  expect((await ask()).sources).not.toContain('notes.txt');
  expect((await viewOf(here, projectId)).knowledge).toHaveLength(5);
}, 90_000);

test('[ST-88] a renamed supplier or client shows everywhere; free text stands; an issued quote stays as it was', async () => {
  const here = await startTestServer();
  const { projectId, quoteId } = await issueOn(here);
  const record = (id: string, kind: 'supplier' | 'client', name: string, more: object = {}) =>
    here.client.StudioDirectorySet({
      requestId: crypto.randomUUID(),
      record: { id, kind, name, isRemoved: false, ...more },
    });
  await record('sup_wood', 'supplier', 'עץ ועוד');
  await record('cli_nova', 'client', 'נובה תעשיות');
  const [one, other] = (await viewOf(here, projectId)).materialLines;
  if (!one || !other) throw new Error('no lines');
  await edit(here, projectId, 'materialLine', one.id, { supplier: 'sup_wood', 'purchase.status': 'needed' });
  await edit(here, projectId, 'materialLine', other.id, { supplier: 'חנות השכונה', 'purchase.status': 'needed' });
  await run(here, projectId, { type: 'setProjectSettings', client: { name: 'נובה תעשיות', clientId: 'cli_nova' } });
  await record('sup_wood', 'supplier', 'עץ השרון');
  await record('cli_nova', 'client', 'נובה אחזקות', { contact: 'דנה לוי', vatId: '51-777888-9' });

  const view = await viewOf(here, projectId);
  const directory = new Map(view.directory.map((each) => [each.id, each]));
  const suppliers = purchaseList(recordsOf(view), directory).map(({ supplier }) => supplier);
  expect(suppliers).toContain('עץ השרון');
  expect(suppliers).toContain('חנות השכונה');
  expect(suppliers).not.toContain('עץ ועוד');
  expect(view.project.client.name).toBe('נובה אחזקות');
  const workspace = await here.client.StudioWorkspaceGet({});
  if (!workspace.ok) throw new Error(workspace.error.code);
  const card = workspace.value.view.projects.find((each) => each.projectId === projectId);
  expect(card?.clientName).toBe('נובה אחזקות');
  const preview = await (await get(here, `/studio/${projectId}/exports/preview.html?locale=he`)).text();
  // A quote says to whom: as the record does.
  for (const said of ['נובה אחזקות', 'דנה לוי', '51-777888-9']) expect(preview).toContain(said);
  const issuedBefore = await (await get(here, quoteFilePath(projectId, quoteId, 'html'))).text();
  expect(issuedBefore).not.toContain('נובה אחזקות');
}, 60_000);
