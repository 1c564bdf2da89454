import { expect, test } from 'vitest';
import { createUnsaved } from './unsaved.ts';

test('a page is held while one of its editors has changes', () => {
  const unsaved = createUnsaved();
  const [first, second] = [unsaved.hold('text'), unsaved.hold('form')];
  first();
  expect([...unsaved.get()]).toEqual(['form']);
  second();
  expect(unsaved.get().size).toBe(0);
});
