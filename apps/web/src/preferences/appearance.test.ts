import { describe, expect, test } from 'vitest';
import { directionOf, firstAppearance, shadeOf } from './appearance.ts';

test('auto follows the system, a choice does not', () => {
  expect([shadeOf('auto', true), shadeOf('auto', false)]).toEqual(['dark', 'light']);
  expect([shadeOf('light', true), shadeOf('dark', false)]).toEqual(['light', 'dark']);
});

test('Hebrew runs from right to left', () => {
  expect([directionOf('en'), directionOf('he')]).toEqual(['ltr', 'rtl']);
});

const nothing = { kept: null, installed: undefined, read: [] };

describe('before the installation has spoken', () => {
  test('what was kept last time holds', () => {
    const kept = '{"theme":"dark","language":"he"}';
    expect(firstAppearance({ ...nothing, kept, read: ['en-GB'] })).toEqual({ theme: 'dark', language: 'he' });
  });
  test('what the page says of the installation is newer than what was kept', () => {
    const kept = '{"theme":"dark","language":"en"}';
    expect(firstAppearance({ kept, installed: 'he', read: ['en'] })).toEqual({ theme: 'dark', language: 'he' });
  });
  test.each([
    [['he-IL', 'en'], 'he'],
    [['iw'], 'he'],
    [['fr-FR', 'HE', 'en'], 'he'],
    [['en-US', 'he'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('who reads %j reads it in %s', (read, language) => {
    expect(firstAppearance({ ...nothing, read })).toEqual({ theme: 'auto', language });
  });
  test('what is absent is completed', () => {
    expect(firstAppearance({ ...nothing, kept: '{"theme":"dark"}' })).toEqual({ theme: 'dark', language: 'en' });
  });
  test.each(['', '{', '[]x', '{"theme":"sepia"}', '"dark"'])('a kept %j is as good as none', (kept) => {
    expect(firstAppearance({ ...nothing, kept })).toEqual({ theme: 'auto', language: 'en' });
  });
});
