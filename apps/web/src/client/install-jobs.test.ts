import { emptyInstall, type StoreCheck } from '@atelier/contracts';
import { expect, test } from 'vitest';
import type { InstallScreen } from './atelier.ts';
import { storeCheckProgress } from './install-jobs.ts';
import type { Projected } from './projection.ts';

const about = { version: '1', node: 'v24', platform: 'p', dataFolder: '/d' };
const at = '2026-01-01T00:00:00.000Z';
const running: StoreCheck = { state: 'running', id: 'c', startedAt: at };
const projected = (storeCheck: StoreCheck | null, total?: number | null): Projected<InstallScreen> => ({
  phase: 'ready',
  view: { ...emptyInstall, storeCheck, about },
  seq: 0,
  live: total === undefined ? {} : { c: { kind: 'progress', id: 'c', done: 2, total, detail: 'install' } },
});

test('the event says that it runs, the delta says how far', () => {
  expect(storeCheckProgress(projected(running))).toEqual({ id: 'c', amount: {} });
  expect(storeCheckProgress(projected(running, 5))).toEqual({
    id: 'c',
    amount: { done: 2, total: 5 },
    detail: 'install',
  });
  expect(storeCheckProgress(projected(running, null))).toEqual({ id: 'c', amount: { done: 2 }, detail: 'install' });
});

test('a delta that outlived its check shows nothing', () => {
  expect(storeCheckProgress(projected({ ...running, state: 'cancelled', endedAt: at }, 5))).toBeUndefined();
  expect(storeCheckProgress(projected(null, 5))).toBeUndefined();
  expect(storeCheckProgress({ phase: 'loading' })).toBeUndefined();
});
