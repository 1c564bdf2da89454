import { studioStream } from '@atelier/contracts/studio';
import { type JsonObject, ok, type Result } from '@atelier/kernel/core';
import { createDecide, type DecideRefused } from '@atelier/kernel/usecases';
import { WorkspaceEventBody } from '../core/events/workspace-event.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';
import { picturesIn } from './commit.ts';

export type WorkspaceCommit = <Refused = never>(
  /** A client that retries sends the same key; what was recorded the first time stands. */
  key: string | null,
  build: (state: WorkspaceState) => Result<readonly WorkspaceEventBody[], Refused>,
) => Promise<Result<{ readonly seq: number }, Refused | DecideRefused>>;

/** What all projects share is changed by one command each, with its own event and actor. */
export const createWorkspaceCommit = ({ log, workspaces, random, onFault }: StudioPorts): WorkspaceCommit => {
  const decide = createDecide({ log, states: workspaces, random });
  return async (key, build) => {
    const recorded = await decide(studioStream, (state) => {
      const built = build(state);
      if (!built.ok) return built;
      const events = built.value.map((event, at) => {
        const parsed = WorkspaceEventBody.safeParse(event);
        if (!parsed.success)
          throw new Error(`${event.kind} does not have its shape: ${parsed.error.issues[0]?.path.join('.')}`);
        return {
          kind: event.kind,
          key: key === null ? null : `${key}:${at}`,
          data: event.data as unknown as JsonObject,
        };
      });
      const pins = picturesIn(built.value);
      return ok({ events, ...(pins.length > 0 && { pins }) });
    });
    if (!recorded.ok) return recorded;
    setImmediate(() => void workspaces.saveIfDue(studioStream).catch((cause) => onFault(cause, 'studio snapshot')));
    return ok({ seq: recorded.value.seq });
  };
};
