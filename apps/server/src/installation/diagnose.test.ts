import { expect, test } from 'vitest';
import { findingsOf } from './diagnose.ts';

const fine: Parameters<typeof findingsOf>[0] = {
  logKind: 'disk',
  dataFolder: '/data',
  webBuilt: true,
  streams: [{ stream: 'install', health: 'healthy', events: 1 }],
  freeBytes: 1e12,
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
  ['DISK_NEARLY_FULL', 'warning', { freeBytes: 1_000 }],
  ['WEB_APP_NOT_BUILT', 'note', { webBuilt: false }],
  ['NODE_NOT_PINNED', 'note', { node: '26.1.0' }],
  ['LOG_IN_MEMORY_ONLY', 'warning', { logKind: 'memory' }],
] as const)('%s is a %s', (code, level, facts) => {
  expect(findingsOf({ ...fine, ...facts })).toMatchObject([{ code, level }]);
});

test('rights mean nothing on Windows, and free space may be unknown', () => {
  expect(findingsOf({ ...fine, platform: 'win32', mode: 0o777, freeBytes: null })).toEqual([]);
});
