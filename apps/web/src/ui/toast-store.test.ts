import { expect, test } from 'vitest';
import { createToasts } from './toast-store.ts';

test('toasts queue up to four, the oldest leaves first', () => {
  const toasts = createToasts();
  for (const title of ['a', 'b', 'c', 'd', 'e']) toasts.show({ title });
  expect(toasts.get().map(({ title }) => title)).toEqual(['b', 'c', 'd', 'e']);
});

test('one is dismissed without the others', () => {
  const toasts = createToasts();
  toasts.show({ title: 'a' });
  toasts.show({ title: 'b', tone: 'danger' });
  toasts.dismiss(toasts.get()[0]?.id ?? -1);
  expect(toasts.get()).toMatchObject([{ title: 'b', tone: 'danger' }]);
});

test('what went wrong is not pushed out by good news', () => {
  const toasts = createToasts();
  toasts.show({ title: 'wrong', tone: 'danger' });
  for (const title of ['a', 'b', 'c', 'd', 'e']) toasts.show({ title, tone: 'published' });
  expect(toasts.get().map(({ title }) => title)).toEqual(['wrong', 'c', 'd', 'e']);
});

test('the same said again is one toast that counts', () => {
  const toasts = createToasts();
  for (let time = 0; time < 3; time += 1) toasts.show({ tone: 'danger', title: 'No answer' });
  toasts.show({ tone: 'danger', title: 'No answer', detail: 'from the disk' });
  expect(toasts.get().map(({ title, detail, times }) => [title, detail, times])).toEqual([
    ['No answer', undefined, 3],
    ['No answer', 'from the disk', 1],
  ]);
});
