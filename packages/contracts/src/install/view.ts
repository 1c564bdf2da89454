import { z } from 'zod';
import { createEventReader } from '../event-reader.ts';
import { InstallEvent } from './events.ts';
import { defaultSettings, Settings } from './settings.ts';
import { emptyStorage, StorageView } from './storage.ts';
import { StoreCheck } from './store-check.ts';

export const InstallView = z.object({
  settings: Settings,
  storeCheck: StoreCheck.nullable(),
  storage: StorageView,
  /** How often every browser was signed out; a sign-in of an earlier generation has ended. */
  signInGeneration: z.int().nonnegative(),
  /** How many recorded events could not be read and were left out; absent when there are none. */
  unread: z.int().positive().optional(),
});
export type InstallView = z.infer<typeof InstallView>;

export const emptyInstall: InstallView = {
  settings: defaultSettings,
  storeCheck: null,
  storage: emptyStorage,
  signInGeneration: 0,
};

type Recorded = { readonly kind: string; readonly at: string; readonly data: unknown };

/** Folds one recorded event; the server and every screen fold with this same function. */
export const foldInstall = (view: InstallView, recorded: Recorded): InstallView => {
  const read = installEvents.read(recorded);
  if (read.found === 'newer') return view;
  if (read.found === 'unreadable') return { ...view, unread: (view.unread ?? 0) + 1 };
  return evolveInstall(view, read.event, recorded.at);
};

/** What may be written to stream `install`, and how it is read. */
export const installEvents = createEventReader(InstallEvent);

const evolveInstall = (view: InstallView, event: InstallEvent, at: string): InstallView => {
  switch (event.kind) {
    case 'settings.changed':
      return { ...view, settings: Settings.parse({ ...view.settings, ...event.data.set }) };
    case 'sign_ins.ended':
      return { ...view, signInGeneration: view.signInGeneration + 1 };
    case 'store_check.started': {
      const { checkId, server } = event.data;
      return { ...view, storeCheck: { state: 'running', id: checkId, startedAt: at, ...(server && { server }) } };
    }
    case 'store_check.finished': {
      const running = runningCheck(view, event.data.checkId);
      if (!running) return view;
      return { ...view, storeCheck: { ...running, state: 'finished', endedAt: at, report: event.data.report } };
    }
    case 'store_check.cancelled':
      return endCheck(view, event.data.checkId, 'cancelled', at);
    case 'store_check.interrupted':
      return endCheck(view, event.data.checkId, 'interrupted', at);
    case 'storage.quota_set':
      return { ...view, storage: { ...view.storage, quotaBytes: event.data.quotaBytes } };
    case 'storage.collected':
      return { ...view, storage: { ...view.storage, lastCollection: { at, ...event.data } } };
  }
};

const endCheck = (view: InstallView, id: string, state: 'cancelled' | 'interrupted', at: string): InstallView => {
  const running = runningCheck(view, id);
  return running ? { ...view, storeCheck: { ...running, state, endedAt: at } } : view;
};

// An end counts once: what comes after it (a finish that lost the race against a cancel) changes nothing.
const runningCheck = ({ storeCheck }: InstallView, id: string) =>
  storeCheck?.state === 'running' && storeCheck.id === id ? { id, startedAt: storeCheck.startedAt } : undefined;
