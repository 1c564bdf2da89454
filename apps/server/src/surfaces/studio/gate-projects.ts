import { type CommandName, projectRoleOf, projectRoles } from '@atelier/contracts';
import { openProject } from '@atelier/studio';
import type { Caller } from '../../caller.ts';
import type { Handlers } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refusedBy } from './words.ts';

/** Taken one name at a time, types cannot say that this handler belongs to this command; `Handlers` has said it. */
type Handler = (params: never, caller: Caller) => Promise<never>;

/**
 * Holds every command against the role that its contract asks for in the project it names. To somebody who is not in a
 * project it does not exist, so that is the answer, whatever the command would have said.
 */
export const gateProjects = <Name extends CommandName>(
  handlers: Handlers<Name>,
  { ports }: OpenStudio,
): Handlers<Name> => {
  const gated = Object.entries(handlers).map(([command, handler]) => {
    const name = command as Name;
    const handle = handler as Handler;
    const needed = projectRoleOf(name);
    // A viewer is let in by the handler itself, which opens the project in any case.
    if (needed === undefined || needed === 'viewer') return [name, handle];
    const guarded = async (params: { readonly projectId: string }, caller: Caller) => {
      const opened = await openProject(ports, params.projectId, callerOf(caller));
      if (!opened.ok) return refusedBy(name, opened.error);
      if (projectRoles.indexOf(opened.value.role) < projectRoles.indexOf(needed))
        return refusedBy(name, { code: 'FORBIDDEN' });
      return handle(params as never, caller);
    };
    return [name, guarded];
  });
  return Object.fromEntries(gated) as Handlers<Name>;
};
