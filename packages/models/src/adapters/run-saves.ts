import { err, type Json, type JsonObject, ok, type StreamId } from '@atelier/kernel/core';
import type { EventLog, Snapshots } from '@atelier/kernel/ports';
import { createProjection } from '@atelier/kernel/usecases';
import { afterStep, type RunStep, type ToolRun } from '../core/tool-run.ts';
import type { RunSaves } from '../ports/run-saves.ts';

type Saved = {
  readonly run: ToolRun | undefined;
  /** Of the driver that saved last; 0 where there is only one. */
  readonly term: number;
};

/** A loop's state in a stream of its own, `run/<id>`, which no tab may follow. */
export const createRunSaves = (log: EventLog, snapshots: Snapshots, stream: StreamId): RunSaves => {
  const runs = createProjection<Saved>({
    log,
    initial: { run: undefined, term: 0 },
    evolve: (saved, { kind, data }) => {
      if (kind === 'run.driven') return { ...saved, term: Number(data.term) };
      if (kind === 'run.dropped') return { ...saved, run: undefined };
      return kind === 'run.stepped' ? { ...saved, run: afterStep(saved.run, data.step as unknown as RunStep) } : saved;
    },
    snapshot: {
      store: snapshots,
      of: { name: 'run', version: 2 },
      encode: ({ run, term }) => ({ run: run ?? null, term }) as unknown as Json,
      decode: (json) => {
        const { run, term } = json as unknown as { readonly run: ToolRun | null; readonly term: number };
        return { run: run ?? undefined, term };
      },
    },
  });
  /** Where the stream ends, once this driver has taken it: whatever else is there was written by another. */
  let expected: number | 'any' = 'any';
  const append = async (kind: string, data: JsonObject, key: string | null) => {
    const appended = await log.append(stream, [{ kind, key, data }], { expected });
    if (!appended.ok) return err({ code: appended.error.code === 'STALE' ? 'NOT_DRIVING' : appended.error.code });
    if (expected !== 'any') expected = appended.value.next;
    return ok(undefined);
  };
  return {
    load: async () => {
      const folded = await runs.at(stream);
      return folded.ok ? ok(folded.value.state.run) : err({ code: folded.error.code });
    },
    save: (step, key) => append('run.stepped', { step: step as unknown as JsonObject }, key ?? null),
    drop: () => append('run.dropped', {}, null),
    fence: async (term) => {
      for (;;) {
        const now = await runs.at(stream);
        if (!now.ok) return err({ code: now.error.code });
        if (now.value.state.term >= term) return err({ code: 'NOT_DRIVING' });
        const driven = { kind: 'run.driven', key: null, data: { term } };
        const appended = await log.append(stream, [driven], { expected: now.value.seq });
        if (appended.ok) {
          expected = appended.value.next;
          return ok(undefined);
        }
        if (appended.error.code !== 'STALE' && appended.error.code !== 'LOCKED')
          return err({ code: appended.error.code });
      }
    },
  };
};
