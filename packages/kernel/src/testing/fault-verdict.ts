import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { DiskLog } from '../adapters/disk/disk-log.ts';
import { appendKeys, foldWithSnapshot, type Ledger, SNAPSHOT, STREAM } from './fault-script.ts';
import { unwrap } from './log-promises.ts';

/**
 * No acknowledged commit is lost, no half commit is visible, what a snapshot says is what the events say, and the
 * next append works. Answers whether there was a snapshot to go by.
 */
export const expectNothingLost = async (log: DiskLog, ledger: Ledger): Promise<boolean> => {
  expect(await log.health(STREAM)).toMatchObject({ kind: 'healthy' });
  const keys = unwrap(await log.read(STREAM)).events.map((event) => event.key ?? '');
  expectWholeCommits(keys, ledger);
  const snapshot = await log.snapshots.load(STREAM, SNAPSHOT);
  expect(await foldWithSnapshot(log)).toBe(keys.join(''));
  for (const [key, bytes] of ledger.content) {
    if (keys.includes(key)) expect(await log.content(STREAM, `sha256:${hash('sha256', bytes, 'hex')}`)).toEqual(bytes);
  }
  for (const sent of [...ledger.sent]) await appendKeys(log, ledger, sent);
  await appendKeys(log, ledger, ['last']);
  const after = unwrap(await log.read(STREAM)).events.map((event) => event.key ?? '');
  expect(after.slice(0, keys.length)).toEqual(keys);
  expect(after.toSorted()).toEqual([...new Set(ledger.sent.flat())].sort());
  return snapshot !== undefined;
};

export const expectWholeCommits = (keys: readonly string[], { sent, acknowledged }: Ledger): void => {
  const there = new Set(keys);
  expect(there.size).toBe(keys.length);
  for (const commit of acknowledged) expect(commit.filter((key) => !there.has(key))).toEqual([]);
  for (const commit of sent) {
    const start = keys.indexOf(commit[0] ?? '');
    expect(start === -1 ? commit.filter((key) => there.has(key)) : keys.slice(start, start + commit.length)).toEqual(
      start === -1 ? [] : commit,
    );
  }
};
