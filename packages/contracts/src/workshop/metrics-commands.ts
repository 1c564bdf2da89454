import { z } from 'zod';
import { command } from '../command.ts';
import { count, store } from './terms.ts';

/** What happened in all Workbenches, counted on this machine and told to nobody. */
export const WorkshopMetrics = z.object({
  /** When the counts were cleared last; null: never. */
  since: z.string().nullable(),
  turns: count,
  changesets: z.object({ generated: count, applied: count }),
  failures: z.object({ validation: count, disk: count, provider: count }),
  /** `messages`: how many left the chat, over all rewinds. */
  rewinds: z.object({ count, messages: count }),
  modelSwitches: count,
  publishes: count,
  discards: count,
  restores: count,
  choices: count,
  /** Held now by states of Drafts; clearing leaves it. */
  historyBytes: count,
});
export type WorkshopMetrics = z.infer<typeof WorkshopMetrics>;

export const metricsCommands = {
  /** Folded from the logs each time it is asked for. */
  WorkshopMetricsGet: command({
    role: 'member',
    params: z.strictObject({}),
    result: WorkshopMetrics,
    refusals: [...store],
  }),
  /** Counting begins anew; the logs stay as they are. */
  WorkshopMetricsClear: command({ params: z.strictObject({}), result: WorkshopMetrics, refusals: [...store] }),
};
