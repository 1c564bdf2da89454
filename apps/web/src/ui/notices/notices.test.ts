import { expect, test } from 'vitest';
import { createNotices, type NewNotice, type Notice, titleMark, unreadIn } from './notices.ts';

const setUp = () => {
  const outside: string[] = [];
  const inside: string[] = [];
  const state = { hidden: false, path: '/' };
  let at = 0;
  const notices = createNotices({
    now: () => {
      at += 1;
      return at;
    },
    isHidden: () => state.hidden,
    path: () => state.path,
    tellOutside: ({ id }: Notice) => void outside.push(id),
    tellInside: ({ id }: Notice) => void inside.push(id),
  });
  return { notices, outside, inside, state };
};

const about = (id: string, path = `/workshop/${id}`): NewNotice => ({ id, surface: 'workshop', title: id, path });

test('while the tab is hidden it is told outside and marks the title until somebody looks', () => {
  const { notices, outside, inside, state } = setUp();
  state.hidden = true;
  notices.notify(about('a'));
  notices.notify(about('b'));
  expect([outside, inside]).toEqual([['a', 'b'], []]);
  expect(titleMark(notices.get())).toBe('(2) ');
  state.hidden = false;
  notices.look('/');
  expect(titleMark(notices.get())).toBe('');
  expect(unreadIn(notices.get(), 'workshop')).toBe(2);
});

test('while the tab is in sight it is told inside, and not at all where it can be seen', () => {
  const { notices, outside, inside, state } = setUp();
  notices.notify(about('a'));
  state.path = '/workshop/b/review';
  notices.notify(about('b'));
  expect([outside, inside]).toEqual([[], ['a']]);
  expect(titleMark(notices.get())).toBe('');
  expect(unreadIn(notices.get())).toBe(1);
});

test('being at the place reads what is about it, and nothing else', () => {
  const { notices } = setUp();
  notices.notify(about('a'));
  notices.notify(about('ab'));
  notices.look('/workshop/a');
  expect(notices.get().map(({ id, isRead }) => [id, isRead])).toEqual([
    ['ab', false],
    ['a', true],
  ]);
  notices.markAllRead();
  expect(unreadIn(notices.get())).toBe(0);
});

test('one thing has one notice, the newest first, and old ones make room', () => {
  const { notices } = setUp();
  for (let n = 0; n < 60; n += 1) notices.notify(about(`n${n}`));
  notices.notify({ ...about('n30'), title: 'again' });
  expect(notices.get()).toHaveLength(50);
  expect(notices.get()[0]).toMatchObject({ id: 'n30', title: 'again' });
  expect(notices.get().filter(({ id }) => id === 'n30')).toHaveLength(1);
});

test('looking where nothing is new tells no listener', () => {
  const { notices } = setUp();
  notices.notify(about('a'));
  notices.look('/workshop/a');
  let told = 0;
  notices.subscribe(() => {
    told += 1;
  });
  notices.look('/workshop/a');
  notices.markAllRead();
  expect(told).toBe(0);
});
