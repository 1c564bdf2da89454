import { ok } from '@atelier/kernel/core';
import { openProject } from '@atelier/studio';
import type { PeopleService } from '../../people/people.ts';
import type { Handlers, ProjectAccess } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refusedBy } from './words.ts';

type Names = 'StudioMembersGet' | 'StudioMemberSet' | 'StudioMemberRemove';

/** Who is in a project. */
export const createMemberHandlers = ({ members }: OpenStudio, people: PeopleService): Handlers<Names> => ({
  StudioMembersGet: async ({ projectId }, caller) => {
    const found = await members.list(projectId, callerOf(caller));
    return found.ok ? ok({ members: [...found.value] }) : refusedBy('StudioMembersGet', found.error);
  },
  StudioMemberSet: async ({ projectId, userId, role }, caller) => {
    const set = () => members.set(projectId, { userId, role }, callerOf(caller));
    // Whoever may not change the project must not learn from the answer who there is.
    const listed = await members.list(projectId, callerOf(caller));
    if (!listed.ok) return refusedBy('StudioMemberSet', listed.error);
    const person = (await people.now())?.people.get(userId);
    const isHere = person?.state === 'active';
    const done = isHere ? await set() : ({ ok: false, error: { code: 'PERSON_NOT_FOUND' } } as const);
    return done.ok ? done : refusedBy('StudioMemberSet', done.error);
  },
  StudioMemberRemove: async ({ projectId, userId }, caller) => {
    const done = await members.remove(projectId, userId, callerOf(caller));
    return done.ok ? done : refusedBy('StudioMemberRemove', done.error);
  },
});

/** What an invitation to a project needs of it. */
export const createProjectAccess = ({ ports, members }: OpenStudio): ProjectAccess => ({
  titleOf: async (projectId) => {
    const opened = await openProject(ports, projectId, { userId: '', isAdmin: true });
    return opened.ok ? [...opened.value.state.records.project.values()][0]?.title : undefined;
  },
  grant: async ({ projectId, userId, role, by }) => {
    const granted = await members.set(projectId, { userId, role }, { userId: by, isAdmin: true });
    // A project that was deleted since is no reason to keep somebody out of the rest.
    if (!granted.ok && granted.error.code !== 'PROJECT_NOT_FOUND')
      throw new Error(`${projectId} was not shared: ${granted.error.code}`);
  },
});
