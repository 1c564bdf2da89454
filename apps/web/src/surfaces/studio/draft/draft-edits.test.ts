import type { StudioEventOf, StudioTurnDone } from '@atelier/contracts/studio';
import { beforeEach, expect, test, vi } from 'vitest';
import { createCell } from '../../../client/observable.ts';
import type { ProjectState, ProjectStore } from '../project-store.ts';
import { createDraftEdits, isPending } from './draft-edits.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A draft whose every accepted edit is a revision that the screen shows a moment after the answer. */
const createWorld = () => {
  const state = createCell<ProjectState>({ phase: 'loading' });
  const show = (revision: number | null) =>
    state.set({
      phase: 'ready',
      seq: 0,
      view: { session: { draft: revision === null ? null : { draftId: 'drf_a', revision } } } as never,
    });
  const sent: (readonly [number, number])[] = [];
  const answers: ((outcome: 'done' | 'rejected') => void)[] = [];
  const send = ({ expectedDraftRevision, edits }: StudioEventOf<'editDraft'>) => {
    sent.push([expectedDraftRevision, edits.length]);
    return new Promise<StudioTurnDone>((resolve) =>
      answers.push((outcome) => resolve({ outcome } as unknown as StudioTurnDone)),
    );
  };
  const answer = async (nth: number, outcome: 'done' | 'rejected' = 'done') => {
    answers[nth]?.(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  show(1);
  const edits = createDraftEdits({ state } as unknown as ProjectStore);
  const untick = (opId: string) => edits.edit([{ opId, include: false }], send);
  return { edits, untick, sent, answer, show };
};

test('ticks in a row are one edit, and the next waits for the revision it makes', async () => {
  const { untick, sent, answer, show } = createWorld();
  untick('o1');
  untick('o2');
  await vi.advanceTimersByTimeAsync(200);
  untick('o3');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([[1, 2]]);
  await answer(0);
  show(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('whoever applies right after a tick waits for it: it is sent at once, and what follows it too', async () => {
  const { edits, untick, sent, answer, show } = createWorld();
  untick('o1');
  edits.hurry();
  expect(sent).toEqual([[1, 1]]);
  untick('o2');
  await answer(0);
  // The answer is here, the screen still shows what was there before.
  expect(isPending(edits.now.get())).toBe(true);
  show(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([
    [1, 1],
    [2, 1],
  ]);
  await answer(1);
  show(3);
  await vi.advanceTimersByTimeAsync(0);
  expect([isPending(edits.now.get()), edits.now.get().refused]).toEqual([false, 0]);
});

test('a refused edit is counted, so that nobody goes on as if it had been made', async () => {
  const { edits, untick, answer } = createWorld();
  untick('o1');
  edits.hurry();
  await answer(0, 'rejected');
  expect([isPending(edits.now.get()), edits.now.get().refused]).toEqual([false, 1]);
});

test('edits of a draft that is over go with it', async () => {
  const { edits, untick, sent, show } = createWorld();
  untick('o1');
  show(null);
  await vi.advanceTimersByTimeAsync(200);
  expect([sent, isPending(edits.now.get())]).toEqual([[], false]);
});
