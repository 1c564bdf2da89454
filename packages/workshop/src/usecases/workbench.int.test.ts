import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIds, systemWorld } from '@atelier/kernel/adapters';
import type { TreeEntry } from '@atelier/kernel/core';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide, pinsOfLog } from '@atelier/kernel/usecases';
import { afterEach, expect, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { activeTree } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { benchStream, type ContentId, type MessageId, type WorkbenchId } from '../core/ids.ts';
import { pathTo } from '../core/path.ts';
import { addFiles, removeFiles } from './bench-files.ts';
import { createDraftActions } from './drafts.ts';
import { createWorkbench, deleteWorkbench, renameWorkbench, workbenchName } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };
const client: Actor = { kind: 'client', name: 'an MCP client' };
const limits = { files: 10, bytes: 1_000_000 };

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const open = async (folder?: string) => {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'atelier-workshop-')));
  if (!folder) folders.push(data);
  const storage = openDiskStorage(data, {});
  const content = await storage.content();
  const benches = createKeptBenches(storage.log);
  const ports = {
    benches,
    content,
    decide: createDecide({ log: storage.log, states: benches }),
    newId: createIds(systemWorld),
  };
  const actions = createDraftActions(ports);
  const at = async (id: WorkbenchId) => {
    const now = await benches.at(benchStream(id));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  const stored = async (name: string, text: string) => ({
    source: name,
    name,
    size: text.length,
    kind: 'csv',
    blob: (await content.blobs.put(new TextEncoder().encode(text))) as ContentId,
  });
  const textOf = async (id: WorkbenchId, path: string, tree?: ContentId | null) => {
    const entries = (await content.trees.get((tree ?? activeTree(await at(id))) as ContentId))?.entries ?? {};
    const blob = entries[path]?.blob;
    return blob ? new TextDecoder().decode(await content.blobs.get(blob)) : undefined;
  };
  /** What a file tool does: a new tree on the one it read, handed in under the program's own name. */
  const edit = async (id: WorkbenchId, path: string, text: string, base?: ContentId) => {
    const before = base ?? (activeTree(await at(id)) as ContentId);
    const file = await stored(path, text);
    const entry: TreeEntry = { blob: file.blob, size: file.size, kind: 'csv' };
    const tree = await content.trees.put({
      v: 1,
      entries: { ...(await content.trees.get(before))?.entries, [path]: entry },
    });
    if (!tree.ok) throw new Error(tree.error.code);
    const messageId: MessageId = ports.newId('msg');
    const facts = { messageId, base: before, tree: tree.value as ContentId, review: null, bytes: file.size };
    return actions.write(id, { ...facts, source: { kind: 'outside', ref: client.name } }, client);
  };
  return { data, storage, ports, actions, at, stored, textOf, edit, close: () => storage.close() };
};

const newWorkbench = async (world: Awaited<ReturnType<typeof open>>): Promise<WorkbenchId> => {
  const created = await createWorkbench(world.ports)({ name: ' Quarter\u202e ', modelId: 'builtin:offline' }, person);
  if (!created.ok) throw new Error(created.error.code);
  const files = [await world.stored('a.csv', 'x,1\n'), await world.stored('_keep.txt', 'mine\n')];
  const added = await addFiles(world.ports)(created.value.workbenchId, files, limits, person);
  expect(added).toMatchObject({ ok: true, value: { results: [{ status: 'added' }, { status: 'added' }] } });
  return created.value.workbenchId;
};

