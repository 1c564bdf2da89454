import { expect, test } from 'vitest';
import { codesOf, withCode } from './colour-codes.ts';

test('a colour is told with its RAL and Pantone numbers, each once', () => {
  const blue = { name: { en: 'blue' }, hex: '#0057b8', ral: '5005', pantone: 'Pantone 286 C' };
  expect(codesOf(blue)).toEqual(['RAL 5005', 'Pantone 286 C']);
  expect(codesOf({ name: { en: 'Pantone 286 C' }, pantone: '286 C' })).toEqual([]);
  expect(codesOf({ name: { en: 'blue' } })).toEqual([]);
});

test('a code that is emptied is gone, and the other one stays', () => {
  const both = withCode(withCode({ name: { en: 'blue' } }, 'ral', '5005'), 'pantone', '286 C');
  expect(withCode(both, 'ral', '')).toEqual({ name: { en: 'blue' }, pantone: '286 C' });
});
