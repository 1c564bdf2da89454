import { expect, test } from 'vitest';
import { isPressed, type Pressed, yieldsToTyping } from './shortcut.ts';

const press = (code: string, key: string, held: Partial<Pressed> = {}): Pressed => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('mod is Command on Apple systems and Control elsewhere', () => {
  const control = press('KeyK', 'k', { ctrlKey: true });
  const command = press('KeyK', 'k', { metaKey: true });
  expect([isPressed('mod+K', control, false), isPressed('mod+K', command, false)]).toEqual([true, false]);
  expect([isPressed('mod+K', control, true), isPressed('mod+K', command, true)]).toEqual([false, true]);
});

test('the physical key decides, so a Hebrew layout changes nothing', () => {
  expect(isPressed('mod+K', press('KeyK', 'ל', { ctrlKey: true }), false)).toBe(true);
});

test('a modifier too many is another shortcut', () => {
  expect(isPressed('mod+K', press('KeyK', 'K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPressed('alt+shift+1', press('Digit1', '!', { altKey: true, shiftKey: true }), false)).toBe(true);
  expect(isPressed('alt+shift+1', press('Digit1', '!', { altKey: true }), false)).toBe(false);
});

test('a question mark counts wherever the layout puts it', () => {
  expect(isPressed('?', press('Slash', '?', { shiftKey: true }), false)).toBe(true);
  expect(isPressed('?', press('Minus', '?', { shiftKey: true }), false)).toBe(true);
  expect(isPressed('?', press('Slash', '/'), false)).toBe(false);
});

test('only shortcuts without a modifier yield to typing', () => {
  expect(['?', 'mod+K', 'alt+shift+1'].map(yieldsToTyping)).toEqual([true, false, false]);
});
