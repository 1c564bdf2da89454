import { expect, test } from 'vitest';
import { safeAddress } from './safe-address.ts';

test('only addresses a person could mean are shown', () => {
  expect(safeAddress('https://example.com/a')).toBe('https://example.com/a');
  expect(safeAddress('mailto:a@example.com')).toBe('mailto:a@example.com');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '/settings', '', undefined])
    expect(safeAddress(href)).toBeUndefined();
});
