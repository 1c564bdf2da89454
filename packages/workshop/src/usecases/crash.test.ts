import { blobIdOf, createContentStore, createDiskObjects, createIds, sha256 } from '@atelier/kernel/adapters';
import { ok } from '@atelier/kernel/core';
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
import { chooseLane, openCompare } from '../core/compare.ts';
import { placed, send, switchModel } from '../core/conversation.ts';
import { benchStream, type ContentId, type MessageId, type RunId, type WorkbenchId } from '../core/ids.ts';
import type { FileRead, OriginalFiles } from '../ports/index.ts';
import { addFiles } from './bench-files.ts';
import { createDraftActions } from './drafts.ts';
import { createOriginalActions } from './originals.ts';
import { exportWorkbench } from './portable/export-workbench.ts';
import { importWorkbench } from './portable/import-workbench.ts';
import { recordOn } from './record.ts';
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

/** Of every Workbench there is: an import that was cut off must leave none, or a whole one. */
const look = async ({ log, at }: Running) => {
  const shapes = [];
  for (const stream of await log.list('bench')) {
    const bench = await at(stream.slice('bench/'.length) as WorkbenchId);
    if (bench.id !== null) shapes.push(shape(bench));
  }
  return shapes;
};

/** Whatever the files of every Workbench stand on is there, whole. */
const checkContent = async ({ log, at, content }: Running): Promise<void> => {
  for (const stream of await log.list('bench')) {
    const bench = await at(stream.slice('bench/'.length) as WorkbenchId);
    if (bench.id === null) continue;
    const tree = await content.trees.get(activeTree(bench) as ContentId);
    const blob = tree?.entries['a.txt']?.blob as ContentId;
    expect(await content.blobs.check(blob)).toBe('sound');
  }
};

let exported: Uint8Array[] = [];
const idOf = createIds(createSeededWorld(9));
const [compareId, firstLane, secondLane] = [idOf('cmp'), idOf('lane'), idOf('lane')];
const lanes = [
  { laneId: firstLane, modelId: 'm:one', name: 'One' },
  { laneId: secondLane, modelId: 'm:two', name: 'Two' },
] as const;

/** A question with an answer, and another model's answer with a Draft of its own beside it. */
const compare = async ({ ports, at, put, content }: Running, id: WorkbenchId): Promise<void> => {
  const record = async (decision: Parameters<ReturnType<typeof recordOn>>[2]) => {
    const done = await recordOn(ports)<{ readonly code: string }>(id, person, decision as never);
    if (!done.ok) throw new Error(done.error.code);
  };
  const [question, runId] = [ports.newId('msg') as MessageId, ports.newId('run') as RunId];
  await record((bench) => switchModel(bench, { modelId: 'm:one', cardId: ports.newId('msg') }));
  await record((bench) => send(bench, { text: 'Change it', mode: 'ask', messageId: question, runId, files: 1 }));
  const answer = ports.newId('msg') as MessageId;
  await record((bench) =>
    ok(
      placed(bench, [
        { kind: 'run.started', data: { runId, modelId: 'm:one', effort: null, cap: null, scopeHash: '' } },
        { kind: 'message.assistant_started', data: { runId, messageId: answer, modelId: 'm:one' } },
        { kind: 'message.assistant_completed', data: { runId, messageId: answer, isCut: false } },
        { kind: 'run.completed', data: { runId } },
      ]),
    ),
  );
  await record((bench) => openCompare(bench, { compareId, messageId: answer, lanes }));
  const tree = await content.trees.put({
    v: 1,
    entries: { 'a.txt': { blob: await put('lane'), size: 4, kind: 'file' } },
  });
  if (!tree.ok) throw new Error(tree.error.code);
  const own = (await at(id)).compare?.lanes[1];
  if (!own) throw new Error('there is no second lane');
  const reply = ports.newId('msg') as MessageId;
  await record((bench) => {
    const base = bench.published as ContentId;
    const [draftId, revisionId] = [ports.newId('dft'), ports.newId('rev')];
    return ok([
      {
        kind: 'message.placed',
        messageId: reply,
        parentId: question,
        role: 'assistant',
        runId: null,
        laneId: own.id,
        stamp: null,
      },
      {
        kind: 'draft.created',
        draftId,
        base,
        reference: base,
        source: { kind: 'workshop', ref: 'run' },
        laneId: own.id,
        holds: [base],
      },
      {
        kind: 'draft.revision_created',
        draftId,
        revisionId,
        baseRevisionId: null,
        messageId: reply,
        tree: tree.value as ContentId,
        review: null,
        bytes: 4,
        holds: [tree.value as ContentId],
      },
      {
        kind: 'compare.lane_updated',
        compareId,
        laneId: own.id,
        state: 'ready',
        messageId: reply,
        draft: { draftId, revisionId },
      },
    ]);
  });
};

