import { idFromBytes } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activeTree, type Bench, emptyBench, placeNow } from './bench.ts';
import { createCheckpoint, restoreCheckpoint } from './checkpoints.ts';
import { isWritable } from './codec.ts';
import { chooseLane, closeCompare, openCompare } from './compare.ts';
import { placed, send, switchModel, type WorkbenchEvent } from './conversation.ts';
import type { Place } from './events.ts';
import { fold } from './fold.ts';
import { stateOf } from './gating.ts';
import { pinsOf } from './holds.ts';
import type { ContentId, MessageId } from './ids.ts';
import { pathTo, userMessageOf } from './path.ts';
import { discard, publish, undoDiscard, undoPublish } from './publish.ts';
import { regenerate } from './regenerate.ts';
import { writeDraft } from './revisions.ts';
import { redo, rewind } from './rewind.ts';

/** What a person would write down beside the product: each message with the files as it left them. */
type Notes = { readonly tree: ContentId; readonly draft: ContentId | null };

const size = { files: 1, bytes: 1 };
const noChange = { added: 0, modified: 1, deleted: [] };
const limits = { revisions: 6, bytes: 1_000 };
const keep = { manual: 3, other: 5 };

const world = () => {
  let made = 0;
  const next = <const Prefix extends string>(prefix: Prefix) => {
    made += 1;
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setUint32(12, made);
    return idFromBytes(prefix, bytes);
  };
  const tree = (): ContentId => {
    made += 1;
    return `sha256:${made.toString(16).padStart(64, '0')}`;
  };
  const bench = emptyBench();
  const pinned = new Set<ContentId>();
  let seq = 0;
  const record = (events: readonly WorkbenchEvent[]): void => {
    const { pins, unpins } = pinsOf(bench, events);
    for (const id of pins) pinned.add(id);
    for (const id of unpins) pinned.delete(id);
    for (const event of events) {
      if (!isWritable(event)) throw new Error(`${event.kind} does not have its shape`);
      fold(bench, event, { seq, at: '2026-01-01T00:00:00.000Z' });
      seq += 1;
    }
  };
  return { bench, pinned, next, tree, record };
};

const filesNow = (bench: Bench): Notes => ({
  tree: bench.published as ContentId,
  draft: bench.draft ? activeTree(bench) : null,
});

/** Everything a person may still return to has to be held by somebody. */
const needed = (bench: Bench): readonly ContentId[] => [
  bench.published as ContentId,
  ...[...bench.checkpoints.values()].filter((each) => !each.isExpired).map((each) => each.tree),
  ...[...bench.revisions.values()].filter((each) => !each.isReleased).map((each) => each.tree),
  ...[...bench.messages.values()].flatMap((each) => (each.stamp ? [each.stamp.published] : [])),
];

