import type { metricsCommands } from '@atelier/contracts';
import { clearMetrics, readMetrics } from '@atelier/workshop';
import type { Handlers } from '../surface.ts';
import { refusedBy } from './words.ts';
import type { Workshop } from './workshop.ts';

/** Counts of what happened in Workbenches. They are read from the logs and go nowhere else. */
export const createMetricsHandlers = (open: () => Promise<Workshop>): Handlers<keyof typeof metricsCommands> => ({
  WorkshopMetricsGet: async () => {
    const read = await readMetrics(await open());
    return read.ok ? read : refusedBy('WorkshopMetricsGet', read.error);
  },
  WorkshopMetricsClear: async () => {
    const cleared = await clearMetrics(await open());
    return cleared.ok ? cleared : refusedBy('WorkshopMetricsClear', cleared.error);
  },
});
