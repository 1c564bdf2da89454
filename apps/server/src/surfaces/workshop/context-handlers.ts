import type { contextCommands, ValueOf } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type ContentId,
  deleteContext,
  editsIn,
  saveContext,
  undoDeleteContext,
  type WorkbenchId,
} from '@atelier/workshop';
import { categoriesIn } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import { createContextProcess, type ProcessDeps } from './context-process.ts';
import { refusedBy } from './words.ts';
import { actorOf } from './workshop.ts';

type Item = ValueOf<'ContextList'>['items'][number];

const mostLines = 500;
const mostTokens = 5_000;

/** What every answer should know: at most one item to a category. */
export const createContextHandlers = (deps: ProcessDeps): Handlers<keyof typeof contextCommands> => ({
  ContextList: async ({ workbenchId }) => {
    const workshop = await deps.open();
    const facts = await workshop.facts(workbenchId as WorkbenchId);
    if (!facts.ok) return refusedBy('ContextList', facts.error);
    const { context, bench } = facts.value;
    const edited = editsIn(bench);
    const items: Item[] = [];
    for (const category of categoriesIn(context)) {
      const own = Object.entries(context?.entries ?? {}).filter(([path]) => path.startsWith(`${category}/`));
      const files: Item['files'] = [];
      for (const [path, { blob }] of own) {
        const text = await workshop.textOf(workbenchId as WorkbenchId, blob as ContentId).catch(() => undefined);
        files.push({ path: path.slice(category.length + 1), text: text ?? '' });
      }
      const bytes = own.reduce((sum, [, { size }]) => sum + size, 0);
      const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
      const isLong = lines > mostLines || bytes / 4 > mostTokens;
      items.push({ category, files, hasDirectEdits: edited.includes(category), bytes, isLong });
    }
    return ok({ items });
  },
  ContextProcess: createContextProcess(deps),
  ContextEdit: async ({ workbenchId, category, files }, caller) => {
    const facts = { category, files, how: 'edited' as const };
    const done = await saveContext(await deps.open())(workbenchId as WorkbenchId, facts, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('ContextEdit', done.error);
  },
  ContextDelete: async ({ workbenchId, category }, caller) => {
    const done = await deleteContext(await deps.open())(workbenchId as WorkbenchId, category, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('ContextDelete', done.error);
  },
  ContextUndoDelete: async ({ workbenchId, category }, caller) => {
    const done = await undoDeleteContext(await deps.open())(workbenchId as WorkbenchId, category, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('ContextUndoDelete', done.error);
  },
});
