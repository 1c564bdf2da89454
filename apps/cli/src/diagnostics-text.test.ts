import { expect, test } from 'vitest';
import { diagnosticsToLines, readableBytes } from './diagnostics-text.ts';

const healthy: Parameters<typeof diagnosticsToLines>[0] = {
  version: '0.1.0',
  node: 'v24.21.0',
  platform: 'linux-x64',
  pid: 7,
  startedAt: '2026-01-01T00:00:00.000Z',
  data: { folder: '/data', bytes: 1_234_567, freeBytes: 80e9, log: 'disk' },
  storage: {
    place: 'disk',
    usedBytes: 1_000_000,
    objects: 12,
    quotaBytes: null,
    freeBytes: 80e9,
    byKind: { content: 1_000_000, log: 200_000, cache: 30_000, other: 4_567 },
    lastCollection: null,
    lookedAt: null,
    trouble: null,
  },
  connections: 1,
  streams: [{ stream: 'install', health: 'healthy', events: 3 }],
  streamCount: 1,
  streamsUnhealthy: 0,
  findings: [],
};

const call = (command: string) => `node a.mjs ${command}`;

test('a healthy installation, running', () => {
  const running = { pid: 7, port: 4983, startedAt: healthy.startedAt };
  expect(diagnosticsToLines(healthy, running, call)).toEqual([
    'Atelier 0.1.0 on Node v24.21.0 (linux-x64)',
    'Server: running as process 7 on http://127.0.0.1:4983, 1 tab open',
    'Data:   /data, 1.2 MB, 80 GB free on its disk',
    'Stored: in that folder; the log takes 200 kB, caches 30 kB',
    'Content: 12 pieces, 1.0 MB, no quota; nothing deleted yet',
    'Log:    1 stream, no damage in the newest part of any ("verify" reads everything)',
    '        install: 3 events, healthy',
    '',
    'Nothing to do.',
  ]);
});

test('a quota and what was let go are said', () => {
  const at = '2026-01-02T00:00:00.000Z';
  const storage = {
    ...healthy.storage,
    place: 'database' as const,
    quotaBytes: 5e9,
    lastCollection: { at, objects: 3, bytes: 9_000 },
    lookedAt: at,
  };
  expect(diagnosticsToLines({ ...healthy, storage }, undefined, call)).toEqual(
    expect.arrayContaining([
      'Stored: in the PostgreSQL database; the log takes 200 kB, caches 30 kB',
      `Content: 12 pieces, 1.0 MB, of 5.0 GB allowed; last deleted 3 unused pieces (9.0 kB) on ${at}, looked for dead content on ${at}`,
    ]),
  );
});

test('damaged streams come first, the rest is counted, and findings say what to do', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    stream: `bench/${index}`,
    health: 'healthy' as const,
    events: 1,
  }));
  const sick = { stream: 'session/x', health: 'corrupt_tail' as const, events: 2 };
  const finding = {
    level: 'problem' as const,
    code: 'STREAM_UNHEALTHY' as const,
    message: 'It is damaged.',
    suggestion: 'Copy it.',
  };
  const lines = diagnosticsToLines(
    { ...healthy, streams: [sick, ...many], streamCount: 521, streamsUnhealthy: 1, findings: [finding] },
    undefined,
    call,
  );
  expect(lines).toContain('Server: not running. Start it with: node a.mjs start');
  expect(lines.slice(5, 7)).toEqual([
    'Log:    521 streams, 1 needs attention',
    '        session/x: 2 events, damaged after these',
  ]);
  expect(lines).toContain('        and 509 more');
  expect(lines.at(-1)).toBe('problem: It is damaged. Copy it.');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345, '12 kB'],
  [5e9, '5.0 GB'],
])('%i is %s', (bytes, text) => {
  expect(readableBytes(bytes)).toBe(text);
});

test('a stream whose end is not what was signed is not called healthy', () => {
  const finding = {
    level: 'problem',
    code: 'STREAM_END_DOUBTED',
    message: 'm',
    suggestion: 's',
    fact: 'install',
  } as const;
  const lines = diagnosticsToLines({ ...healthy, findings: [finding] }, undefined, call);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Log:    1 stream, 1 needs attention',
      '        install: 3 events, intact, but not what was signed',
    ]),
  );
});
