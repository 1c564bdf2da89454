import { expect, test } from 'vitest';
import { emptyTail, tailAfter } from '../../core/log/tail.ts';
import { ok } from '../../core/result.ts';
import type { WholeCommit } from '../../ports/commit-store.ts';
import type { StreamLocks } from '../../ports/stream-locks.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { sha256 } from '../node/sha256.ts';
import { createDiskCommits } from './disk-commits.ts';

const STREAM = 'session/s';
const free: StreamLocks = {
  acquire: async () => ok({ wanted: () => false, release: () => undefined }),
  close: () => undefined,
};

test('commits that were added outlive a power cut that spares nothing unsynced', async () => {
  const source = createSimulatedDisk();
  const machine = openOnSimulatedDisk(source);
  const log = machine.open();
  for (const text of ['one', 'two', 'three']) unwrap(await log.append(STREAM, [said(text, text)], { expected: 'any' }));
  await log.close();
  const commits: WholeCommit[] = [];
  const from = createDiskCommits({ fs: source.mount(), data: '/data', locks: free });
  for await (const commit of from.commits(STREAM)) commits.push(commit);
  expect(commits).toHaveLength(3);

  const target = createSimulatedDisk();
  const to = createDiskCommits({ fs: target.mount(), data: '/data', locks: free });
  const before = emptyTail(STREAM, sha256);
  await to.add(
    STREAM,
    commits,
    before,
    commits.reduce((tail, { facts }) => tailAfter(tail, { ...facts, segment: 0, offset: 0 }, sha256), before),
  );
  target.powerCut(() => false);
  const found: WholeCommit[] = [];
  const after = createDiskCommits({ fs: target.mount(), data: '/data', locks: free });
  for await (const commit of after.commits(STREAM)) found.push(commit);
  expect(found).toEqual(commits);
});
