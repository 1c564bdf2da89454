import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchScenarios } from './bench-scenarios.ts';

test('[WS-85] without a key the live run lists each behaviour test as not run and none as passed', () => {
  const root = join(import.meta.dirname, '../../../..');
  const ended = spawnSync(process.execPath, [join(root, 'scripts/test-live.mjs')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  const lines = ended.stdout.trim().split('\n');
  for (const { id, promise } of benchScenarios) {
    const named = lines.filter((line) => line.includes(`  ${id}: ${promise}`));
    expect([id, named.length > 1, named.every((line) => line.startsWith('not run  '))]).toEqual([id, true, true]);
  }
  expect(lines.filter((line) => /^(passed|FAILED) /.test(line))).toEqual([]);
  const counts = lines.filter((line) => /passed, /.test(line));
  expect(counts).toEqual([
    expect.stringMatching(/^0 passed, 0 failed, \d+ not run[.]$/),
    expect.stringMatching(/^Workshop: 0 passed, 0 failed, \d+ not run[.]$/),
  ]);
  expect(ended.status).toBe(0);
});
