import { expect, test } from 'vitest';
import type { InstallEvent } from './events.ts';
import { defaultSettings } from './settings.ts';
import { emptyInstall, foldInstall, type InstallView, installEvents } from './view.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const after = (...events: InstallEvent[]): InstallView =>
  events.reduce((view, { kind, data }, seq) => foldInstall(view, { kind, data, at: at(seq) }), emptyInstall);

const started: InstallEvent = { kind: 'store_check.started', data: { checkId: 'c1' } };
const finished: InstallEvent = {
  kind: 'store_check.finished',
  data: { checkId: 'c1', report: { streams: 1, events: 3, findings: [] } },
};
const cancelled: InstallEvent = { kind: 'store_check.cancelled', data: { checkId: 'c1' } };

test('a changed setting leaves the others as they were', () => {
  expect(after({ kind: 'settings.changed', data: { set: { language: 'he' } } }).settings).toEqual({
    ...defaultSettings,
    language: 'he',
  });
});

test('a check runs, then keeps its report', () => {
  expect(after(started).storeCheck).toEqual({ state: 'running', id: 'c1', startedAt: at(0) });
  expect(after(started, finished).storeCheck).toMatchObject({
    state: 'finished',
    endedAt: at(1),
    report: { events: 3 },
  });
});

test('a cancelled check stays cancelled, though its end was already on the way', () => {
  expect(after(started, cancelled, finished).storeCheck).toMatchObject({ state: 'cancelled', endedAt: at(1) });
});

test('the end of another check changes nothing', () => {
  const other: InstallEvent = { kind: 'store_check.interrupted', data: { checkId: 'c0' } };
  expect(after(started, other).storeCheck).toMatchObject({ state: 'running', id: 'c1' });
});

test('a quota stays until another is set, and the last collection is the one that is shown', () => {
  const view = after(
    { kind: 'storage.quota_set', data: { quotaBytes: 5_000_000 } },
    { kind: 'storage.collected', data: { objects: 3, bytes: 900 } },
    { kind: 'storage.collected', data: { objects: 1, bytes: 10 } },
  );
  expect(view.storage).toEqual({ quotaBytes: 5_000_000, lastCollection: { at: at(2), objects: 1, bytes: 10 } });
});

test('a kind of a newer version is passed over, a broken event of a known kind is counted, and both go on', () => {
  expect(foldInstall(emptyInstall, { kind: 'moon.risen', data: {}, at: at(0) })).toBe(emptyInstall);
  const odd = [{ set: { theme: 7 } }, { set: null }, {}, null];
  const broken = odd.reduce<InstallView>(
    (view, data) => foldInstall(view, { kind: 'settings.changed', data, at: at(0) }),
    emptyInstall,
  );
  expect(broken).toEqual({ ...emptyInstall, unread: 4 });
  const later = foldInstall(broken, { kind: 'settings.changed', data: { set: { theme: 'dark' } }, at: at(1) });
  expect(later).toMatchObject({ settings: { theme: 'dark' }, unread: 4 });
});

test('what may be written is what can be read, and a refusal quotes no value', () => {
  const event = { kind: 'storage.collected', data: { objects: 3.5, bytes: -1 } };
  expect(installEvents.problem(event)).toMatch(/data\.objects: .+; data\.bytes: .+/);
  expect(installEvents.problem(event)).not.toContain('3.5');
  expect(installEvents.problem({ kind: 'storage.collected', data: { objects: 3, bytes: 1 } })).toBeUndefined();
  expect(installEvents.problem({ kind: 'moon.risen', data: {} })).toBeUndefined();
});
