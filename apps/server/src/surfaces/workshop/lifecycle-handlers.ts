import type { lifecycleCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import { bytesHeld } from '@atelier/kernel/usecases';
import {
  cloneWorkbench,
  createWorkbench,
  deleteWorkbench,
  pinnedBy,
  renameWorkbench,
  setWorkbenchSettings,
  undoDeleteWorkbench,
  type WorkbenchId,
} from '@atelier/workshop';
import { clutterOfBench, searchPath, workbenchViewOf } from '@atelier/workshop/view';
import type { Handlers, SurfaceKit } from '../surface.ts';
import type { Arrivals } from './arrivals.ts';
import type { Home } from './home.ts';
import { sampleFiles, sampleJob, sampleName } from './sample.ts';
import { createToldFiles } from './told-files.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = {
  readonly kit: SurfaceKit;
  readonly open: () => Promise<Workshop>;
  readonly home: Home;
  readonly arrivals: Arrivals;
};

const mostListed = 100;
const mostFound = 100;

/** Workbenches as such: made, found, looked at, named, copied, deleted. */
export const createLifecycleHandlers = ({
  kit,
  open,
  home,
  arrivals,
}: Deps): Handlers<keyof typeof lifecycleCommands> => {
  const defaultModel = async (): Promise<string | null> => {
    const listed = await (await kit.models.open()).listed();
    return listed.ok ? listed.value.defaultModel.modelId : null;
  };
  const isListed = async (modelId: string): Promise<boolean> => {
    const listed = await (await kit.models.open()).listed();
    return listed.ok && listed.value.entries.some(({ entry }) => entry.modelId === modelId);
  };

  const told = createToldFiles();

  return {
    WorkbenchList: async ({ query = '', from = 0, limit = mostListed }, { role }) => {
      const page = await home.page(query, from, limit);
      if (role === 'admin') return ok(page);
      return ok({ ...page, cards: page.cards.map((card) => ({ ...card, folder: null })) });
    },
    WorkbenchFilesFind: async ({ query, limit }) => ok(await home.files(query, limit)),
    WorkbenchCreate: async ({ name, modelId }, caller) => {
      if (modelId !== undefined && !(await isListed(modelId))) return refuse('MODEL_NOT_FOUND');
      const made = await createWorkbench(await open())(
        { name, modelId: modelId ?? (await defaultModel()) },
        actorOf(caller),
      );
      return made.ok ? made : refusedBy('WorkbenchCreate', made.error);
    },
    WorkbenchCreateSample: async ({ language }, caller) => {
      const workshop = await open();
      const made = await createWorkbench(workshop)(
        { name: sampleName[language], modelId: await defaultModel() },
        actorOf(caller),
      );
      if (!made.ok) return refusedBy('WorkbenchCreateSample', made.error);
      const { workbenchId } = made.value;
      const added = await arrivals.addTexts(workbenchId, sampleFiles[language], actorOf(caller));
      if (!added.ok) throw new Error(`the sample could not be added: ${added.error.code}`);
      return ok({ workbenchId, seq: added.value.seq, firstJob: sampleJob[language] });
    },
    WorkbenchOpenFolder: async ({ folder }, caller) => arrivals.openFolder(folder, await defaultModel(), caller),
    WorkbenchGet: async ({ workbenchId, filesHeld }, { role }) => {
      const facts = await (await open()).facts(workbenchId as WorkbenchId);
      if (!facts.ok) return refusedBy('WorkbenchGet', facts.error);
      const answer = told(workbenchViewOf(facts.value), filesHeld);
      // Only admins open folders of this machine, and only they are told where one is.
      const view = role === 'admin' ? answer.view : { ...answer.view, folder: null };
      return ok({ ...answer, view, seq: facts.value.seq });
    },
    WorkbenchRename: async ({ workbenchId, name }, caller) => {
      const done = await renameWorkbench(await open())(workbenchId as WorkbenchId, name, actorOf(caller));
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkbenchRename', done.error);
    },
    WorkbenchClone: async ({ workbenchId, mode, name }, caller) => {
      const workshop = await open();
      const facts = await workshop.facts(workbenchId as WorkbenchId);
      if (!facts.ok) return refusedBy('WorkbenchClone', facts.error);
      const made = await cloneWorkbench(workshop)(facts.value, { mode, name }, actorOf(caller));
      if (made.ok) return made;
      if (made.error.code === 'STREAM_EXISTS') throw new Error('a new id is nobody’s');
      return refusedBy('WorkbenchClone', made.error);
    },
    WorkbenchDelete: async ({ workbenchId }, caller) => {
      const done = await deleteWorkbench(await open())(workbenchId as WorkbenchId, actorOf(caller));
      if (done.ok) return ok({ seq: done.value.seq });
      return refusedBy('WorkbenchDelete', done.error);
    },
    WorkbenchUndoDelete: async ({ workbenchId }, caller) => {
      const done = await undoDeleteWorkbench(await open())(workbenchId as WorkbenchId, actorOf(caller));
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkbenchUndoDelete', done.error);
    },
    WorkbenchSettingsSet: async ({ workbenchId, set }, caller) => {
      const given = Object.entries(set).filter(([, value]) => value !== undefined);
      const done = await setWorkbenchSettings(await open())(
        workbenchId as WorkbenchId,
        JSON.parse(JSON.stringify(Object.fromEntries(given))),
        actorOf(caller),
      );
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkbenchSettingsSet', done.error);
    },
    WorkbenchRoom: async ({ workbenchId }) => {
      const { content, log, look } = await open();
      const looked = await look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkbenchRoom', looked.error);
      const { published } = looked.value.bench;
      const held = await pinnedBy(log, workbenchId as WorkbenchId);
      if (!held.ok) return refusedBy('WorkbenchRoom', held.error);
      return ok({
        published: await bytesHeld(content, published === null ? [] : [published]),
        kept: await bytesHeld(content, held.value),
      });
    },
    WorkbenchClutter: async ({ workbenchId }) => {
      const facts = await (await open()).facts(workbenchId as WorkbenchId);
      return facts.ok ? ok({ clutter: clutterOfBench(facts.value) }) : refusedBy('WorkbenchClutter', facts.error);
    },
    WorkbenchSearch: async ({ workbenchId, query, limit = mostFound, from }) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkbenchSearch', looked.error);
      const { talk, bench } = looked.value;
      return ok(searchPath(talk, bench.head, query, { limit, from }));
    },
  };
};
