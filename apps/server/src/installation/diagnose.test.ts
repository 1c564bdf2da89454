import { expect, test } from 'vitest';
import { findingsOf } from './diagnose.ts';

const fine: Parameters<typeof findingsOf>[0] = {
  storage: {
    place: 'disk',
    usedBytes: 10,
    objects: 1,
    quotaBytes: null,
    freeBytes: 1e12,
    byKind: { content: 10, log: 10, cache: 0, other: 1 },
    lastCollection: null,
    lookedAt: null,
    trouble: null,
  },
  dataFolder: '/data',
  webBuilt: true,
  streams: [{ stream: 'install', health: 'healthy', events: 1 }],
  mode: 0o700,
  platform: 'linux',
  node: '24.21.0',
};

test('a healthy installation has no findings', () => {
  expect(findingsOf(fine)).toEqual([]);
});

test.each([
  [
    'STREAM_UNHEALTHY',
    'problem',
    { streams: [{ stream: 'bench/a', health: 'corrupt_tail', reason: 'digest_mismatch', events: 3 }] },
  ],
  ['DATA_FOLDER_OPEN_TO_OTHERS', 'warning', { mode: 0o750 }],
  ['DISK_NEARLY_FULL', 'warning', { storage: { ...fine.storage, freeBytes: 1_000 } }],
  ['WEB_APP_NOT_BUILT', 'note', { webBuilt: false }],
  ['NODE_NOT_PINNED', 'note', { node: '26.1.0' }],
  ['QUOTA_NEARLY_REACHED', 'warning', { storage: { ...fine.storage, quotaBytes: 1_000_000, usedBytes: 960_000 } }],
  ['NOTHING_COLLECTED', 'problem', { storage: { ...fine.storage, trouble: 'STREAM_UNREADABLE' } }],
  ['LOG_IN_MEMORY_ONLY', 'warning', { storage: { ...fine.storage, place: 'memory' } }],
] as const)('%s is a %s', (code, level, facts) => {
  expect(findingsOf({ ...fine, ...facts })).toMatchObject([{ code, level }]);
});

test('rights mean nothing on Windows, and free space may be unknown', () => {
  expect(
    findingsOf({ ...fine, platform: 'win32', mode: 0o777, storage: { ...fine.storage, freeBytes: null } }),
  ).toEqual([]);
});
