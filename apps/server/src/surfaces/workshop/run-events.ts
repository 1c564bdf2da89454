import { emptyConversation, foldConversation, type ToolItem } from '@atelier/contracts';
import { err, type LogEvent, ok, type Result } from '@atelier/kernel/core';
import { benchStream, type LaneId, laneBench, type WorkbenchId } from '@atelier/workshop';
import type { Transcript } from '@atelier/workshop/view';
import type { Workshop } from './workshop.ts';

type Run = NonNullable<ReturnType<Transcript['runs']['get']>>;

export type RunEvents = {
  /** Where it is told: the Workbench, or a lane of it. */
  readonly id: WorkbenchId;
  readonly runId: string;
  readonly run: Run;
  readonly events: readonly LogEvent[];
};

/** Everything the log tells of the run behind an answer; undefined where none stands behind it. */
export const readRun = async (
  workshop: Workshop,
  workbenchId: WorkbenchId,
  whole: Transcript,
  messageId: string,
): Promise<Result<RunEvents | undefined, { readonly code: 'STORE_UNHEALTHY' }>> => {
  const { id, talk } = await placeOf(workshop, workbenchId, whole, messageId);
  const runId = whole.nodes.get(messageId)?.runId ?? runFor(talk, messageId);
  const run = runId === null ? undefined : talk.runs.get(runId);
  if (runId === null || !run) return ok(undefined);
  const read = await workshop.log.read(benchStream(id), { from: run.from, limit: run.to - run.from + 1 });
  return read.ok ? ok({ id, runId, run, events: read.value.events }) : err({ code: 'STORE_UNHEALTHY' });
};

/** Where the run behind an answer is told: an answer of a lane was made on the lane's own stream. */
export const placeOf = async (
  workshop: Workshop,
  id: WorkbenchId,
  talk: Transcript,
  messageId: string | undefined,
): Promise<{ readonly id: WorkbenchId; readonly talk: Transcript; readonly seq: number | undefined }> => {
  const laneId = messageId === undefined ? undefined : talk.nodes.get(messageId)?.laneId;
  if (laneId === undefined) return { id, talk, seq: undefined };
  const own = laneBench(laneId as LaneId);
  const looked = await workshop.look(own);
  return looked.ok ? { id: own, talk: looked.value.talk, seq: looked.value.seq } : { id, talk, seq: undefined };
};

/** The last run that answered a question. */
const runFor = (talk: Transcript, messageId: string): string | null => {
  let found: string | null = null;
  for (const [runId, { userMessageId }] of talk.runs) if (userMessageId === messageId) found = runId;
  return found;
};

/** The calls of a run as a screen shows them, in order. */
export const toolsIn = ({ runId, events }: Pick<RunEvents, 'runId' | 'events'>): ToolItem[] =>
  events
    .filter(({ kind, data }) => data.runId === runId && (kind === 'run.started' || kind.startsWith('tool.')))
    .reduce((talk, event) => foldConversation(talk, event, Number.POSITIVE_INFINITY), emptyConversation)
    .items.filter((item) => item.kind === 'tool');
