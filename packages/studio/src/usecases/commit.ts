import { type Json, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import { createDecide, type DecideRefused } from '@atelier/kernel/usecases';
import type { NewProjectEvent } from '../core/events/project-event.ts';
import { ProjectEventBody } from '../core/events/project-event.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { StudioPorts } from '../ports/index.ts';

export type Batch = { readonly events: readonly NewProjectEvent[]; readonly pins?: readonly BlobId[] };

/** Read, decide on what is true now, append: a race over the place in the log is decided again and never surfaces. */
export type Commit = <Refused>(
  stream: string,
  build: (state: ProjectState, seq: number) => Result<Batch, Refused> | Promise<Result<Batch, Refused>>,
) => Promise<Result<Committed, Refused | DecideRefused>>;

/** `isWritten` is false where somebody else had recorded it already, under the same key. */
export type Committed = { readonly seq: number; readonly isWritten: boolean };

const mostTries = 6;

const isBusy = (error: unknown): error is { readonly code: 'BUSY'; readonly afterMs: number } =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'BUSY';

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

export const createCommit = ({ log, projects, random, onFault }: StudioPorts): Commit => {
  const decide = createDecide({ log, states: projects, random });
  return async (stream, build) => {
    const attempt = () =>
      decide(stream, async (state, seq) => {
        const built = await build(state, seq);
        if (!built.ok) return built;
        const { events, pins } = built.value;
        const named = [...new Set([...(pins ?? []), ...picturesIn(events)])];
        return ok({ events: events.map(toNewEvent), ...(named.length > 0 && { pins: named }) });
      });
    let recorded = await attempt();
    // A long decision loses to short ones of another server; whoever stands back between races gets through.
    for (let tries = 1; tries < mostTries && !recorded.ok && isBusy(recorded.error); tries += 1) {
      await pause(recorded.error.afterMs * (tries + random()));
      recorded = await attempt();
    }
    if (!recorded.ok) return recorded;
    // Nobody waits for a snapshot.
    setImmediate(() => void projects.saveIfDue(stream).catch((cause) => onFault(cause, 'studio snapshot')));
    const { seq, written: isWritten } = recorded.value;
    return ok({ seq, isWritten });
  };
};

/** Content that the data of events names as a picture or a logo: it stays as long as the log does. */
export const picturesIn = (value: unknown): readonly BlobId[] => {
  if (Array.isArray(value)) return value.flatMap(picturesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'blob' && typeof inner === 'string' && /^sha256:[0-9a-f]{64}$/.test(inner)
      ? [inner as BlobId]
      : picturesIn(inner),
  );
};

const toNewEvent = ({ key, ...event }: NewProjectEvent) => {
  const parsed = ProjectEventBody.safeParse(event);
  // What the fold cannot read must never get into the log.
  if (!parsed.success)
    throw new Error(`${event.kind} does not have its shape: ${parsed.error.issues[0]?.path.join('.')}`);
  return { kind: event.kind, key: key ?? null, data: event.data as unknown as JsonObject & Record<string, Json> };
};
