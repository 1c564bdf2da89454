import { studioStream } from '@atelier/contracts/studio';
import { openProject, ProjectEventBody, WorkspaceEventBody, workspaceNow } from '@atelier/studio';
import { isAnswerOf, showProjectEvent } from '@atelier/studio/view';
import type { CreateSurface } from '../surface.ts';
import { createAdminHandlers } from './admin-handlers.ts';
import { createExportRoutes } from './exports.ts';
import { createStudioFileRoutes } from './files.ts';
import { gateProjects } from './gate-projects.ts';
import { createMemberHandlers, createProjectAccess } from './member-handlers.ts';
import { type OpenStudio, openStudio } from './open-studio.ts';
import { createPortableRoutes } from './portable-routes.ts';
import { callerOf, createProjectHandlers } from './project-handlers.ts';
import { createQuoteHandlers } from './quote-handlers.ts';
import { createTraceRoute } from './trace-route.ts';
import { createWorkbenchHandlers } from './workbench-handlers.ts';
import { createWorkspaceHandlers } from './workspace-handlers.ts';

/** Projects from an idea to a quote. */
export const createStudioSurface: CreateSurface = (kit) => {
  const studio: OpenStudio = openStudio(kit);
  return {
    handlers: gateProjects(
      {
        ...createProjectHandlers(studio, kit.people),
        ...createWorkspaceHandlers(studio),
        ...createQuoteHandlers(studio),
        ...createAdminHandlers(studio),
        ...createWorkbenchHandlers(studio, kit),
        ...createMemberHandlers(studio, kit.people),
      },
      studio,
    ),
    routes: [
      ...createExportRoutes(studio, kit),
      ...createStudioFileRoutes(studio, kit),
      ...createPortableRoutes(studio, kit),
      createTraceRoute(studio),
    ],
    streams: {
      [studioStream]: {
        follow: 'viewer',
        // What is in it is asked for by those who may see it; that something happened is all that is said here.
        show: (_caller, _stream, event) => ({ ...event, key: null, data: {} }),
        check: (event) => problemOf(WorkspaceEventBody, event),
      },
      project: {
        follow: async (caller, stream) => (await openProject(studio.ports, idOf(stream), callerOf(caller))).ok,
        // That something moved, and of a few kinds which: nothing that was written, and no kind that is not known here.
        show: ({ person: userId }, _stream, event) => {
          const shown = showProjectEvent({ userId, canSeeCosts: false }, event);
          return shown && { ...shown, key: null, data: {} };
        },
        showDelta: ({ person }, _stream, delta) => (isAnswerOf(person, delta.id) ? delta : undefined),
        mayEnd: ({ person }, event) =>
          (event.kind === 'member.removed' && event.data.userId === person) || event.kind === 'project.imported',
        check: (event) => problemOf(ProjectEventBody, event),
      },
    },
    projects: createProjectAccess(studio),
    start: async () => {
      const { projects } = await workspaceNow(studio.ports);
      await studio.turns.recover([...projects.keys()], kit.storage.place === 'database');
    },
    stop: async () => studio.turns.stop(),
  };
};

const idOf = (stream: string): string => stream.slice(stream.indexOf('/') + 1);

const problemOf = (
  shape: typeof ProjectEventBody | typeof WorkspaceEventBody,
  event: { readonly kind: string; readonly data: unknown },
): string | undefined => {
  const parsed = shape.safeParse(event);
  // Codes and places alone: a message may quote a figure that is nobody else's business.
  return parsed.success
    ? undefined
    : parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ');
};
