import { expect, test } from 'vitest';
import { panels } from './panels.ts';

test('the quote and the pending changes are among the tabs that a screen of 1,366 px has room for', () => {
  expect(panels.slice(0, 6).map(({ id }) => id)).toEqual(expect.arrayContaining(['quote', 'draft']));
});
