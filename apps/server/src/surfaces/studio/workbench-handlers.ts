import { err, ok } from '@atelier/kernel/core';
import { assigneeNames, sendToWorkbench, type WorkbenchAbsent, type Workbenches } from '@atelier/studio';
import type { Caller } from '../../caller.ts';
import type { Handlers, SurfaceKit } from '../surface.ts';
import { createDocuments } from './documents.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refusedBy } from './words.ts';

/** Documents of a project into the Draft of a Workbench. */
export const createWorkbenchHandlers = (studio: OpenStudio, kit: SurfaceKit): Handlers<'StudioSendToWorkbench'> => {
  const made = createDocuments(studio, kit);
  const documents: Parameters<typeof sendToWorkbench>[0]['documents'] = {
    quote: async (quote, format) => (await made.quote(quote, format)).bytes,
    plan: async (records, lang, format) => {
      const at = studio.ports.now().toISOString();
      const people = await assigneeNames(studio.ports, records);
      const project = { records, quote: undefined, directory: new Map(), people, lang, at };
      return (await made.project(project, { kind: 'plan', format, forAll: true })).bytes;
    },
  };
  return {
    StudioSendToWorkbench: async ({ projectId, ...wanted }, caller) => {
      const workbenches = workbenchesOf(kit, caller);
      const send = sendToWorkbench({ quotes: studio.quotes, documents, workbenches });
      const sent = await send(projectId, wanted, callerOf(caller));
      return sent.ok ? ok({ names: [...sent.value.names] }) : refusedBy('StudioSendToWorkbench', sent.error);
    },
  };
};

/** Studio's words for what the Workbenches of this server answer. */
const workbenchesOf = (kit: SurfaceKit, caller: Caller): Workbenches => ({
  send: async (workbenchId, files, projectId) => {
    const door = kit.workbenches();
    if (!door) return err({ code: 'WORKBENCH_NOT_FOUND' });
    const source = { client: 'Studio', ref: projectId };
    const put = await door.putIntoDraft({ workbenchId, files, source }, caller);
    return put.ok ? ok({ names: put.value.paths }) : err({ code: absentBy[put.error.code] ?? 'WORKBENCH_BUSY' });
  },
});

const absentBy: Readonly<Record<string, WorkbenchAbsent['code']>> = {
  WORKBENCH_NOT_FOUND: 'WORKBENCH_NOT_FOUND',
  NOTHING_CHANGED: 'NOTHING_CHANGED',
  LIMIT_FILE_COUNT: 'WORKBENCH_FULL',
  DUPLICATE_NAME: 'WORKBENCH_FULL',
};