type Case = {
  readonly name: string;
  readonly before: (process: Running, id: WorkbenchId) => Promise<void>;
  readonly act: (process: Running, id: WorkbenchId, checkpoint: `chk_${string}`) => Promise<unknown>;
};
const cases: readonly Case[] = [
  {
    name: 'apply of the first change, which begins a Draft',
    before: async ({ actions }, id) => void (await actions.publish(id, { dropUnfinished: false, seen: {} }, person)),
    act: ({ write }, id) => write(id, 'three'),
  },
  { name: 'apply of a further change', before: async () => undefined, act: ({ write }, id) => write(id, 'three') },
  {
    name: 'discard',
    before: async () => undefined,
    act: ({ actions }, id) => actions.discard(id, {}, person),
  },
  {
    name: 'choose',
    before: async (process, id) => {
      await process.actions.publish(id, { dropUnfinished: false, seen: {} }, person);
      await compare(process, id);
    },
    act: ({ ports }, id) =>
      recordOn(ports)(id, person, (bench) => chooseLane(bench, { laneId: secondLane, cardId: ports.newId('msg') })),
  },
  {
    name: 'import',
    before: async ({ log, content, at }, id) => {
      const out = await exportWorkbench({ log, content, sha256 })(await at(id));
      if (!out.ok) throw new Error(out.error.code);
      exported = [];
      for await (const piece of out.value) exported.push(piece);
    },
    act: ({ log, content, ports }) =>
      importWorkbench({ log, content, sha256, newId: ports.newId })(
        (async function* () {
          yield* exported;
        })(),
        'new',
      ),
  },
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
    const before = await look(process);
    await process.close();
    const whole = disk.copy();
    const done = await start(whole, 2);
    await done.at(id);
    const callsBefore = whole.calls();
    await each.act(done, id, checkpointId);
    const calls = whole.calls() - callsBefore;
    const after = await look(done);
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
        const found = await look(again);
        const isBefore = JSON.stringify(found) === JSON.stringify(before);
        if (!isBefore) expect(found, `cut at call ${last}`).toEqual(after);
        if (isBefore) sawBefore += 1;
        else sawAfter += 1;
        await checkContent(again);
        // And it goes on from there.
        const more = await again.actions.checkpoint(id, null, person);
        expect(more.ok || ['DRAFT_EXISTS', 'COMPARE_OPEN'].includes(more.error.code)).toBe(true);
        await again.close();
      }
    }
    expect(sawBefore).toBeGreaterThan(0);
    expect(sawAfter).toBeGreaterThan(0);
  },
);

