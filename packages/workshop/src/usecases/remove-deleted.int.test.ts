import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobIdOf, createIds, systemWorld } from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { BETWEEN_MARKS_MS, collect, createCommitGate, createDecide, pinsOfLog } from '@atelier/kernel/usecases';
import { expect, onTestFinished, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import type { Actor } from '../core/codec.ts';
import { benchStream, type ContentId, type LaneId, laneBench, type WorkbenchId } from '../core/ids.ts';
import { addFiles } from './bench-files.ts';
import { removeDeleted } from './remove-deleted.ts';
import { createWorkbench, deleteWorkbench, undoDeleteWorkbench } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };
const day = 24 * 60 * 60 * 1000;

const open = async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-deleted-'));
  const storage = openDiskStorage(data);
  onTestFinished(async () => {
    await storage.close();
    await rm(data, { recursive: true });
  });
  const { log } = storage;
  const content = await storage.content();
  const benches = createKeptBenches(log);
  const ports = { benches, content, newId: createIds(systemWorld), decide: createDecide({ log, states: benches }) };
  const create = async (files: Readonly<Record<string, string>>): Promise<WorkbenchId> => {
    const made = await createWorkbench(ports)({ name: 'Work', modelId: null }, person);
    if (!made.ok) throw new Error(made.error.code);
    const arrivals = await Promise.all(
      Object.entries(files).map(async ([name, text]) => {
        const blob = (await content.blobs.put(Buffer.from(text))) as ContentId;
        return { source: name, name, size: text.length, kind: 'file', blob };
      }),
    );
    await addFiles(ports)(made.value.workbenchId, arrivals, { files: 500, bytes: 1e9 }, person);
    return made.value.workbenchId;
  };
  let later = 0;
  const now = () => Date.now() + later;
  const clock = { now };
  const pins = pinsOfLog({ log, streams: storage.audit.streams });
  const objects = await storage.objects();
  const step = collect({ objects, pins, gate: createCommitGate(), clock, idOf: blobIdOf });
  const has = (text: string) => content.blobs.has(blobIdOf(Buffer.from(text)));
  const pass = (ms: number): void => {
    later += ms;
  };
  return {
    storage,
    log,
    ports,
    create,
    step,
    has,
    pass,
    remove: removeDeleted({ ...ports, log, remove: storage.remove, now }),
  };
};

test('a deleted Workbench can come back for thirty days, then it goes, and the next collection frees what it alone held', async () => {
  const { log, ports, create, step, has, pass, remove } = await open();
  const [gone, stays] = [
    await create({ 'a.txt': 'only here', 'b.txt': 'in both' }),
    await create({ 'b.txt': 'in both' }),
  ];
  await log.append(`run/${gone}`, [{ kind: 'run.stepped', key: null, data: {} }], { expected: 0 });
  const lane = benchStream(laneBench('lane_a' as LaneId));
  const born = (workbenchId: string) => ({
    kind: 'workbench.created',
    key: null,
    data: { actor: person, body: { workbenchId, name: 'Work', tree: 'sha256:', modelId: null, folder: null } },
  });
  await log.append(lane, [born(gone)], { expected: 0 });
  await log.append('lane/lane_b', [born(stays)], { expected: 0 });
  expect(await remove(gone), 'not deleted').toBe(false);
  await deleteWorkbench(ports)(gone, person);
  pass(29 * day);
  expect(await remove(gone), 'too lately').toBe(false);
  await undoDeleteWorkbench(ports)(gone, person);
  pass(31 * day);
  expect(await remove(gone), 'brought back').toBe(false);
  await deleteWorkbench(ports)(gone, person);
  pass(30 * day);
  expect(await remove(gone)).toBe(true);
  expect(await log.list('bench')).toEqual([benchStream(stays)]);
  expect(await log.list('run')).toEqual([]);
  expect(await log.list('lane')).toEqual(['lane/lane_b']);
  const at = await ports.benches.at(benchStream(gone));
  expect(at).toMatchObject({ ok: true, value: { seq: 0, state: { id: null } } });
  await step();
  pass(BETWEEN_MARKS_MS);
  await step();
  expect([await has('only here'), await has('in both')]).toEqual([false, true]);
});
