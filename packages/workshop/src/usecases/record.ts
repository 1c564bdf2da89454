import { ok, type Result } from '@atelier/kernel/core';
import type { Decided, DecideRefused, Recorded } from '@atelier/kernel/usecases';
import type { Bench } from '../core/bench.ts';
import { type Actor, isWritable, toNewEvent } from '../core/codec.ts';
import type { WorkbenchEvent } from '../core/conversation.ts';
import { pinsOf } from '../core/holds.ts';
import { benchStream, type WorkbenchId } from '../core/ids.ts';

/** Reads, decides and records on one Workbench; two that come at once take turns. */
export type DecideOnBench = <Refused>(
  stream: string,
  decide: (bench: Bench) => Promise<Result<Decided, Refused>> | Result<Decided, Refused>,
) => Promise<Result<Recorded, Refused | DecideRefused>>;

export type RecordDeps = { readonly decide: DecideOnBench };

/** One decision, one commit: the events, and what they pin and unpin. */
export const recordOn =
  ({ decide }: RecordDeps) =>
  <Refused>(
    workbenchId: WorkbenchId,
    actor: Actor,
    decision: (
      bench: Bench,
    ) => Result<readonly WorkbenchEvent[], Refused> | Promise<Result<readonly WorkbenchEvent[], Refused>>,
    key: string | null = null,
  ): Promise<Result<Recorded, Refused | DecideRefused>> =>
    decide(benchStream(workbenchId), async (bench) => {
      const decided = await decision(bench);
      return decided.ok ? ok(commitOf(bench, decided.value, actor, key)) : decided;
    });

/** With a key, the same commit is written once however often it is asked for. */
export const commitOf = (
  bench: Pick<Bench, 'holds'>,
  events: readonly WorkbenchEvent[],
  actor: Actor,
  key: string | null = null,
): Decided => {
  const unreadable = events.find((event) => !isWritable(event));
  if (unreadable) throw new Error(`an event of kind ${unreadable.kind} does not have its shape`);
  const keyed = (at: number): string | null => (key === null ? null : `${key}:${at}`);
  return { events: events.map((event, at) => toNewEvent(event, actor, keyed(at))), ...pinsOf(bench, events) };
};
