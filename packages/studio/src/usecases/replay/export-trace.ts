import { type ProjectRole, studioStream, type TurnTrace } from '@atelier/contracts/studio';
import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import { createPortableLines } from '@atelier/kernel/usecases';
import type { ProjectState } from '../../core/fold/state.ts';
import { type PortableTrace, portableTraceFormat, type TraceStream } from '../../core/replay/portable-trace.ts';
import { TurnTape } from '../../core/replay/tape.ts';
import type { StudioPorts } from '../../ports/index.ts';
import { openProject, type TurnRefused } from '../admit.ts';
import { readStored } from '../stored-result.ts';
import type { StudioCaller } from '../turn-caller.ts';
import { workspaceIdOf } from './workspace-id.ts';

type Deps = Pick<StudioPorts, 'projects' | 'blobs' | 'sha256'> & { readonly log: Pick<EventLog, 'read' | 'content'> };

export type TraceExportRefused =
  | TurnRefused
  | { readonly code: 'TURN_NOT_FOUND' }
  /** It has not ended, it failed, or an older version recorded it. */
  | { readonly code: 'TURN_NOT_REPLAYABLE' };

/**
 * A turn with everything it takes to run it again elsewhere: the project as it was, with costs and everybody's drafts,
 * and what all projects share, the whole price list and the wording of skills included. An owner of one project may not
 * see that, so only an admin may. What other turns answered is left out.
 */
export const exportTrace =
  ({ log, blobs, projects, sha256 }: Deps) =>
  async (
    projectId: string,
    turnId: string,
    summary: TurnTrace,
    caller: StudioCaller,
  ): Promise<Result<AsyncIterable<Uint8Array>, TraceExportRefused>> => {
    const opened = await openProject({ projects }, projectId, caller);
    if (!opened.ok) return opened;
    const { state, stream, role } = opened.value;
    if (!mayExportTrace(role, caller)) return err({ code: 'FORBIDDEN' });
    const endSeq = endOf(state, turnId);
    const page = endSeq === undefined ? undefined : await log.read(stream, { from: endSeq, limit: 1 });
    const ended = page?.ok ? page.value.events[0]?.data : undefined;
    const told = TurnTape.safeParse(await readStored({ log, blobs }, stream, ended?.tape));
    if (endSeq === undefined || !told.success || !(await isOwnTape({ log, blobs }, stream, ended?.tape)))
      return err({ code: 'TURN_NOT_REPLAYABLE' });
    const result = await readStored({ log, blobs }, stream, ended?.result);

    const parts = async function* (): AsyncGenerator<Uint8Array> {
      const { line, count } = createPortableLines<PortableTrace>(sha256);
      const head = { format: portableTraceFormat, v: 1, projectId, turnId } as const;
      yield line({ part: 'trace', ...head, tape: told.data as unknown as Json, summary: summary as unknown as Json });
      for (const [of, from, until] of [
        ['project', stream, endSeq + 1],
        ['workspace', studioStream, Math.max(0, ...told.data.workspace)],
      ] as const)
        for await (const event of eventsOf(log, from, until))
          if (isRead(event, projectId))
            yield line(lineOf(of, event, event.data.turnId === turnId ? result : undefined));
      yield line({ part: 'end', records: count() + 1 });
    };
    return ok(parts());
  };

/** Whether a turn was recorded here: one that came with a project speaks of a workspace that is elsewhere. */
export const isOwnTape = async (stores: Pick<Deps, 'log' | 'blobs'>, stream: string, stored: Json | undefined) => {
  const tape = TurnTape.safeParse(await readStored(stores, stream, stored));
  return tape.success && tape.data.workspaceId === (await workspaceIdOf(stores.log));
};

/** Whoever runs the installation, unless they are less than an owner in this project. */
export const mayExportTrace = (role: ProjectRole, { isAdmin }: StudioCaller): boolean => isAdmin && role === 'owner';

const endOf = ({ turns }: ProjectState, turnId: string): number | undefined => {
  const turn = turns.get(turnId);
  return turn?.status === 'completed' ? turn.endSeq : undefined;
};

type Logged = {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, Json>>;
};

const eventsOf = async function* (log: Deps['log'], stream: string, until: number): AsyncGenerator<Logged> {
  for (let from = 0; from < until; ) {
    const page = await log.read(stream, { from, limit: Math.min(500, until - from) });
    if (!page.ok) throw new Error(`${stream} cannot be read: ${page.error.code}`);
    if (page.value.events.length === 0) return;
    yield* page.value.events as readonly Logged[];
    from = page.value.next;
  }
};

/** The cards of other projects are no part of this one, and no turn reads them. */
const isRead = ({ kind, data }: Logged, projectId: string): boolean =>
  kind !== 'project.listed' || (data.card as { readonly projectId?: string } | undefined)?.projectId === projectId;

const lineOf = (of: TraceStream, { seq, id, at, kind, data }: Logged, own: Json | undefined): PortableTrace => {
  if (kind !== 'turn.completed') return { part: 'event', of, seq, id, at, kind, data };
  const { result: _result, tape: _tape, ...rest } = data;
  return { part: 'event', of, seq, id, at, kind, data: own === undefined ? rest : { ...rest, result: own } };
};
