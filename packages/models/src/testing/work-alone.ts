import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import requests from '../../fixtures/offline-requests.json' with { type: 'json' };

const script = join(import.meta.dirname, 'offline-process.ts');

type Said = {
  readonly interfaces: readonly string[];
  readonly outside: string;
  readonly verdicts: readonly (readonly ['to do' | 'to refuse', string])[];
};

/** Each nth of the plain requests where there is no network: nine in ten of those to be done are, and none is wrong. */
export const workAlone = (nth: number): void => {
  const alone = ['unshare', '--map-root-user', '--net'];
  const canBeAlone = spawnSync(alone[0] ?? '', [...alone.slice(1), 'true']).status === 0;
  if (!canBeAlone)
    console.warn('This system allows no network namespace: the process refuses sockets by itself instead.');
  const [command = '', ...args] = [...(canBeAlone ? alone : []), process.execPath, script, String(nth)];
  const ended = spawnSync(command, args, { encoding: 'utf8' });
  expect(ended.stderr).not.toContain('Error');
  const said = JSON.parse(ended.stdout) as Said;
  // Alone, not even the loopback device is up.
  if (canBeAlone) expect(said.interfaces).toEqual([]);
  expect(said.outside).not.toBe('reached');
  expect(said.verdicts).toHaveLength(requests.filter((_, at) => at % nth === 0).length);
  expect(said.verdicts.filter(([, verdict]) => verdict === 'wrong')).toEqual([]);
  const toDo = said.verdicts.filter(([kind]) => kind === 'to do');
  expect(toDo.filter(([, verdict]) => verdict === 'done').length).toBeGreaterThanOrEqual(0.9 * toDo.length);
  expect(toDo.length).toBeGreaterThanOrEqual(0.6 * said.verdicts.length);
};
