import { z } from 'zod';
import { command } from '../command.ts';
import { Diagnostics } from './diagnostics.ts';
import { SettingsPatch } from './settings.ts';
import { QuotaBytes, StorageFacts } from './storage.ts';
import { InstallView } from './view.ts';

/** The kernel's own refusals, in the words of a command. */
const storeRefusals = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
/** A client that retries sends the same id again; what was recorded the first time is the answer. */
const requestId = z.string().min(1).max(100).optional();

export const installCommands = {
  /** What is true of the installation now, and the seq to follow it from (stream `install`). */
  InstallGet: command({
    role: 'viewer',
    params: nothing,
    result: z.object({
      view: InstallView,
      seq: Seq,
      /** Names of surfaces that could not start; their commands answer SURFACE_UNAVAILABLE. */
      unavailable: z.array(z.string()),
      about: z.object({
        version: z.string(),
        node: z.string(),
        platform: z.string(),
        /** Null for whoever is no admin. */
        dataFolder: z.string().nullable(),
      }),
    }),
    refusals: ['STORE_UNHEALTHY'],
  }),
  /** `seq` is the next one: everything before it includes this change. */
  SettingsSet: command({
    params: z.strictObject({ set: SettingsPatch, requestId }),
    result: z.object({ seq: Seq }),
    refusals: ['NOTHING_TO_SET', ...storeRefusals],
  }),
  DiagnosticsGet: command({ params: nothing, result: Diagnostics, refusals: [] }),
  /** Walks every stream; progress arrives as deltas of stream `install` under `checkId`. */
  StoreCheckStart: command({
    params: z.strictObject({ requestId }),
    result: z.object({ checkId: z.string(), seq: Seq }),
    refusals: ['CHECK_ALREADY_RUNNING', ...storeRefusals],
  }),
  StoreCheckCancel: command({
    params: z.strictObject({ checkId: z.string() }),
    result: z.object({ seq: Seq }),
    refusals: ['CHECK_NOT_RUNNING', ...storeRefusals],
  }),
  /** What storage takes, of what, and what was let go. Measured now: ask when a person looks, not on a timer. */
  StorageGet: command({ role: 'member', params: nothing, result: StorageFacts, refusals: ['STORE_UNHEALTHY'] }),
  /** `null` lifts the quota. One below what is used refuses the next capture and deletes nothing. */
  StorageQuotaSet: command({
    params: z.strictObject({ quotaBytes: QuotaBytes, requestId }),
    result: z.object({ seq: Seq }),
    refusals: storeRefusals,
  }),
  /**
   * Ends every sign-in, this browser's too, so it wants to be meant. Programs with the install token stay.
   * `url` signs this browser in again.
   */
  SignOutEverywhere: command({
    params: z.strictObject({ confirmed: z.literal(true), requestId }),
    result: z.object({ seq: Seq, url: z.string() }),
    refusals: ['PERSON_NEEDED', 'PERSON_NOT_FOUND', ...storeRefusals],
  }),
  /**
   * A link that signs one more browser of the one who asks in, once. `asOwner`, on the machine alone, makes the owner
   * an active admin again when it is opened.
   */
  LinkCreate: command({
    role: 'viewer',
    params: z.strictObject({ asOwner: z.literal(true).optional() }),
    result: z.object({ url: z.string(), expiresAt: z.string() }),
    refusals: ['PERSON_NEEDED', 'PERSON_NOT_FOUND', ...storeRefusals],
  }),
};
