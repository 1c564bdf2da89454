import { type ProjectRole, projectStream } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import type { NewProjectEvent } from '../core/events/project-event.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { StudioPorts } from '../ports/index.ts';
import { openProject, type TurnRefused } from './admit.ts';
import type { Commit } from './commit.ts';
import { roleIn, type StudioCaller } from './turn-caller.ts';

export type Member = { readonly userId: string; readonly role: ProjectRole };

export type MemberRefused =
  | { readonly code: 'PROJECT_NOT_FOUND' | 'FORBIDDEN' | 'LAST_OWNER' | 'MEMBER_NOT_FOUND' }
  | DecideRefused;

/** Who is in a project. It lies in the project's own stream, so that a change is decided on what is true right then. */
export const createMembers = (ports: StudioPorts, commit: Commit) => {
  const change = async (
    projectId: string,
    caller: StudioCaller,
    build: (state: ProjectState) => Result<readonly NewProjectEvent[], MemberRefused>,
  ): Promise<Result<{ readonly seq: number }, MemberRefused>> =>
    commit(projectStream(projectId), (state) => {
      const role = state.records.project.size > 0 ? roleIn(state, caller) : undefined;
      if (!role) return err({ code: 'PROJECT_NOT_FOUND' } as const);
      const built = build(state);
      return built.ok ? ok({ events: built.value }) : built;
    });

  return {
    list: async (projectId: string, caller: StudioCaller): Promise<Result<readonly Member[], TurnRefused>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      return ok([...opened.value.state.members].map(([userId, role]) => ({ userId, role })));
    },
    set: (projectId: string, { userId, role }: Member, caller: StudioCaller) =>
      change(projectId, caller, (state) => {
        if (roleIn(state, caller) !== 'owner') return err({ code: 'FORBIDDEN' });
        if (state.members.get(userId) === role) return ok([]);
        if (role !== 'owner' && isLastOwner(state, userId)) return err({ code: 'LAST_OWNER' });
        return ok([{ kind: 'member.set', data: { by: caller.userId, userId, role } }]);
      }),
    /** An owner removes anybody, and everybody may leave. */
    remove: (projectId: string, userId: string, caller: StudioCaller) =>
      change(projectId, caller, (state) => {
        if (roleIn(state, caller) !== 'owner' && userId !== caller.userId) return err({ code: 'FORBIDDEN' });
        if (!state.members.has(userId)) return err({ code: 'MEMBER_NOT_FOUND' });
        if (isLastOwner(state, userId)) return err({ code: 'LAST_OWNER' });
        return ok([{ kind: 'member.removed', data: { by: caller.userId, userId } }]);
      }),
  };
};

const isLastOwner = ({ members }: ProjectState, userId: string): boolean =>
  members.get(userId) === 'owner' && [...members.values()].filter((role) => role === 'owner').length === 1;
