import { tmpdir } from 'node:os';
import { createMemoryLog, createMemoryObjects, noHeads } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { diagnose, findingsOf } from './diagnose.ts';

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
  call: (command) => `node a.mjs ${command}`,
  linesDropped: 0,
  unavailable: [],
  unread: [],
  streams: [{ stream: 'install', health: 'healthy', events: 1 }],
  heads: { keyTrouble: undefined, doubted: [], unsigned: [], onlyChained: [] },
  damaged: [],
  keys: [],
  files: [],
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
  ['STREAM_END_DOUBTED', 'problem', { heads: { ...fine.heads, doubted: [{ stream: 'bench/a', doubt: 'tail_cut' }] } }],
  ['HEADS_KEY_MISSING', 'problem', { heads: { ...fine.heads, keyTrouble: { kind: 'missing' } } }],
  ['HEADS_KEY_UNREADABLE', 'problem', { heads: { ...fine.heads, keyTrouble: { kind: 'unreadable', why: 'EIO' } } }],
  [
    'HEADS_NOT_SIGNED',
    'problem',
    { heads: { ...fine.heads, unsigned: [{ stream: 'bench/a', reason: 'failed', detail: 'ENOSPC' }] } },
  ],
  ['COMMITS_ONLY_CHAINED', 'note', { heads: { ...fine.heads, onlyChained: [{ stream: 'bench/a', commits: 2 }] } }],
  ['CONTENT_DAMAGED', 'problem', { damaged: [{ name: 'a.pack', kind: 'unreadable', why: 'it is too short' }] }],
  [
    'CONTENT_DAMAGED',
    'problem',
    { damaged: [{ name: 'a.pack', kind: 'refused', why: 'the system refuses it (EIO)' }] },
  ],
  ['CONTENT_DAMAGED', 'problem', { damaged: [{ name: 'a.pack', kind: 'unsound', why: 'one object is' }] }],
  ['BUCKET_AWAY', 'problem', { bucket: { away: 'The bucket cannot be used' } }],
  ['BUCKET_CLOCK', 'problem', { bucket: { aheadMs: -7 * 60_000 } }],
  ['KEY_UNUSABLE', 'problem', { keys: [{ file: 'keyring.json', why: 'not JSON' }] }],
  ['FILE_DAMAGED', 'problem', { files: [{ file: 'config/rails.json', problem: 'Damaged.', fix: 'Restore it.' }] }],
  ['DATA_FOLDER_OPEN_TO_OTHERS', 'warning', { mode: 0o750 }],
  ['DISK_NEARLY_FULL', 'warning', { storage: { ...fine.storage, freeBytes: 1_000 } }],
  ['WEB_APP_NOT_BUILT', 'note', { webBuilt: false }],
  ['NODE_NOT_PINNED', 'note', { node: '26.1.0' }],
  ['QUOTA_NEARLY_REACHED', 'warning', { storage: { ...fine.storage, quotaBytes: 1_000_000, usedBytes: 960_000 } }],
  ['NOTHING_COLLECTED', 'problem', { storage: { ...fine.storage, trouble: 'STREAM_UNREADABLE' } }],
  ['SERVER_LOG_INCOMPLETE', 'warning', { linesDropped: 2 }],
  ['SURFACE_UNAVAILABLE', 'problem', { unavailable: ['models'] }],
  ['EVENTS_UNREADABLE', 'warning', { unread: [{ stream: 'install', events: 2 }] }],
  ['LOG_IN_MEMORY_ONLY', 'warning', { storage: { ...fine.storage, place: 'memory' } }],
] as const)('%s is a %s', (code, level, facts) => {
  expect(findingsOf({ ...fine, ...facts })).toMatchObject([{ code, level }]);
});

test('rights mean nothing on Windows, and free space may be unknown', () => {
  expect(
    findingsOf({ ...fine, platform: 'win32', mode: 0o777, storage: { ...fine.storage, freeBytes: null } }),
  ).toEqual([]);
});

test('every stream is looked at, however many there are; damaged ones are listed first', async () => {
  const names = Array.from({ length: 450 }, (_, index) => `session/${String(index).padStart(3, '0')}`);
  const torn = { name: 'a.pack', kind: 'unreadable', why: 'it is too short' } as const;
  const damaged = { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 3, commit: 2 } as const;
  const seen = await diagnose({
    ...fine,
    log: {
      ...createMemoryLog(),
      list: async () => names,
      health: async (stream) => (stream === 'session/449' ? damaged : { kind: 'healthy', next: 1 }),
    },
    content: { objects: async () => ({ ...createMemoryObjects(), damaged: async () => [torn] }) },
    ends: {
      heads: { ...noHeads, streams: async () => [...names, 'session/gone'] },
      unsignedHeads: () => [],
      unsignedCommits: async () => 0,
      headDoubt: async (stream) => (['session/449', 'session/gone'].includes(stream) ? 'tail_cut' : undefined),
    },
    dataFolder: tmpdir(),
    streamKinds: ['session'],
    connections: 0,
    startedAt: '2026-01-01T00:00:00.000Z',
    version: '0.1.0',
  });
  expect(seen).toMatchObject({ streamCount: 450, streamsUnhealthy: 1 });
  expect(seen.streams.slice(0, 2)).toMatchObject([
    { stream: 'session/449', health: 'corrupt_tail' },
    { stream: names[0] },
  ]);
  expect(seen.findings).toContainEqual(expect.objectContaining({ code: 'STREAM_UNHEALTHY', fact: 'session/449' }));
  expect(seen.findings).toContainEqual(expect.objectContaining({ code: 'CONTENT_DAMAGED', fact: 'a.pack' }));
  // Left only as a head; the damaged one is named once.
  const doubted = seen.findings.filter(({ code }) => code === 'STREAM_END_DOUBTED');
  expect(doubted.map(({ fact }) => fact)).toEqual(['session/gone']);
});

test.each([
  ['disk', /node a\.mjs verify.*node a\.mjs repair session\/x/],
  ['database', /node a\.mjs verify.*backup/],
] as const)('for a damaged stream on %s it names what to run', (place, words) => {
  const streams = [{ stream: 'session/x', health: 'corrupt_tail', reason: 'digest_mismatch', events: 3 }] as const;
  expect(findingsOf({ ...fine, streams, storage: { ...fine.storage, place } })[0]?.suggestion).toMatch(words);
});

test('a stream of a newer program is not called damaged', () => {
  const streams = [
    { stream: 'session/x', health: 'unknown_version', reason: 'unknown_schema_version', events: 3 },
  ] as const;
  const [finding] = findingsOf({ ...fine, streams });
  expect(finding?.message).not.toMatch(/damaged/);
  expect(finding?.suggestion).toMatch(/newer version/);
});
