import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import {
  addFiles,
  benchStream,
  type ContentId,
  createDraftActions,
  createKeptBenches,
  createWorkbench,
  setWorkbenchSettings,
} from '@atelier/workshop';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';

const command = fileURLToPath(new URL('../../../../bin/atelier.mjs', import.meta.url));
const person = { kind: 'user', name: 'local' } as const;
const limits = { files: 10, bytes: 1_000_000 };

const openData = async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-workbench-mcp-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const storage = openDiskStorage(data, {});
  onTestFinished(() => storage.close());
  const content = await storage.content();
  const benches = createKeptBenches(storage.log);
  const ports = {
    benches,
    content,
    newId: createIds(systemWorld),
    decide: createDecide({ log: storage.log, states: benches }),
  };
  const made = await createWorkbench(ports)({ name: 'Budget 2027', modelId: null }, person);
  if (!made.ok) throw new Error(made.error.code);
  const { workbenchId } = made.value;
  const texts = { 'costs.csv': 'Item,Cost\nChairs,120\nLamps,80\n', 'notes.txt': 'First line\nSecond line\n' };
  const arrivals = await Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const bytes = new TextEncoder().encode(text);
      return {
        source: name,
        name,
        size: bytes.length,
        kind: 'file',
        blob: (await content.blobs.put(bytes)) as ContentId,
      };
    }),
  );
  await addFiles(ports)(workbenchId, arrivals, limits, person);
  const bench = async () => {
    const now = await benches.at(benchStream(workbenchId));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  const text = async (tree: ContentId | null | undefined, path: string) => {
    const blob = tree ? (await content.trees.get(tree))?.entries[path]?.blob : undefined;
    return blob && new TextDecoder().decode(await content.blobs.get(blob));
  };
  return { data, storage, ports, workbenchId, bench, text, texts };
};

const connect = async (data: string, name: string, workbench = 'budget 2027') => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--workbench', workbench, '--data', data],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' },
    stderr: 'pipe',
  });
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const reply = await client.callTool({ name: tool, arguments: args });
    const [first] = reply.content as { text: string }[];
    return JSON.parse(first?.text ?? 'null') as { ok: boolean; error?: { code: string; message: string } };
  };
  return { client, call };
};

const edit = (path: string, find: string, replace: string) =>
  ['edit_text_file', { path, edits: [{ op: 'replace', search: find, replace }] }] as const;

test('any MCP client works on the Draft of a Workbench with the same file tools, and two never overwrite each other', async () => {
  const { data, bench, text, texts, ports, workbenchId, storage } = await openData();
  const [one, two] = [await connect(data, 'Agent One'), await connect(data, 'Agent Two')];
  const names = (await one.client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('get_file_map');
  expect(names).toContain('xlsx_operations');
  expect(names).not.toContain('recall_tool_result');
  expect(names).not.toContain('start_workflow');
  expect(await one.call('get_file_map', { path: 'costs.csv' })).toMatchObject({ ok: true });

  // Both at once, on different files: both are kept.
  const [first, second] = await Promise.all([
    one.call(...edit('notes.txt', 'First line', 'First line, by one')),
    two.call('csv_operations', {
      path: 'costs.csv',
      operations: [{ op: 'update_cells', cells: [{ row: 2, column: 'Cost', value: 90 }] }],
    }),
  ]);
  expect([first, second]).toMatchObject([{ ok: true }, { ok: true }]);
  // Both at once, on one file: whoever comes second is told and nothing is lost.
  const answers = await Promise.all([
    one.call(...edit('notes.txt', 'Second line', 'Second line, by one')),
    two.call(...edit('notes.txt', 'Second line', 'Second line, by two')),
  ]);
  const won = answers.filter(({ ok }) => ok);
  expect(won).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)?.error?.code).toMatch(/CONFLICT_STALE_STATE|VALIDATION_FAILED/);

  const state = await bench();
  const draft = state.draft && state.revisions.get(state.draft.revisionId)?.tree;
  expect(await text(draft, 'costs.csv')).toBe('Item,Cost\nChairs,120\nLamps,90\n');
  expect(await text(draft, 'notes.txt')).toMatch(/^First line, by one\nSecond line, by (one|two)\n$/);
  for (const [path, published] of Object.entries(texts)) expect(await text(state.published, path)).toBe(published);

  const read = await storage.log.read(benchStream(workbenchId));
  const revisions = read.ok ? read.value.events.filter(({ kind }) => kind === 'draft.revision_created') : [];
  expect(revisions).toHaveLength(3);
  for (const { data: written } of revisions)
    expect(written).toMatchObject({ actor: { kind: 'client', name: expect.stringMatching(/^Agent (One|Two)$/) } });

  const seen = { revisionId: state.draft?.revisionId ?? null };
  const published = await createDraftActions(ports).publish(workbenchId, { dropUnfinished: false, seen }, person);
  expect(published.ok).toBe(true);
  expect(await text((await bench()).published, 'costs.csv')).toContain('Lamps,90');
});

test('[WS-105] what a file hides is not given where the person chose so', { timeout: 60_000 }, async () => {
  const { data, ports, workbenchId } = await openData();
  const bytes = new TextEncoder().encode('shown\u200b\u200b\n');
  const blob = (await ports.content.blobs.put(bytes)) as ContentId;
  const arrival = { source: 'h.txt', name: 'h.txt', size: bytes.length, kind: 'file', blob };
  await addFiles(ports)(workbenchId, [arrival], limits, person);
  await setWorkbenchSettings(ports)(workbenchId, { hiddenContent: 'withheld' }, person);
  const { call } = await connect(data, 'Agent One');
  const answer = await call('read_file', { path: 'h.txt' });
  expect(answer).toMatchObject({ ok: true, warnings: [expect.stringContaining('hidden_content_withheld')] });
  expect(JSON.stringify(answer)).not.toMatch(/\p{Cf}|200b/u);
});

test('a client is told which Workbenches there are when it names none of them', async () => {
  const { data } = await openData();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--workbench', 'Nothing', '--data', data],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await expect(client.connect(transport)).rejects.toThrow();
  expect(said).toContain('There is no Workbench called "Nothing". There are: "Budget 2027".');
});
