import { describe, expect, test } from 'vitest';
import { directionOf, keptAppearance, shadeOf } from './appearance.ts';

test('auto follows the system, a choice does not', () => {
  expect([shadeOf('auto', true), shadeOf('auto', false)]).toEqual(['dark', 'light']);
  expect([shadeOf('light', true), shadeOf('dark', false)]).toEqual(['light', 'dark']);
});

test('Hebrew runs from right to left', () => {
  expect([directionOf('en'), directionOf('he')]).toEqual(['ltr', 'rtl']);
});

describe('what was kept for the first paint', () => {
  test('is read back', () => {
    expect(keptAppearance('{"theme":"dark","language":"he"}')).toEqual({ theme: 'dark', language: 'he' });
  });
  test('is completed where a part is absent', () => {
    expect(keptAppearance('{"theme":"dark"}')).toEqual({ theme: 'dark', language: 'en' });
  });
  test.each([null, '', '{', '[]x', '{"theme":"sepia"}', '"dark"'])(
    'falls back to the defaults when it is %j',
    (text) => {
      expect(keptAppearance(text)).toEqual({ theme: 'auto', language: 'en' });
    },
  );
});
