import { expect, test } from 'vitest';
import { isSettled } from './stamp.ts';

const NS = 1_000_000n;
const changed = (mtimeMs: bigint, ctimeMs: bigint) => ({
  size: 1,
  inode: 1n,
  mtimeNs: mtimeMs * NS,
  ctimeNs: ctimeMs * NS,
});

test('a stamp is settled once both of its times lie more than two seconds back', () => {
  expect(isSettled(changed(5_000n, 5_000n), 7_001)).toBe(true);
  expect(isSettled(changed(5_000n, 5_000n), 7_000)).toBe(false);
  expect(isSettled(changed(1_000n, 5_000n), 7_000)).toBe(false);
  expect(isSettled(changed(5_000n, 1_000n), 7_000)).toBe(false);
  expect(isSettled(changed(9_000n, 9_000n), 7_000)).toBe(false);
});
