import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../testing/determinism-run.ts', import.meta.url));
const SEEDS = 40;

const run = (order: number, env: Record<string, string>): readonly string[] => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--print', String(SEEDS), String(order)], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n');
};

test('[RL-55] [lock:determinism-property] random workflows and calls give equal bytes under another key order, locale, zone and process', () => {
  const here = run(1, { LANG: 'C', TZ: 'UTC' });
  // There `y` stands beside `i`: whatever is put in order by locale comes out in another.
  const there = run(2, { LANG: 'lt_LT.UTF-8', LC_ALL: 'lt_LT.UTF-8', TZ: 'Pacific/Kiritimati' });
  expect(here).toHaveLength(SEEDS);
  expect(new Set(here).size).toBe(SEEDS);
  expect(there).toEqual(here);
  // Two whole processes, each with forty runs: a busy machine takes its time.
}, 180_000);