test('an outside program drafts, a person publishes, undoes and redoes; a restart changes nothing', async () => {
  const world = await open();
  const id = await newWorkbench(world);
  const before = (await world.at(id)).published;

  expect(await world.edit(id, 'a.csv', 'x,2\n')).toMatchObject({ ok: true });
  expect(await world.edit(id, 'new.csv', 'y\n')).toMatchObject({ ok: true });
  expect((await world.at(id)).published).toBe(before);
  expect(await world.textOf(id, 'a.csv')).toBe('x,2\n');
  expect(await world.textOf(id, 'a.csv', before)).toBe('x,1\n');

  expect(await world.actions.publish(id, { dropUnfinished: false, seen: {} }, person)).toMatchObject({ ok: true });
  expect(await world.textOf(id, '_keep.txt')).toBe('mine\n');
  await world.close();

  const again = await open(world.data);
  const bench = await again.at(id);
  expect([bench.name, bench.draft]).toEqual(['Quarter', null]);
  expect(await again.textOf(id, 'a.csv')).toBe('x,2\n');
  const [checkpoint] = [...bench.checkpoints.values()];
  expect(checkpoint).toMatchObject({ reason: 'publish', tree: before, files: 2 });
  expect(pathTo(bench, bench.head).map(({ role }) => role)).toEqual(['system']);

  expect(await again.actions.undoPublish(id, checkpoint?.id as never, person)).toMatchObject({ ok: true });
  expect((await again.at(id)).published).toBe(before);
  expect(await again.textOf(id, 'new.csv')).toBe('y\n');
  await again.close();
});

test('two programs that read the same state: the second is told, and nothing of the first is lost', async () => {
  const world = await open();
  const id = await newWorkbench(world);
  const base = (await world.at(id)).published as ContentId;
  const both = await Promise.all([world.edit(id, 'a.csv', 'first\n', base), world.edit(id, 'a.csv', 'second\n', base)]);
  expect(both.map((each) => (each.ok ? 'ok' : each.error.code)).toSorted()).toEqual(['CONFLICT_DRAFT_CHANGED', 'ok']);
  await world.close();
});

test('while a Draft is open files, checkpoints and deletion wait for it, and the state stays the same', async () => {
  const world = await open();
  const id = await newWorkbench(world);
  await world.edit(id, 'a.csv', 'x,2\n');
  const seq = async () => (await world.ports.benches.at(benchStream(id))) as { value: { seq: number } };
  const before = (await seq()).value.seq;
  const refused = await Promise.all([
    addFiles(world.ports)(id, [await world.stored('b.csv', 'b')], limits, person),
    removeFiles(world.ports)(id, ['a.csv'], person),
    deleteWorkbench(world.ports)(id, person),
    world.actions.checkpoint(id, null, person),
  ]);
  expect(refused.map((each) => (each.ok ? 'ok' : each.error.code))).toEqual(Array(4).fill('DRAFT_EXISTS'));
  expect((await seq()).value.seq).toBe(before);
  await world.close();
});

test('a person who decided on an older state is told to look again', async () => {
  const world = await open();
  const id = await newWorkbench(world);
  await world.edit(id, 'a.csv', 'x,2\n');
  const seen = { revisionId: (await world.at(id)).draft?.revisionId };
  await world.edit(id, 'a.csv', 'x,3\n');
  expect(await world.actions.publish(id, { dropUnfinished: false, seen }, person)).toMatchObject({
    ok: false,
    error: { code: 'CONFLICT_STALE_STATE' },
  });
  expect(await world.actions.discard(id, {}, person)).toMatchObject({ ok: true });
  expect(await world.textOf(id, 'a.csv')).toBe('x,1\n');
  await world.close();
});

test('removing files takes a checkpoint first, and what history needs is pinned in the log itself', async () => {
  const world = await open();
  const id = await newWorkbench(world);
  const full = (await world.at(id)).published;
  expect(await removeFiles(world.ports)(id, ['nowhere.csv'], person)).toMatchObject({
    error: { code: 'FILE_NOT_FOUND', paths: ['nowhere.csv'] },
  });
  await removeFiles(world.ports)(id, ['a.csv'], person);
  const bench = await world.at(id);
  expect([...bench.checkpoints.values()]).toMatchObject([{ reason: 'auto', tree: full }]);
  const pins = new Set<string>();
  const live = pinsOfLog({ log: world.storage.log, streams: () => world.storage.log.list('bench') });
  for await (const { ids } of live.livePins()) for (const id of ids) pins.add(id);
  for (const id of bench.holds.keys()) expect(pins.has(id)).toBe(true);
  await renameWorkbench(world.ports)(id, 'Renamed', person);
  expect((await world.at(id)).name).toBe('Renamed');
  await world.close();
});

test('names are kept short, visible and never empty', () => {
  expect([workbenchName(''), workbenchName('\u200f\n'), [...workbenchName('é'.repeat(300))].length]).toEqual([
    'Untitled Workbench',
    'Untitled Workbench',
    120,
  ]);
});
