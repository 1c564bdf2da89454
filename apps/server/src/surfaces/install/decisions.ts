import type { InstallView, Settings, SettingsPatch, StoreCheckReport } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { Decided } from './record.ts';

/** A setting that is so already is no event; the log says what changed, not who asked. */
export const setSettings = (
  { settings }: InstallView,
  patch: SettingsPatch,
  requestId: string | undefined,
): Result<Decided | undefined, { readonly code: 'NOTHING_TO_SET' }> => {
  const named = Object.entries(patch).filter(([, value]) => value !== undefined);
  if (named.length === 0) return err({ code: 'NOTHING_TO_SET' });
  const changed = named.filter(([name, value]) => settings[name as keyof Settings] !== value);
  if (changed.length === 0) return ok(undefined);
  return ok({
    event: { kind: 'settings.changed', data: { set: Object.fromEntries(changed) } },
    key: requestId === undefined ? null : `settings:${requestId}`,
  });
};

/** A quota that is so already is no event. */
export const setQuota = (
  { storage }: InstallView,
  quotaBytes: number | null,
  requestId: string | undefined,
): Result<Decided | undefined, never> =>
  ok(
    storage.quotaBytes === quotaBytes
      ? undefined
      : {
          event: { kind: 'storage.quota_set', data: { quotaBytes } },
          key: requestId === undefined ? null : `quota:${requestId}`,
        },
  );

/** Every sign-in there is ends with this event. */
export const endSignIns = (by: string, requestId: string | undefined): Result<Decided, never> =>
  ok({
    event: { kind: 'sign_ins.ended', data: { by } },
    key: requestId === undefined ? null : `sign-out:${requestId}`,
  });

export const collected = (swept: { readonly objects: number; readonly bytes: number }): Result<Decided, never> =>
  ok({ event: { kind: 'storage.collected', data: { objects: swept.objects, bytes: swept.bytes } }, key: null });

export const startCheck = (
  { storeCheck }: InstallView,
  checkId: string,
  server: string,
): Result<Decided | undefined, { readonly code: 'CHECK_ALREADY_RUNNING'; readonly checkId: string }> => {
  // The same id again is a retry of the same request.
  if (storeCheck?.id === checkId) return ok(undefined);
  if (storeCheck?.state === 'running') return err({ code: 'CHECK_ALREADY_RUNNING', checkId: storeCheck.id });
  return ok({ event: { kind: 'store_check.started', data: { checkId, server } }, key: `check:${checkId}:started` });
};

export const cancelCheck = (
  view: InstallView,
  checkId: string,
): Result<Decided, { readonly code: 'CHECK_NOT_RUNNING' }> =>
  isRunning(view, checkId)
    ? ok({ event: { kind: 'store_check.cancelled', data: { checkId } }, key: `check:${checkId}:ended` })
    : err({ code: 'CHECK_NOT_RUNNING' });

export const finishCheck = (
  view: InstallView,
  checkId: string,
  report: StoreCheckReport,
): Result<Decided | undefined, never> =>
  ok(
    isRunning(view, checkId)
      ? { event: { kind: 'store_check.finished', data: { checkId, report } }, key: `check:${checkId}:ended` }
      : undefined,
  );

/**
 * What a stop or a crash cut off is said to be cut off, so that nothing looks under way for ever. What another server
 * does on the same database is its own to end.
 */
export const interruptCheck = ({ storeCheck }: InstallView, server: string): Result<Decided | undefined, never> =>
  ok(
    storeCheck?.state === 'running' && (storeCheck.server ?? server) === server
      ? {
          event: { kind: 'store_check.interrupted', data: { checkId: storeCheck.id } },
          key: `check:${storeCheck.id}:ended`,
        }
      : undefined,
  );

const isRunning = ({ storeCheck }: InstallView, checkId: string) =>
  storeCheck?.state === 'running' && storeCheck.id === checkId;
