import { expect, test } from 'vitest';
import { standardPolicy } from '../projects/create.ts';
import { policyNameText } from './policy-name.ts';

test('the policy every studio starts with has a Hebrew name; one of its own keeps what it was called', () => {
  const { name } = standardPolicy('pol_a');
  expect([policyNameText(name, 'he'), policyNameText(name, 'en')]).toEqual(['מדיניות הסטודיו', name]);
  expect(policyNameText('Summer 2027', 'he')).toBe('Summer 2027');
});
