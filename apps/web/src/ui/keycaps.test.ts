import { expect, test } from 'vitest';
import { keycapsOf } from './keycaps.ts';

test('keys are named the way the system names them', () => {
  expect(keycapsOf('mod+shift+P', true)).toEqual(['⌘', '⇧', 'P']);
  expect(keycapsOf('mod+shift+P', false)).toEqual(['Ctrl', 'Shift', 'P']);
  expect(keycapsOf('?', false)).toEqual(['?']);
});
