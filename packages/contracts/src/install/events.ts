import { z } from 'zod';
import { SettingsPatch } from './settings.ts';
import { QuotaBytes } from './storage.ts';
import { StoreCheckReport } from './store-check.ts';

/** The stream that holds what is true of the whole installation. */
export const installStream = 'install';

/** Written events are for ever: add an optional field or a new kind, never a new meaning. */
export const InstallEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settings.changed'), data: z.object({ set: z.object(SettingsPatch.shape) }) }),
  z.object({
    kind: z.literal('store_check.started'),
    /** `server`: which of the servers on one database does it. */
    data: z.object({ checkId: z.string(), server: z.string().optional() }),
  }),
  z.object({
    kind: z.literal('store_check.finished'),
    data: z.object({ checkId: z.string(), report: StoreCheckReport }),
  }),
  /** Every browser has to sign in again. `by` is the person who asked for it. */
  z.object({ kind: z.literal('sign_ins.ended'), data: z.object({ by: z.string() }) }),
  z.object({ kind: z.literal('store_check.cancelled'), data: z.object({ checkId: z.string() }) }),
  z.object({ kind: z.literal('store_check.interrupted'), data: z.object({ checkId: z.string() }) }),
  z.object({ kind: z.literal('storage.quota_set'), data: z.object({ quotaBytes: QuotaBytes }) }),
  z.object({
    kind: z.literal('storage.collected'),
    data: z.object({ objects: z.int().nonnegative(), bytes: z.number().nonnegative() }),
  }),
]);
export type InstallEvent = z.infer<typeof InstallEvent>;
