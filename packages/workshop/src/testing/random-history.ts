import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobIdOf, createIds, systemWorld } from '@atelier/kernel/adapters';
import { ok, type Tree } from '@atelier/kernel/core';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createSeeded, type Seeded } from '@atelier/kernel/testing';
import { BETWEEN_MARKS_MS, collect, createCommitGate, createDecide, pinsOfLog, verify } from '@atelier/kernel/usecases';
import { expect } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { createKeptTranscripts } from '../adapters/kept-transcripts.ts';
import { activeTree, type Bench } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { placed, send } from '../core/conversation.ts';
import { benchStream, type ContentId, type MessageId, type RunId, type WorkbenchId } from '../core/ids.ts';
import { pathTo } from '../core/path.ts';
import { regenerate } from '../core/regenerate.ts';
import { writeDraft } from '../core/revisions.ts';
import { addFiles } from '../usecases/bench-files.ts';
import { cloneWorkbench } from '../usecases/clone.ts';
import { createDraftActions } from '../usecases/drafts.ts';
import { recordOn } from '../usecases/record.ts';
import { createReviewActions } from '../usecases/review.ts';
import { readTree, sizeOf } from '../usecases/trees.ts';
import { trimWorkbench } from '../usecases/trim-history.ts';
import { createWorkbench } from '../usecases/workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };
const limits = { revisions: 8, bytes: 4_000 };

type Files = Readonly<Record<string, string>>;
/** What a person would write down beside the product. */
type Notes = { readonly published: Files; readonly draft: Files | null };

const openWorld = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-history-'));
  const storage = openDiskStorage(folder, {});
  const content = await storage.content();
  const { log } = storage;
  const benches = createKeptBenches(log);
  const transcripts = createKeptTranscripts(log);
  const ports = { benches, content, newId: createIds(systemWorld), decide: createDecide({ log, states: benches }) };
  const talk = async (id: WorkbenchId) => {
    const now = await transcripts.at(benchStream(id));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  let later = 0;
  const pins = pinsOfLog({ log, streams: storage.audit.streams });
  const clock = { now: () => Date.now() + later };
  const step = collect({ objects: await storage.objects(), pins, gate: createCommitGate(), clock, idOf: blobIdOf });
  /** Frees what nobody holds, at once. */
  const free = async () => {
    await step();
    later += BETWEEN_MARKS_MS;
    await step();
  };
  const close = async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { storage, log, content, ports, talk, free, close };
};
type World = Awaited<ReturnType<typeof openWorld>>;

const benchAt = async ({ ports }: World, id: WorkbenchId): Promise<Bench> => {
  const now = await ports.benches.at(benchStream(id));
  if (!now.ok) throw new Error(now.error.code);
  return now.value.state;
};

const textsOf = async ({ content }: World, tree: ContentId | null): Promise<Files> => {
  const texts: Record<string, string> = {};
  for (const [path, { blob }] of Object.entries((await readTree(content, tree)).entries)) {
    const bytes = await content.blobs.get(blob);
    if (!bytes) throw new Error(`${path} is lost`);
    texts[path] = new TextDecoder().decode(bytes);
  }
  return texts;
};

const notesNow = async (world: World, id: WorkbenchId): Promise<Notes> => {
  const bench = await benchAt(world, id);
  return {
    published: await textsOf(world, bench.published),
    draft: bench.draft ? await textsOf(world, activeTree(bench)) : null,
  };
};

