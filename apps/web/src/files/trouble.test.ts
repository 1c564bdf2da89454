import { expect, test } from 'vitest';
import { troubleOf } from './trouble.ts';

const told = (code: string, reason?: string) =>
  troubleOf({ code, ...(reason === undefined ? {} : { details: { reason } }) });

test('why a file cannot be looked into is told by its reason, else by its code', () => {
  expect(told('FILE_READ_FAILED', 'encrypted')).toBe('encrypted');
  expect(told('FILE_READ_FAILED', 'a reason of a newer version')).toBe('damaged');
  expect(told('TOOL_FAILED', 'memory')).toBe('tooLarge');
  expect(told('TOOL_TIMEOUT', 'parse')).toBe('tooSlow');
  expect(told('TOOL_FAILED')).toBe('unknown');
  // Words of other refusals are kept by code.
  expect(told('WORKBENCH_NOT_FOUND')).toBeUndefined();
  expect(told('toString', 'constructor')).toBeUndefined();
});
