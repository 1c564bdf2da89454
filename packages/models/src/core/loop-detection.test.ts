import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { defaultLoopSettings, judgeCall, rememberCall, type SeenCall, seenCall } from './loop-detection.ts';

const sha256 = (text: Uint8Array | string) => createHash('sha256').update(text).digest('hex');
const read = (input: JsonObject) => seenCall({ id: 'x', name: 'read_file', input }, 'read', sha256);
const write = (input: JsonObject) => seenCall({ id: 'x', name: 'edit_text_file', input }, 'write', sha256);
const verdicts = (calls: readonly SeenCall[]) => {
  let recent: readonly SeenCall[] = [];
  return calls.map((call) => {
    const { kind } = judgeCall(recent, call, defaultLoopSettings);
    recent = rememberCall(recent, call, true, defaultLoopSettings);
    return kind;
  });
};

test('[MD-01] the third identical call warns and the fifth stops', () => {
  const same = read({ path: 'a.csv', line_start: 1 });
  expect(verdicts([same, same, same, same, same])).toEqual(['fine', 'fine', 'warn', 'warn', 'stop']);
});

test('calls are the same whatever the order of their arguments, and null means not given', () => {
  expect(read({ path: 'a', range: 'A1', sheet: null })).toEqual(read({ range: 'A1', path: 'a' }));
  expect(read({ path: 'a', range: 'A1' })).not.toEqual(read({ path: 'a', range: 'A2' }));
});

test('a sweep over one file with different selectors raises no alarm', () => {
  const sweep = Array.from({ length: 60 }, (_, at) => read({ path: 'a.csv', line_start: at * 100 }));
  expect(new Set(verdicts(sweep))).toEqual(new Set(['fine']));
});

test('a successful write makes its file worth reading again; other files and failed writes do not', () => {
  const look = read({ path: 'a.md' });
  const change = (at: number) => write({ path: 'a.md', at });
  expect(verdicts([look, change(1), look, change(2), look, change(3), look])).not.toContain('warn');
  const other = (at: number) => write({ path: 'b.md', at });
  expect(verdicts([look, other(1), look, other(2), look]).at(-1)).toBe('warn');
  let recent: readonly SeenCall[] = [look, look];
  recent = rememberCall(recent, change(1), false, defaultLoopSettings);
  expect(judgeCall(recent, look, defaultLoopSettings).kind).toBe('warn');
});

test('what left the window of ten is forgotten', () => {
  const same = read({ path: 'a.csv' });
  const others = Array.from({ length: 10 }, (_, at) => read({ path: 'b.csv', line_start: at }));
  expect(verdicts([same, same, ...others, same]).at(-1)).toBe('fine');
});
