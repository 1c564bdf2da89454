import type { ManualOp, StudioEvent } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { createCell } from '../../../client/observable.ts';
import type { ProjectState, ProjectStore, TurnReply } from '../project-store.ts';
import { createEditLine } from './edit-line.ts';

const set = (id: string, crew: number): ManualOp => ({ op: 'set', opId: 'o', entity: 'task', id, changes: { crew } });

/** A store whose every turn moves the hashes of the records it touches. */
const createWorld = () => {
  const state = createCell<ProjectState>({ phase: 'loading' });
  const sent: { readonly event: StudioEvent; readonly answer: (reply: TurnReply) => void }[] = [];
  let seq = 0;
  const show = (hashes: Record<string, string>) => state.set({ phase: 'ready', seq, view: { hashes } as never });
  const project = {
    state,
    queue: createCell({ items: [], isHeld: false }),
    send: (event: StudioEvent) => new Promise<TurnReply>((answer) => sent.push({ event, answer })),
  } as unknown as ProjectStore;
  const done = async (nth: number, hashes: Record<string, string>) => {
    seq += 1;
    show(hashes);
    sent[nth]?.answer({ ok: true, value: { outcome: 'done', headSeq: seq } } as never);
    await new Promise((resolve) => setTimeout(resolve));
  };
  show({ tsk_a: 'a0', tsk_b: 'b0' });
  return {
    ...createEditLine(project),
    sent,
    done,
    matches: () => sent.map(({ event }) => 'ifMatch' in event && event.ifMatch),
  };
};

test('two edits of one record follow each other, the second held against what the first left', async () => {
  const { edit, done, matches } = createWorld();
  edit([set('tsk_a', 2)]);
  edit([set('tsk_a', 3)]);
  expect(matches()).toEqual([{ tsk_a: 'a0' }]);
  await done(0, { tsk_a: 'a1', tsk_b: 'b0' });
  expect(matches()).toEqual([{ tsk_a: 'a0' }, { tsk_a: 'a1' }]);
});

test('edits of different records do not wait for each other', () => {
  const { edit, matches } = createWorld();
  edit([set('tsk_a', 2)]);
  edit([set('tsk_b', 3)]);
  expect(matches()).toEqual([{ tsk_a: 'a0' }, { tsk_b: 'b0' }]);
});

test('what somebody else changed meanwhile is not taken for one’s own', async () => {
  const { edit, done, matches } = createWorld();
  edit([set('tsk_a', 2)]);
  edit([set('tsk_a', 3), set('tsk_b', 3)]);
  await done(0, { tsk_a: 'a1', tsk_b: 'somebody' });
  expect(matches()[1]).toEqual({ tsk_a: 'a1', tsk_b: 'b0' });
});

test('what is made stays pending until the screen shows it, the edits behind it too', async () => {
  const { edit, done, pending } = createWorld();
  edit([set('tsk_a', 2)]);
  edit([set('tsk_a', 3)]);
  const crews = () => pending.get().map((op) => op.op === 'set' && op.changes.crew);
  expect(crews()).toEqual([2, 3]);
  await done(0, { tsk_a: 'a1', tsk_b: 'b0' });
  expect(crews()).toEqual([3]);
  await done(1, { tsk_a: 'a2', tsk_b: 'b0' });
  expect(crews()).toEqual([]);
});
