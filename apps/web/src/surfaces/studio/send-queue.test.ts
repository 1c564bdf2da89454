import { expect, test } from 'vitest';
import { createHeld, emptyQueue, isFull, queued, type Sending, settled, standsInLine } from './send-queue.ts';

const sending = (key: string, at = 0): Sending => ({ key, at, event: { type: 'chatMessage', text: key } });

test('one is under way and five wait; pins, scope and autosaves never stand in line', () => {
  let queue = emptyQueue;
  for (const key of ['a', 'b', 'c', 'd', 'e']) queue = queued(queue, sending(key));
  expect(isFull(queue)).toBe(false);
  queue = queued(queue, sending('f'));
  expect(isFull(queue)).toBe(true);
  queue = settled({ ...queue, isHeld: true }, 'a');
  expect(queue).toMatchObject({
    isHeld: false,
    items: [{ key: 'b' }, { key: 'c' }, { key: 'd' }, { key: 'e' }, { key: 'f' }],
  });
  expect(standsInLine({ type: 'setPins', pinnedStage: 'auto' })).toBe(false);
  expect(standsInLine({ type: 'saveAnswerDraft', answers: {} })).toBe(false);
  expect(standsInLine({ type: 'discardDraft' })).toBe(true);
});

test('what was not answered outlives the page, in order and per project', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size;
    },
  };
  const held = createHeld(storage, 'prj_1');
  held.hold(sending('late', 2));
  held.hold(sending('early', 1));
  createHeld(storage, 'prj_2').hold(sending('other', 0));
  stored.set('atelier.studio.held.prj_1.broken', '{');
  expect(createHeld(storage, 'prj_1').all()).toEqual([sending('early', 1), sending('late', 2)]);
  expect(stored.has('atelier.studio.held.prj_1.broken')).toBe(false);
  held.drop('early');
  expect(held.all().map(({ key }) => key)).toEqual(['late']);
});
