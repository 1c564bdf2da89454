import { expect, test } from 'vitest';
import { pointerOfStep } from './step-pointer.ts';

const text = JSON.stringify({
  id: 'user.tea',
  steps: [
    { id: 'boil' },
    { type: 'loop', loopId: 'cups', body: [{ id: 'pour' }] },
    { type: 'template_call', id: 'check' },
  ],
});

test('a step is found where it was written, also inside a loop', () => {
  expect(pointerOfStep(text, 'boil')).toBe('/steps/0');
  expect(pointerOfStep(text, 'pour')).toBe('/steps/1/body/0');
});

test('a step that was added leads to what added it', () => {
  expect(pointerOfStep(text, 'check.verify')).toBe('/steps/2');
  expect(pointerOfStep(text, 'cups__gate')).toBe('/steps/1');
});

test('what is nowhere, or in no JSON, leads nowhere', () => {
  expect(pointerOfStep(text, 'user.tea')).toBeUndefined();
  expect(pointerOfStep(text, 'milk')).toBeUndefined();
  expect(pointerOfStep('{', 'boil')).toBeUndefined();
});
