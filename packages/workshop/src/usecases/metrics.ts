import type { WorkshopMetrics } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import { createMetrics } from '../core/metrics.ts';

/** When the counts were cleared: one event each time, and nothing else. */
const stream = 'workshop-metrics';
const pageSize = 2_000;

type Deps = { readonly log: Pick<EventLog, 'append' | 'read' | 'list'> };
type Refused = { readonly code: string };

/** Everything that happened in any Workbench, once. A person asks for it, so nothing is kept along. */
export const readMetrics = async ({ log }: Deps): Promise<Result<WorkshopMetrics, Refused>> => {
  const cleared = await log.read(stream);
  if (!cleared.ok) return err({ code: cleared.error.code });
  const metrics = createMetrics(cleared.value.events.at(-1)?.at ?? null);
  for (const bench of await log.list('bench')) {
    const visit = metrics.bench();
    for (let from = 0; ; ) {
      const page = await log.read(bench, { from, limit: pageSize });
      // One damaged stream does not hide the others; doctor names it.
      if (!page.ok || page.value.events.length === 0) break;
      for (const event of page.value.events) visit(event);
      from += page.value.events.length;
    }
  }
  return ok(metrics.result());
};

export const clearMetrics = async (deps: Deps): Promise<Result<WorkshopMetrics, Refused>> => {
  const cleared = await deps.log.append(stream, [{ kind: 'metrics.cleared', key: null, data: {} }], {
    expected: 'any',
  });
  return cleared.ok ? readMetrics(deps) : err({ code: cleared.error.code });
};
