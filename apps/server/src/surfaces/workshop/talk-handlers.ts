import type { RunTuning, talkCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type Compares,
  type MessageId,
  type RunId,
  recordOn,
  type Seen,
  send,
  switchModel,
  type WorkbenchId,
} from '@atelier/workshop';
import { itemsUpTo } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import { estimateSend } from './estimate.ts';
import { createHistoryHandlers } from './history-handlers.ts';
import { createReplayHandlers } from './replay-handlers.ts';
import { createRewindHandlers } from './rewind-handlers.ts';
import { modelRefused, type TalkDeps } from './talk-deps.ts';
import { createUnseen } from './unseen-pictures.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf } from './workshop.ts';

const mostCounted = 10_000;

type Deps = TalkDeps & { readonly compares: () => Promise<Compares> };

/** What people say in a Workbench, and to the run that works for them. */
export const createTalkHandlers = (deps: Deps): Handlers<keyof typeof talkCommands> => {
  const { kit, open, runs, compares } = deps;
  const unseenBy = createUnseen(deps);
  const modelOf = async (modelId: string | null) => (await kit.models.open()).modelFor(modelId);

  return {
    ...createHistoryHandlers(open),
    ...createReplayHandlers(deps),
    ...createRewindHandlers(deps, unseenBy),
    WorkshopSend: async (wish, caller) => {
      const { workbenchId, text, mode, workflowId, withoutPictures, tuning, seen = {}, requestId } = wish;
      const workshop = await open();
      const id = workbenchId as WorkbenchId;
      const before = await workshop.repeated(id, requestId);
      if (before?.ids.messageId && before.ids.runId)
        return ok({ seq: before.seq, messageId: before.ids.messageId, runId: before.ids.runId });
      const looked = await workshop.look(id);
      if (!looked.ok) return refusedBy('WorkshopSend', looked.error);
      const found = looked.value.bench.modelId === null ? undefined : await modelOf(looked.value.bench.modelId);
      if (found && !found.ok) return refusedBy('WorkshopSend', modelRefused(found.error));
      const unseen =
        found && withoutPictures === undefined ? await unseenBy(found.value, looked.value.bench, text) : undefined;
      if (unseen) return refuse('MODEL_CANNOT_SEE', unseen);
      const ids = { messageId: workshop.newId('msg') as MessageId, runId: workshop.newId('run') as RunId };
      const begun = await (await runs()).begin(id, () =>
        recordOn(workshop)(
          id,
          actorOf(caller),
          async (bench) => {
            const tree = await workshop.treeAt(bench.published);
            const files = Object.keys(tree.entries).length;
            return send(bench, {
              ...{ text, mode, ...ids, files, seen: seen as Seen, by: caller.person },
              ...(workflowId === undefined ? {} : { workflowId }),
              ...(tuning === undefined ? {} : { tuning: JSON.parse(JSON.stringify(tuning)) as RunTuning }),
            });
          },
          requestId ?? null,
        ),
      );
      return begun.ok ? ok({ seq: begun.value.seq, ...ids }) : refusedBy('WorkshopSend', begun.error);
    },
    WorkshopEstimate: async ({ workbenchId, text }) => {
      const facts = await (await open()).facts(workbenchId as WorkbenchId);
      if (!facts.ok) return refusedBy('WorkshopEstimate', facts.error);
      const { bench, talk } = facts.value;
      if (bench.modelId === null) return refuse('NO_MODEL');
      const told = await estimateSend(
        await kit.models.open(),
        bench.modelId,
        text,
        itemsUpTo(talk, bench.head, mostCounted),
      );
      return told ? ok(told) : refuse('MODEL_NOT_FOUND');
    },
    WorkshopResume: async ({ workbenchId, modelId, effort, cap }) => {
      if (modelId !== undefined) {
        const found = await modelOf(modelId);
        if (!found.ok) return refusedBy('WorkshopResume', modelRefused(found.error));
      }
      const done = await (await runs()).resume(workbenchId as WorkbenchId, { modelId, effort, cap });
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopResume', done.error);
    },
    /** While answers are compared: every lane that works or waits. */
    WorkshopCancel: async ({ workbenchId }, caller) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopCancel', looked.error);
      const isComparing = looked.value.bench.compare !== null;
      const done = isComparing
        ? await (await compares()).cancelAll(workbenchId as WorkbenchId, actorOf(caller))
        : await (await runs()).cancel(workbenchId as WorkbenchId, caller.person);
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopCancel', done.error);
    },
    WorkshopNote: async ({ workbenchId, text }, { person }) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopNote', looked.error);
      const done = await (await runs()).note(workbenchId as WorkbenchId, text, person);
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopNote', done.error);
    },
    WorkshopUpdatePlan: async ({ workbenchId, items }, { person }) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopUpdatePlan', looked.error);
      const done = await (await runs()).editPlan(workbenchId as WorkbenchId, items, person);
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopUpdatePlan', done.error);
    },
    WorkshopAnswer: async ({ workbenchId, answer }, { person }) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopAnswer', looked.error);
      const done = await (await runs()).answer(workbenchId as WorkbenchId, answer, person);
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopAnswer', done.error);
    },
    WorkshopConsent: async ({ workbenchId, scopeHash, decision }, { person }) => {
      const looked = await (await open()).look(workbenchId as WorkbenchId);
      if (!looked.ok) return refusedBy('WorkshopConsent', looked.error);
      const done = await (await runs()).consent(workbenchId as WorkbenchId, { scopeHash, decision }, person);
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopConsent', done.error);
    },
    /** At once and unasked; a run under way keeps its model. */
    WorkshopSwitchModel: async ({ workbenchId, modelId }, caller) => {
      const listed = await (await kit.models.open()).listed();
      if (!listed.ok || !listed.value.entries.some(({ entry }) => entry.modelId === modelId))
        return refuse('MODEL_NOT_FOUND');
      const workshop = await open();
      const cardId = workshop.newId('msg') as MessageId;
      const done = await recordOn(workshop)(workbenchId as WorkbenchId, actorOf(caller), (bench) =>
        switchModel(bench, { modelId, cardId, by: caller.person }),
      );
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopSwitchModel', done.error);
    },
  };
};