/** One history: what people do in an order nobody planned, on a real log and real content, checked after every step. */
export const playHistory = async (seed: number, steps: number): Promise<void> => {
  const world = await openWorld();
  try {
    await play(world, createSeeded(seed), steps);
  } catch (cause) {
    throw new Error(`history ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  } finally {
    await world.close();
  }
};

const play = async (world: World, seeded: Seeded, steps: number): Promise<void> => {
  const { ports, content, log, talk } = world;
  const { newId } = ports;
  const actions = createDraftActions({ ...ports, revisionLimits: async () => limits });
  const review = createReviewActions({ ...ports, talk, revisionLimits: async () => limits });
  const made = await createWorkbench(ports)({ name: 'A', modelId: 'builtin:offline' }, person);
  if (!made.ok) throw new Error(made.error.code);
  let id = made.value.workbenchId;
  const put = async (text: string) => (await content.blobs.put(new TextEncoder().encode(text))) as ContentId;
  const arrivals = await Promise.all(
    ['a.txt', 'b.txt'].map(async (name) => ({ source: name, name, size: 3, kind: 'file', blob: await put(name) })),
  );
  await addFiles(ports)(id, arrivals, { files: 10, bytes: 1_000 }, person);

  let notes = new Map<string, Notes>();
  let back: Notes[] = [];
  /** By the revision that a drop made: the files before it, and the revision they were. */
  let drops = new Map<string, { readonly before: Notes; readonly base: string }>();
  let writes = 0;
  const here = () => notesNow(world, id);
  const bench = () => benchAt(world, id);

  const edited = async (tree: ContentId): Promise<Tree> => {
    const { entries } = await readTree(content, tree);
    writes += 1;
    const path = seeded.pick(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
    const text = `${path} as of write ${writes}`;
    return { v: 1, entries: { ...entries, [path]: { blob: await put(text), size: text.length, kind: 'file' } } };
  };

  const turn = async (): Promise<void> => {
    const ids = { messageId: newId('msg') as MessageId, runId: newId('run') as RunId };
    const before = await here();
    const sent = await recordOn(ports)(id, person, (now) => send(now, { text: 'Do', mode: 'agent', ...ids, files: 1 }));
    if (!sent.ok) return;
    notes.set(ids.messageId, before);
    back = [];
    const { runId } = ids;
    const answer = newId('msg') as MessageId;
    const started = { runId, modelId: 'm', effort: null, cap: null, scopeHash: '' };
    await recordOn(ports)(id, person, () => ok([{ kind: 'run.started', data: started }]));
    for (let nth = seeded.below(3); nth > 0; nth -= 1) {
      const written = await recordOn(ports)(id, person, async (now) => {
        const base = activeTree(now) as ContentId;
        const tree = await content.trees.put(await edited(base));
        if (!tree.ok) throw new Error(tree.error.code);
        return writeDraft(now, {
          draftId: newId('dft'),
          revisionId: newId('rev'),
          messageId: answer,
          base,
          tree: tree.value as ContentId,
          review: null,
          bytes: 300,
          source: { kind: 'workshop', ref: runId },
          limits,
        });
      });
      if (!written.ok) throw new Error(written.error.code);
    }
    const said = { runId, messageId: answer };
    await recordOn(ports)(id, person, (now) =>
      ok(
        placed(now, [
          { kind: 'message.assistant_started', data: { ...said, modelId: 'm' } },
          { kind: 'message.assistant_completed', data: { ...said, isCut: false } },
          seeded.chance(0.8)
            ? { kind: 'run.completed', data: { runId } }
            : { kind: 'run.canceled', data: { runId, reason: 'person' } },
        ]),
      ),
    );
    await note();
  };
  const note = async (): Promise<void> => {
    const { head } = await bench();
    if (head) notes.set(head, await here());
  };

  const ops: readonly (() => Promise<void>)[] = [
    turn,
    turn,
    async () => {
      const now = await bench();
      const path = pathTo(now, now.head);
      const target = path.length > 0 ? seeded.pick(path) : undefined;
      if (!target) return;
      const before = await here();
      const facts = { messageId: target.id, mode: 'full', published: 'restore', seen: {} } as const;
      const { recorded } = await actions.rewind(id, facts, person);
      if (!recorded.ok) return;
      back.push(before);
      expect(await here()).toEqual(notes.get(target.id));
    },
    async () => {
      const done = await actions.redo(id, {}, person);
      if (!done.ok) return;
      expect(await here()).toEqual(back.pop());
    },
    async () => {
      const before = await here();
      const done = await actions.publish(id, { dropUnfinished: true, seen: {} }, person);
      if (!done.ok) return;
      back = [];
      expect(await here()).toEqual({ published: before.draft, draft: null });
      await note();
    },
    async () => {
      const before = await here();
      const [...checkpoints] = (await bench()).checkpoints.keys();
      const target = checkpoints.length > 0 ? seeded.pick(checkpoints) : undefined;
      if (!target) return void (await actions.checkpoint(id, null, person));
      const tree = (await bench()).checkpoints.get(target)?.tree ?? null;
      const done = await actions.restore(id, target, {}, person);
      if (!done.ok) return;
      back.push(before);
      expect(await here()).toEqual({ published: await textsOf(world, tree), draft: null });
      await note();
    },
    async () => {
      const before = await here();
      const done = await actions.discard(id, {}, person);
      if (!done.ok) return;
      back = [];
      expect(await here()).toEqual({ published: before.published, draft: null });
      await note();
    },
    async () => {
      const before = await here();
      const done = await recordOn(ports)(id, person, async (now) => {
        const size = sizeOf(await readTree(content, now.published));
        const again = regenerate(now, { mode: 'full', published: 'keep', preRestoreId: newId('chk'), size });
        return again.ok ? ok(again.value.events) : again;
      });
      if (!done.ok || !done.value.written) return;
      back.push(before);
      expect((await here()).published).toEqual(before.published);
    },
    async () => {
      const before = await here();
      const base = (await bench()).draft?.revisionId ?? '';
      const path = seeded.pick(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
      const done = await review.dropFile(id, path, {}, person);
      if (!done.ok) return;
      const now = await bench();
      const reference = now.drafts.get(now.draft?.draftId as never)?.reference ?? null;
      const was = (await textsOf(world, reference))[path];
      const { [path]: _dropped, ...rest } = before.draft ?? {};
      const after = { ...before, draft: was === undefined ? rest : { ...rest, [path]: was } };
      expect(await here()).toEqual(after);
      drops.set(done.value.revisionId, { before, base });
    },
    async () => {
      const undone = drops.get((await bench()).draft?.revisionId ?? '');
      const done = await review.undoDrop(id, {}, person);
      if (!done.ok) return;
      expect(await here()).toEqual(undone?.before);
      const earlier = undone && drops.get(undone.base);
      if (earlier) drops.set(done.value.revisionId, earlier);
    },
    async () => {
      const before = await here();
      const now = await bench();
      const from = { bench: now, talk: await talk(id), context: null };
      const copied = await cloneWorkbench({ log, newId })(from, { mode: 'clone_all', name: undefined }, person);
      if (!copied.ok) return;
      id = copied.value.workbenchId;
      expect(await here()).toEqual(before);
      [notes, back, drops] = [new Map(), [], new Map()];
      for (const { id: message } of pathTo(await bench(), (await bench()).head)) notes.set(message, before);
    },
    async () => {
      const before = await here();
      const own = seeded.chance(0.7) ? 'keep' : 'remove';
      const trim = trimWorkbench({ ...ports, log, remove: world.storage.remove });
      const done = await trim(id, { ownCheckpoints: own, seen: {} }, person);
      if (!done.ok) return;
      const now = await bench();
      [notes, back, drops] = [new Map(), [], new Map()];
      for (const { id: message } of pathTo(now, now.head)) notes.set(message, before);
      // A message leads to the first checkpoint after it, so the oldest has the last word.
      for (const { head, tree } of [...now.checkpoints.values()].reverse())
        for (const { id: message } of pathTo(now, head))
          notes.set(message, { published: await textsOf(world, tree), draft: null });
      await world.free();
      expect(await here()).toEqual(before);
      expect(now.checkpoints.size === 0 || own === 'keep').toBe(true);
    },
  ];

  for (let step = 0; step < steps; step += 1) {
    await seeded.pick(ops)();
    const now = await bench();
    const pins = new Set<string>();
    for await (const { ids } of pinsOfLog({ log, streams: async () => [benchStream(id)] }).livePins())
      for (const each of ids) pins.add(each);
    expect([...pins].toSorted(), 'what the log pins is what the Workbench counts').toEqual(
      [...now.holds.keys()].toSorted(),
    );
  }
  const verified = await verify({ audit: world.storage.audit, heads: world.storage.heads, content })();
  expect(verified.findings).toEqual([]);
};
