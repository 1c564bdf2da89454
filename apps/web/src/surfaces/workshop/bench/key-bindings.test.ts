import { expect, test } from 'vitest';
import { keyActions, keysOf, ownerOf, readBindings, writtenKey } from './key-bindings.ts';

const defaults = readBindings(null);
const press = (code: string, key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  writtenKey({ code, key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test('no two actions share a key by default', () => {
  const all = keyActions.flatMap((action) => keysOf(action, defaults));
  expect(new Set(all).size).toBe(all.length);
});

test('a chosen key replaces the first one; the reload key can be given back to the browser', () => {
  const chosen = readBindings('{"chosen":{"publish":"alt+shift+U","nonsense":"x"},"takesReload":false}');
  expect(keysOf('publish', chosen)).toEqual(['alt+shift+U']);
  expect(keysOf('composer', chosen)).toEqual(['alt+shift+L', '/']);
  expect(keysOf('regenerate', defaults)).toContain('mod+R');
  expect(keysOf('regenerate', chosen)).not.toContain('mod+R');
  expect(ownerOf('alt+shift+D', chosen, 'publish')).toBe('discard');
  expect(readBindings('not json')).toEqual(defaults);
});

test('what is pressed is written by the place of the key; letters alone would swallow typing', () => {
  expect(press('KeyP', 'פ', { altKey: true, shiftKey: true })).toBe('alt+shift+P');
  expect(press('Period', '.', { ctrlKey: true })).toBe('mod+.');
  expect(press('F9', 'F9')).toBe('F9');
  expect(press('KeyA', 'a')).toBeUndefined();
  expect(press('ShiftLeft', 'Shift', { shiftKey: true })).toBeUndefined();
});
