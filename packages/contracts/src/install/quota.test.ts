import { expect, test } from 'vitest';
import { installStream } from './events.ts';
import { installQuota } from './quota.ts';
import { emptyInstall, foldInstall } from './view.ts';

const at = '2026-01-01T00:00:00.000Z';
const events = [
  { kind: 'settings.changed', at, data: { set: { theme: 'dark' } } },
  { kind: 'storage.quota_set', at, data: { quotaBytes: 5_000_000 } },
  { kind: 'storage.collected', at, data: { objects: 1, bytes: 2 } },
  { kind: 'storage.quota_set', at, data: { quotaBytes: 9_000_000 } },
  { kind: 'storage.quota_set', at, data: { quotaBytes: null } },
] as const;

test('the quota that every process holds to is the one the installation shows', () => {
  expect(installQuota.stream).toBe(installStream);
  let view = emptyInstall;
  let quota: number | undefined;
  const held = events.map((event) => {
    view = foldInstall(view, event);
    quota = installQuota.after(quota, event);
    expect(quota ?? null).toBe(view.storage.quotaBytes);
    return quota;
  });
  expect(held).toEqual([undefined, 5_000_000, 5_000_000, 9_000_000, undefined]);
});
