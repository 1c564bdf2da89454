import { createContentStore, createDiskObjects, createIds } from '@atelier/kernel/adapters';
import {
  createSeededWorld,
  createSimulatedDisk,
  openOnSimulatedDisk,
  type SimulatedDisk,
} from '@atelier/kernel/testing';
import { createDecide } from '@atelier/kernel/usecases';
import { expect, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { activeTree, type Bench } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { benchStream, type ContentId, type MessageId, type WorkbenchId } from '../core/ids.ts';
import { addFiles } from './bench-files.ts';
import { createDraftActions } from './drafts.ts';
import { createWorkbench } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };

/** A process on a simulated machine, with a log, content and what people do. */
const start = async (disk: SimulatedDisk, seed: number) => {
  const world = createSeededWorld(seed);
  const machine = openOnSimulatedDisk(disk, { world });
  const log = machine.open();
  const objects = await createDiskObjects({ fs: machine.fsOf(log), folder: '/data/objects', entropy: world.entropy });
  const content = createContentStore(objects);
  const benches = createKeptBenches(log);
  const ports = { benches, content, newId: createIds(world), decide: createDecide({ log, states: benches }) };
  const at = async (id: WorkbenchId): Promise<Bench> => {
    const now = await benches.at(benchStream(id));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  const put = async (text: string) => (await content.blobs.put(new TextEncoder().encode(text))) as ContentId;
  const write = async (id: WorkbenchId, text: string): Promise<MessageId> => {
    const base = activeTree(await at(id)) as ContentId;
    const entries = { 'a.txt': { blob: await put(text), size: text.length, kind: 'file' } };
    const tree = await content.trees.put({ v: 1, entries });
    if (!tree.ok) throw new Error(tree.error.code);
    const messageId: MessageId = ports.newId('msg');
    const facts = { messageId, base, tree: tree.value as ContentId, review: null, bytes: text.length };
    const source = { kind: 'workshop', ref: 'run' } as const;
    const written = await createDraftActions(ports).write(id, { ...facts, source }, person);
    if (!written.ok) throw new Error(written.error.code);
    return messageId;
  };
  return { log, content, ports, actions: createDraftActions(ports), at, put, write, close: () => log.close() };
};
type Running = Awaited<ReturnType<typeof start>>;

const prepare = async () => {
  const disk = createSimulatedDisk();
  const process = await start(disk, 1);
  const made = await createWorkbench(process.ports)({ name: 'A', modelId: null }, person);
  if (!made.ok) throw new Error(made.error.code);
  const id = made.value.workbenchId;
  const arrival = { source: 'a.txt', name: 'a.txt', size: 3, kind: 'file', blob: await process.put('one') };
  await addFiles(process.ports)(id, [arrival], { files: 10, bytes: 1_000 }, person);
  const first = await process.actions.checkpoint(id, 'start', person);
  if (!first.ok) throw new Error(first.error.code);
  await process.write(id, 'two');
  return { disk, process, id, checkpointId: first.value.checkpointId };
};

/** Everything a person could tell apart: files, Draft, cards, checkpoints, where the conversation stands. */
const shape = (bench: Bench) => ({
  published: bench.published,
  draft: bench.draft,
  head: bench.head === null ? 'none' : (bench.messages.get(bench.head)?.role ?? 'lost'),
  cards: [...bench.messages.values()].filter(({ role }) => role === 'system').length,
  checkpoints: [...bench.checkpoints.values()].map(({ reason, isExpired }) => [reason, isExpired]),
  pruned: [...bench.revisions.values()].map(({ pruned }) => pruned),
  redo: bench.redo.length,
});

type Case = {
  readonly name: string;
  readonly before: (process: Running, id: WorkbenchId) => Promise<void>;
  readonly act: (process: Running, id: WorkbenchId, checkpoint: `chk_${string}`) => Promise<unknown>;
};
const cases: readonly Case[] = [
  {
    name: 'publish',
    before: async () => undefined,
    act: ({ actions }, id) => actions.publish(id, { dropUnfinished: false, seen: {} }, person),
  },
  {
    name: 'restore',
    before: async ({ actions }, id) => void (await actions.publish(id, { dropUnfinished: false, seen: {} }, person)),
    act: ({ actions }, id, checkpoint) => actions.restore(id, checkpoint, {}, person),
  },
  {
    name: 'rewind',
    before: async ({ actions, at }, id) => {
      await actions.publish(id, { dropUnfinished: false, seen: {} }, person);
      const { head } = await at(id);
      if (!head) throw new Error('a publish leaves a card');
      await actions.undoPublish(id, [...(await at(id)).checkpoints.keys()].at(-1) as never, person);
    },
    act: async ({ actions, at }, id) => {
      const [first] = (await at(id)).messages.keys();
      return actions.rewind(
        id,
        { messageId: first as MessageId, mode: 'full', published: 'restore', seen: {} },
        person,
      );
    },
  },
];

test.each(cases)(
  '[WS-41] whichever call of the disk is the last, $name is wholly before or wholly after',
  async (each) => {
    const { disk, process, id, checkpointId } = await prepare();
    await each.before(process, id);
    const before = shape(await process.at(id));
    await process.close();
    const whole = disk.copy();
    const done = await start(whole, 2);
    await done.at(id);
    const callsBefore = whole.calls();
    await each.act(done, id, checkpointId);
    const calls = whole.calls() - callsBefore;
    const after = shape(await done.at(id));
    expect(after).not.toEqual(before);
    expect(calls).toBeGreaterThan(4);

    let sawBefore = 0;
    let sawAfter = 0;
    for (let last = 0; last <= calls; last += 1) {
      for (const keeps of [false, true]) {
        const cut = disk.copy();
        const running = await start(cut, 2);
        await running.at(id);
        const from = cut.calls();
        cut.injectFaults(({ index }) => (index === from + last ? 'cut' : undefined));
        await each.act(running, id, checkpointId).catch(() => undefined);
        cut.injectFaults(() => undefined);
        cut.powerCut(() => keeps);
        const again = await start(cut, 3);
        const bench = await again.at(id);
        const found = shape(bench);
        const isBefore = JSON.stringify(found) === JSON.stringify(before);
        if (!isBefore) expect(found, `cut at call ${last}`).toEqual(after);
        if (isBefore) sawBefore += 1;
        else sawAfter += 1;
        // Whatever it stands on is there, whole.
        const tree = await again.content.trees.get(activeTree(bench) as ContentId);
        const blob = tree?.entries['a.txt']?.blob as ContentId;
        expect(await again.content.blobs.check(blob)).toBe('sound');
        // And it goes on from there.
        const more = await again.actions.checkpoint(id, null, person);
        expect(more.ok || more.error.code === 'DRAFT_EXISTS').toBe(true);
        await again.close();
      }
    }
    expect(sawBefore).toBeGreaterThan(0);
    expect(sawAfter).toBeGreaterThan(0);
  },
);
