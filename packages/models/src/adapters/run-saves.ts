import { err, type Json, type JsonObject, ok, type StreamId } from '@atelier/kernel/core';
import type { EventLog, Snapshots } from '@atelier/kernel/ports';
import { createProjection } from '@atelier/kernel/usecases';
import { afterStep, type RunStep, type ToolRun } from '../core/tool-run.ts';
import type { RunSaves } from '../ports/run-saves.ts';

/** A loop's state in a stream of its own, `run/<id>`, which no tab may follow. */
export const createRunSaves = (log: EventLog, snapshots: Snapshots, stream: StreamId): RunSaves => {
  const runs = createProjection<ToolRun | undefined>({
    log,
    initial: undefined,
    evolve: (run, { kind, data }) => {
      if (kind === 'run.dropped') return undefined;
      return kind === 'run.stepped' ? afterStep(run, data.step as unknown as RunStep) : run;
    },
    snapshot: {
      store: snapshots,
      of: { name: 'run', version: 1 },
      encode: (run) => (run ?? null) as unknown as Json,
      decode: (json) => (json ?? undefined) as unknown as ToolRun | undefined,
    },
  });
  const append = async (kind: string, data: JsonObject, key: string | null) => {
    const appended = await log.append(stream, [{ kind, key, data }], { expected: 'any' });
    return appended.ok ? ok(undefined) : err({ code: appended.error.code });
  };
  return {
    load: async () => {
      const folded = await runs.at(stream);
      return folded.ok ? ok(folded.value.state) : err({ code: folded.error.code });
    },
    save: (step, key) => append('run.stepped', { step: step as unknown as JsonObject }, key ?? null),
    drop: () => append('run.dropped', {}, null),
  };
};
