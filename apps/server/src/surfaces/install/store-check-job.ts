import { type InstallView, installStream, type StoreCheckReport } from '@atelier/contracts';
import { ok, type Result } from '@atelier/kernel/core';
import type { DeltaBus } from '../../events/delta-bus.ts';
import { cancelCheck, finishCheck, interruptCheck, startCheck } from './decisions.ts';
import type { Record } from './record.ts';
import type { StoreRefused } from './words.ts';

type Deps = {
  readonly record: Record;
  readonly deltas: DeltaBus;
  /** Which of the servers on one database this is. */
  readonly server: string;
  readonly newCheckId: (requestId: string | undefined) => string;
  readonly check: (
    onProgress: (progress: { done: number; total: number; stream: string }) => void,
    signal: AbortSignal,
  ) => Promise<StoreCheckReport | undefined>;
  readonly onFault: (cause: unknown) => void;
};

type StartRefused = { readonly code: 'CHECK_ALREADY_RUNNING'; readonly checkId: string } | StoreRefused;
type CancelRefused = { readonly code: 'CHECK_NOT_RUNNING' } | StoreRefused;
type Started = { readonly checkId: string; readonly seq: number };

/** One check of the store at a time: its start and end are events, how far it is are deltas. */
export const createStoreCheckJob = ({ record, deltas, server, newCheckId, check, onFault }: Deps) => {
  const interrupt = (view: InstallView) => interruptCheck(view, server);
  let running: { readonly id: string; readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  let leftOpen = false;

  const run = async (checkId: string, signal: AbortSignal) => {
    try {
      const report = await check(
        ({ done, total, stream }) =>
          deltas.publish(installStream, { kind: 'progress', id: checkId, done, total, detail: stream }),
        signal,
      );
      const recorded = await record((view) =>
        report && !signal.aborted ? finishCheck(view, checkId, report) : interrupt(view),
      );
      leftOpen = !recorded.ok;
      if (!recorded.ok) onFault(new Error(`The end of a check was not recorded: ${recorded.error.code}`));
    } catch (cause) {
      leftOpen = true;
      onFault(cause);
    } finally {
      deltas.publish(installStream, { kind: 'ended', id: checkId });
      if (running?.id === checkId) running = undefined;
    }
  };

  return {
    start: async (requestId: string | undefined): Promise<Result<Started, StartRefused>> => {
      const checkId = newCheckId(requestId);
      // A check whose end could not be recorded must not bar the next one for ever.
      if (leftOpen) leftOpen = !(await record(interrupt)).ok;
      if (running?.stop.signal.aborted) await running.done;
      let isNew = false;
      const recorded = await record((view) => {
        const decision = startCheck(view, checkId, server);
        isNew = decision.ok && decision.value !== undefined;
        return decision;
      });
      if (!recorded.ok) return recorded;
      if (isNew) {
        const stop = new AbortController();
        running = { id: checkId, stop, done: run(checkId, stop.signal).catch(onFault) };
      }
      return ok({ checkId, seq: recorded.value.seq });
    },
    cancel: async (checkId: string): Promise<Result<{ readonly seq: number }, CancelRefused>> => {
      const recorded = await record((view) => cancelCheck(view, checkId));
      if (recorded.ok && running?.id === checkId) running.stop.abort();
      return recorded;
    },
    /** At start: nothing runs yet, so whatever is said to be running was cut off. */
    recover: async (): Promise<void> => {
      await record(interrupt);
    },
    stop: async (): Promise<void> => {
      running?.stop.abort();
      await running?.done;
    },
  };
};
