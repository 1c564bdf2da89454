import { budgets } from '../budgets.ts';
import type { RunCondition } from '../compiled.ts';
import type { TraceEntry } from '../events/bodies.ts';
import { truncate, utf8Bytes } from '../text.ts';

type Ref = TraceEntry['refs'][number];

const loopRef = (loopId: string): Ref => ({ kind: 'loop_id', loopId });
const stepRef = (stepId: string): Ref => ({ kind: 'step_id', stepId });

/** Why the run went where it went. For people: no rule ever reads it. */
export const createTrace = () => {
  const entries: TraceEntry[] = [];
  const add = (kind: TraceEntry['kind'], summary: string, refs: readonly Ref[]): void => {
    entries.push({ kind, summary: truncate(summary, budgets.traceSummaryBytes), refs: [...refs] });
  };
  return {
    selected: (stepId: string) => add('selected_next_step', `Next step: ${stepId}.`, [stepRef(stepId)]),
    entered: (loopId: string) => add('entered_loop', `Reached loop ${loopId}.`, [loopRef(loopId)]),
    exited: (loopId: string, passes: number) =>
      add('exited_loop', `Left loop ${loopId} after ${passes} passes.`, [
        loopRef(loopId),
        { kind: 'iteration', iteration: passes },
      ]),
    evaluated: (because: string, loopId: string, iteration: number, conditionId: string | undefined) =>
      add('evaluated_condition', `Loop ${loopId}, before pass ${iteration + 1}: ${because}.`, [
        loopRef(loopId),
        { kind: 'iteration', iteration },
        ...(conditionId === undefined ? [] : [{ kind: 'condition_id' as const, conditionId }]),
      ]),
    asked: (id: string, of: 'step' | 'loop', condition: RunCondition, holds: boolean) =>
      add('evaluated_condition', `Condition of ${id} is ${holds}${holds ? '' : ': skipped'}.`, [
        of === 'step' ? stepRef(id) : loopRef(id),
        ...(condition.kind === 'fixed' ? [{ kind: 'condition_id' as const, conditionId: condition.conditionId }] : []),
      ]),
    forked: (stepId: string) =>
      add('detected_non_tip_advance', `Advanced from an earlier node: a new branch starts.`, [stepRef(stepId)]),
    entries: (): readonly TraceEntry[] => bounded(entries),
  };
};

/** So few of them, each cut to its size, fit whatever they say. */
const FEW = 3;

/** The beginning and the end say most: what is dropped comes from the middle. */
export const bounded = (entries: readonly TraceEntry[]): readonly TraceEntry[] => {
  if (entries.length <= FEW && entries.every(({ refs }) => refs.length <= FEW)) return entries;
  const head = Math.floor(budgets.traceEntries / 2);
  let kept =
    entries.length <= budgets.traceEntries
      ? [...entries]
      : [...entries.slice(0, head), ...entries.slice(entries.length - (budgets.traceEntries - head))];
  const size = (list: readonly TraceEntry[]): number =>
    list.reduce((sum, entry) => sum + utf8Bytes(JSON.stringify(entry)), 0);
  const share = Math.floor(budgets.traceTotalBytes / budgets.traceEntries / 2);
  if (size(kept) > budgets.traceTotalBytes)
    kept = kept.map((entry) => ({ ...entry, summary: truncate(entry.summary, share), refs: entry.refs.slice(0, 3) }));
  while (size(kept) > budgets.traceTotalBytes && kept.length > 1) kept.splice(Math.floor(kept.length / 2), 1);
  return kept;
};
