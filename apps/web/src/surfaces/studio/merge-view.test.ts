import type { Element, ProjectView, ThreadMessage } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { mergeView } from './merge-view.ts';

const element = (id: string, updatedSeq: number) => ({ id, updatedSeq }) as unknown as Element;
const message = (seq: number) => ({ id: `msg_${seq}`, seq }) as unknown as ThreadMessage;
const view = (more: Partial<ProjectView>): ProjectView =>
  ({
    elements: [],
    snapshots: [],
    tasks: [],
    materialLines: [],
    workLines: [],
    facts: [],
    risks: [],
    decisions: [],
    sections: [],
    hashes: {},
    specHashes: {},
    messages: [],
    flags: [],
    ...more,
  }) as unknown as ProjectView;

test('changed records take their place, new ones follow, and untouched lists stay the very same', () => {
  const known = view({
    elements: [element('el_a', 1), element('el_b', 2)],
    hashes: { el_a: 'a1', el_b: 'b1' },
    flags: [{ id: 'flg' } as never],
  });
  const merged = mergeView(
    known,
    view({ elements: [element('el_a', 7), element('el_c', 8)], hashes: { el_a: 'a2', el_c: 'c1' }, version: 3 }),
  );
  expect(merged.elements.map(({ id, updatedSeq }) => [id, updatedSeq])).toEqual([
    ['el_a', 7],
    ['el_b', 2],
    ['el_c', 8],
  ]);
  expect(merged.hashes).toEqual({ el_a: 'a2', el_b: 'b1', el_c: 'c1' });
  expect(merged.tasks).toBe(known.tasks);
  // What comes whole each time is what it says now.
  expect(merged).toMatchObject({ flags: [], version: 3 });
});

test('older messages that were fetched stay above the newest ones', () => {
  const known = view({ messages: [message(1), message(2), message(5)] });
  const merged = mergeView(known, view({ messages: [message(5), message(9)] }));
  expect(merged.messages.map(({ seq }) => seq)).toEqual([1, 2, 5, 9]);
  expect(mergeView(known, view({ messages: [message(5)] })).messages).toBe(known.messages);
});