const walk = (choices: readonly { readonly op: number; readonly pick: number }[]): void => {
  const { bench, pinned, next, tree, record } = world();
  const notes = new Map<MessageId, Notes>();
  const back: { place: Place; files: Notes }[] = [];
  record([
    (() => {
      const first = tree();
      return {
        kind: 'workbench.created',
        workbenchId: next('wb'),
        name: 'A',
        tree: first,
        modelId: 'm',
        folder: null,
        holds: [first],
      } as const;
    })(),
  ]);

  const note = (): void => {
    if (bench.head) notes.set(bench.head, filesNow(bench));
  };
  const turn = (writes: number, ends: 'complete' | 'interrupt'): void => {
    const sent = send(bench, {
      text: 'Do it',
      mode: 'agent',
      messageId: next('msg'),
      runId: next('run'),
      files: 1,
    });
    if (!sent.ok) return;
    const before = filesNow(bench);
    record(sent.value);
    if (bench.run) notes.set(bench.run.userMessageId, before);
    back.length = 0;
    const runId = bench.run?.id as string;
    const messageId = next('msg');
    const about = { runId, modelId: 'm', effort: null, cap: null };
    record(
      placed(bench, [
        { kind: 'run.started', data: { ...about, scopeHash: 's' } },
        { kind: 'message.assistant_started', data: { runId, messageId, modelId: 'm' } },
      ]),
    );
    for (let nth = 0; nth < writes; nth += 1) write(messageId);
    record(
      placed(
        bench,
        ends === 'complete'
          ? [
              { kind: 'message.assistant_completed', data: { runId, messageId, isCut: false } },
              { kind: 'run.completed', data: { runId } },
            ]
          : [
              { kind: 'message.assistant_interrupted', data: { runId, messageId } },
              { kind: 'run.canceled', data: { runId, reason: 'person' } },
            ],
      ),
    );
    note();
  };
  const write = (messageId: MessageId): void => {
    const base = activeTree(bench) as ContentId;
    const written = writeDraft(bench, {
      draftId: next('dft'),
      revisionId: next('rev'),
      messageId,
      base,
      tree: tree(),
      review: null,
      bytes: 150,
      source: { kind: 'workshop', ref: 'run' },
      limits,
    });
    if (!written.ok) throw new Error(written.error.code);
    record(written.value);
  };

  const reopen = (messageId: MessageId): void => {
    const from = { place: placeNow(bench), files: filesNow(bench) };
    const moved = rewind(bench, {
      messageId,
      mode: 'reopen_draft',
      published: 'restore',
      preRestoreId: next('chk'),
      size,
      keep,
    });
    if (!moved.ok) throw new Error(moved.error.code);
    record(moved.value.events);
    expect(filesNow(bench)).toEqual(notes.get(messageId));
    expect(bench.draft && bench.revisions.get(bench.draft.revisionId)?.pruned).not.toBe('published');
    back.push(from);
  };

  const ops: ((pick: number) => void)[] = [
    (pick) => turn(pick % 3, 'complete'),
    (pick) => turn(pick % 2, 'interrupt'),
    (pick) => {
      const path = pathTo(bench, bench.head);
      const target = path[pick % Math.max(1, path.length)];
      if (!target) return;
      const from = { place: placeNow(bench), files: filesNow(bench) };
      const moved = rewind(bench, {
        messageId: target.id,
        mode: 'full',
        published: 'restore',
        preRestoreId: next('chk'),
        size,
        keep,
      });
      if (!moved.ok) {
        expect(['ALREADY_HERE', 'RUN_IN_PROGRESS', 'REVISION_PRUNED', 'MESSAGE_NOT_FOUND']).toContain(moved.error.code);
        if (moved.error.code === 'REVISION_PRUNED' && moved.error.isReopenable) reopen(target.id);
        return;
      }
      if (bench.compare) back.length = 0;
      record(moved.value.events);
      expect(bench.head).toBe(target.id);
      expect(filesNow(bench)).toEqual(notes.get(target.id));
      back.push(from);
    },
    () => {
      const target = back.at(-1);
      const moved = redo(bench, { preRestoreId: next('chk'), size, keep });
      if (!moved.ok) {
        if (moved.error.code === 'NOTHING_TO_REDO') expect(back).toEqual([]);
        return;
      }
      expect(target).toBeDefined();
      record(moved.value);
      expect(bench.head).toBe(target?.place.head);
      expect(filesNow(bench)).toEqual(target?.files);
      back.pop();
    },
    () => {
      const draft = filesNow(bench).draft;
      const before = bench.published;
      const done = publish(bench, {
        checkpointId: next('chk'),
        cardId: next('msg'),
        size,
        changed: noChange,
        dropUnfinished: true,
        keep,
      });
      if (!done.ok) return;
      record(done.value);
      back.length = 0;
      expect(filesNow(bench)).toEqual({ tree: draft, draft: null });
      expect([...bench.checkpoints.values()].at(-1)?.tree).toBe(before);
      note();
    },
    (pick) => {
      const of = [...bench.checkpoints.values()][pick % Math.max(1, bench.checkpoints.size)];
      if (!of) return;
      const from = filesNow(bench);
      const undone = undoPublish(bench, { checkpointId: of.id, cardId: next('msg') });
      if (!undone.ok) return;
      record(undone.value);
      expect(filesNow(bench)).toEqual({ tree: of.tree, draft: from.tree });
      note();
    },
    () => {
      const published = bench.published;
      const done = discard(bench, { cardId: next('msg') });
      if (!done.ok) return;
      record(done.value);
      back.length = 0;
      expect(filesNow(bench)).toEqual({ tree: published, draft: null });
      note();
    },
    (pick) => {
      const draft = [...bench.drafts.values()][pick % Math.max(1, bench.drafts.size)];
      const done = draft && undoDiscard(bench, { draftId: draft.id, cardId: next('msg') });
      if (!done?.ok) return;
      record(done.value);
      expect(bench.draft?.draftId).toBe(draft?.id);
      note();
    },
    () => {
      const done = createCheckpoint(bench, { checkpointId: next('chk'), description: null, size, keep });
      if (done.ok) record(done.value);
    },
    (pick) => {
      const of = [...bench.checkpoints.values()][pick % Math.max(1, bench.checkpoints.size)];
      if (!of) return;
      const from = { place: placeNow(bench), files: filesNow(bench) };
      const done = restoreCheckpoint(bench, {
        checkpointId: of.id,
        preRestoreId: next('chk'),
        cardId: next('msg'),
        size,
        keep,
      });
      if (!done.ok) return;
      record(done.value);
      back.push(from);
      const kept = [...bench.checkpoints.values()].at(-1);
      expect(kept).toMatchObject({ reason: 'pre_restore', tree: from.files.tree, head: from.place.head });
      expect(filesNow(bench)).toEqual({ tree: of.tree, draft: null });
      note();
    },
    () => {
      const before = filesNow(bench);
      const from = { place: placeNow(bench), files: before };
      const done = regenerate(bench, { mode: 'full', published: 'keep', preRestoreId: next('chk'), size, keep });
      if (!done.ok) return;
      record(done.value.events);
      if (done.value.events.length > 0) back.push(from);
      expect(filesNow(bench).tree).toBe(before.tree);
      expect(bench.head).toBe(done.value.userMessageId);
    },
    () => {
      const done = switchModel(bench, { modelId: `m${bench.messages.size}`, cardId: next('msg') });
      if (!done.ok) return;
      record(done.value);
      note();
    },
    (pick) => {
      if (!bench.head || !userMessageOf(bench, bench.head)) return;
      const before = { head: bench.head, files: filesNow(bench) };
      const lanes = [0, 1, 2].map(() => ({ laneId: next('lane'), modelId: 'm', name: 'Model' }));
      const opened = openCompare(bench, { compareId: next('cmp'), messageId: bench.head, lanes });
      if (!opened.ok) return;
      record(opened.value);
      expect(stateOf(bench)).toBe('comparing');
      expect(
        send(bench, {
          text: 'x',
          mode: 'agent',
          messageId: next('msg'),
          runId: next('run'),
          files: 1,
        }),
      ).toMatchObject({ error: { code: 'COMPARE_OPEN' } });
      const first = bench.compare?.lanes[0];
      const done =
        pick % 2 === 0 || !first?.messageId
          ? closeCompare(bench)
          : chooseLane(bench, { laneId: first.id, cardId: next('msg') });
      if (!done.ok) throw new Error(done.error.code);
      record(done.value);
      if (first?.messageId) expect(filesNow(bench).draft).toBe(before.files.draft);
      if (pick % 2 === 1) note();
    },
  ];

  for (const { op, pick } of choices) {
    ops[op % ops.length]?.(pick);
    // Plain comparisons: some hundred thousand of them are made here.
    const lost = needed(bench).find((id) => !pinned.has(id));
    if (lost) throw new Error(`${lost} can still be returned to and is held by nobody`);
    const isSame = pinned.size === bench.holds.size && [...pinned].every((id) => bench.holds.has(id));
    if (!isSame) throw new Error('what the log pins is not what the Workbench counts');
    const rewindable = [...bench.revisions.values()].filter(({ pruned }) => pruned === null);
    if (rewindable.length > limits.revisions + 1) throw new Error('revisions above the limit stay');
  }
};

test('whatever people do in whatever order, files and chat move together and nothing they may return to is let go', () => {
  const choice = fc.record({ op: fc.nat(12), pick: fc.nat(1_000) });
  fc.assert(fc.property(fc.array(choice, { minLength: 40, maxLength: 60 }), walk), { numRuns: 200 });
});
