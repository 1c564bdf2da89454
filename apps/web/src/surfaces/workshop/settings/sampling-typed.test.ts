import { expect, test } from 'vitest';
import { numberTyped, samplingToType, samplingTyped } from './sampling-typed.ts';

test('what is shown is what is typed; empty is the model’s own', () => {
  for (const sampling of [null, { temperature: 0 }, { topP: 0.5 }, { temperature: 1.25, topP: 1 }])
    expect(samplingTyped(samplingToType(sampling))).toEqual(sampling);
  expect(samplingTyped({ temperature: ' 0,2 ', topP: '' })).toEqual({ temperature: 0.2 });
});

test.each([
  ['temperature', '2.1'],
  ['temperature', 'warm'],
  ['temperature', '-1'],
  ['topP', '0'],
  ['topP', '1.5'],
] as const)('%s cannot be %j', (name, typed) => {
  expect(numberTyped(name, typed)).toBeUndefined();
  expect(samplingTyped({ ...samplingToType(null), [name]: typed })).toBeUndefined();
});