/** A folder of one machine that outlives the processes that write to it. */
const folderOf = (files: Map<string, { readonly bytes: Buffer; readonly at: number }>): OriginalFiles => {
  const read = async <T>(name: string, use: (bytes: Buffer) => Promise<T> | T): Promise<FileRead<T>> => {
    const file = files.get(name);
    if (!file) return { ok: false, trouble: 'missing' };
    const facts = { size: file.bytes.length, mtimeNs: `${file.at}`, inode: '1' };
    return { ok: true, facts, value: await use(file.bytes) };
  };
  return {
    isThere: async () => true,
    names: async () => [...files.keys()],
    look: (_folder, name) => read(name, () => null),
    read: (_folder, name, use) =>
      read(name, (bytes) => {
        let from = 0;
        const source = {
          read: async (into: Uint8Array) => {
            const count = bytes.copy(into, 0, from);
            from += count;
            return count;
          },
        };
        return use(source);
      }),
    hash: (_folder, name) => read(name, (bytes) => blobIdOf(bytes)),
    replace: async (_folder, name, pieces) => {
      const all: Uint8Array[] = [];
      for await (const piece of pieces) all.push(Buffer.from(piece));
      const bytes = Buffer.concat(all);
      files.set(name, { bytes, at: 2 });
      return { size: bytes.length, mtimeNs: '2', inode: '1' };
    },
    addBeside: async () => {
      throw new Error('nothing is written beside');
    },
  };
};

test('[WS-99] whichever call of the disk is the last, a file that is written back is whole and what it replaced is kept', async () => {
  const disk = createSimulatedDisk();
  const process = await start(disk, 1);
  const made = await createWorkbench(process.ports)({ name: 'A', modelId: null, folder: '/folder' }, person);
  if (!made.ok) throw new Error(made.error.code);
  const id = made.value.workbenchId;
  const one = await process.put('one');
  const original = { folder: '/folder', name: 'a.txt', mtimeNs: '1' };
  const arrival = { source: 'a.txt', name: 'a.txt', size: 3, kind: 'file', blob: one, original };
  await addFiles(process.ports)(id, [arrival], { files: 10, bytes: 1_000 }, person);
  await process.write(id, 'two');
  await process.actions.publish(id, { dropUnfinished: false, seen: {} }, person);
  await process.close();

  const fresh = () => new Map([['a.txt', { bytes: Buffer.from('one'), at: 1 }]]);
  const writeBack = ({ ports }: Running, files: ReturnType<typeof fresh>) =>
    createOriginalActions({ ...ports, originals: folderOf(files) }).writeBack(id, {}, person);
  const whole = disk.copy();
  const done = await start(whole, 2);
  await done.at(id);
  const callsBefore = whole.calls();
  expect(await writeBack(done, fresh())).toMatchObject({ ok: true, value: { results: [{ status: 'written' }] } });
  const calls = whole.calls() - callsBefore;
  expect(calls).toBeGreaterThan(8);

  const seen = new Set<string>();
  for (let last = 0; last <= calls; last += 1) {
    for (const keeps of [false, true]) {
      const [cut, files] = [disk.copy(), fresh()];
      const running = await start(cut, 2);
      await running.at(id);
      const from = cut.calls();
      cut.injectFaults(({ index }) => (index === from + last ? 'cut' : undefined));
      await writeBack(running, files).catch(() => undefined);
      cut.injectFaults(() => undefined);
      cut.powerCut(() => keeps);
      const again = await start(cut, 3);
      const bench = await again.at(id);
      const now = files.get('a.txt')?.bytes.toString() ?? '';
      const isTold = bench.originals.get('a.txt')?.blob !== one;
      seen.add(`${now} ${isTold}`);
      expect(['one', 'two']).toContain(now);
      // What is said to be written is written, and what was there before is in a checkpoint first.
      if (isTold) expect(now).toBe('two');
      if (now === 'two') {
        const trees = [...bench.checkpoints.values()].filter(({ reason }) => reason === 'auto');
        const kept = await Promise.all(trees.map(async ({ tree }) => again.content.trees.get(tree)));
        expect(kept.some((tree) => tree?.entries['a.txt']?.blob === one)).toBe(true);
        expect(await again.content.blobs.check(one)).toBe('sound');
      }
      const more = await writeBack(again, files);
      expect(more, `cut at call ${last}`).toMatchObject({ ok: true, value: { results: [{ path: 'a.txt' }] } });
      expect(more.ok && ['written', 'same']).toContain(more.ok && more.value.results[0]?.status);
      expect(files.get('a.txt')?.bytes.toString()).toBe('two');
      await again.close();
    }
  }
  expect([...seen].sort()).toEqual(['one false', 'two false', 'two true']);
});
