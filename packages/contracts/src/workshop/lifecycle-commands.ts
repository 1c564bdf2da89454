import { z } from 'zod';
import { command } from '../command.ts';
import { WorkbenchSettingsPatch } from './settings.ts';
import { AddResult, count, done, found, modelId, name, onBench, store } from './terms.ts';
import { Clutter, FilesSince, WorkbenchCard, WorkbenchView } from './view.ts';

const made = z.object({ workbenchId: z.string(), seq: count });

export const lifecycleCommands = {
  WorkbenchList: command({
    role: 'viewer',
    params: z.strictObject({
      query: z.string().max(200).optional(),
      from: count.optional(),
      limit: z.int().positive().max(500).optional(),
    }),
    /** What waits for a person comes first, then the last changed. `total` counts what fits the query. */
    result: z.object({
      cards: z.array(WorkbenchCard),
      total: count,
      all: count,
      /** What was deleted and can still be brought back, the last one first. */
      deleted: z.array(WorkbenchCard.pick({ workbenchId: true, name: true }).extend({ deletedAt: z.string() })),
    }),
    refusals: store,
  }),
  /** Published files by name, of the Workbenches that changed last. */
  WorkbenchFilesFind: command({
    role: 'viewer',
    params: z.strictObject({ query: z.string().trim().min(1).max(200), limit: z.int().positive().max(100) }),
    result: z.object({
      files: z.array(
        WorkbenchCard.pick({ workbenchId: true, name: true, updatedAt: true }).extend({ path: z.string() }),
      ),
    }),
    refusals: store,
  }),
  /** An empty name is "Untitled Workbench". Without a model, the installation's default. */
  WorkbenchCreate: command({
    role: 'member',
    params: z.strictObject({ name, modelId: modelId.optional() }),
    result: made,
    refusals: ['MODEL_NOT_FOUND', ...store],
  }),
  /** README.md, brief.md, notes.md and data.csv, with a first job that the built-in model can do. */
  WorkbenchCreateSample: command({
    role: 'member',
    params: z.strictObject({ language: z.enum(['en', 'he']) }),
    result: made.extend({ firstJob: z.string() }),
    refusals: store,
  }),
  /** On a local install: a Workbench named after the folder, with copies of its files. */
  WorkbenchOpenFolder: command({
    role: 'admin',
    params: z.strictObject({ folder: z.string().min(1).max(4_096) }),
    result: made.extend({ addResults: z.array(AddResult), isNew: z.boolean() }),
    refusals: ['FOLDER_NOT_FOUND', 'LIMIT_FILE_COUNT', 'DUPLICATE_NAME', ...store],
  }),
  /** `seq` is where the stream of the Workbench goes on. */
  WorkbenchGet: command({
    role: 'viewer',
    /** `filesHeld`: the `filesId` of a list the asker still has. */
    params: z.strictObject({ ...onBench, filesHeld: z.string().max(200).optional() }),
    /**
     * Where the server still knows the list that is held, `filesSince` leads from it to the new one and `view.files` is
     * empty: most moves touch one file of a thousand. `askForBench` puts the two together.
     */
    result: z.object({ view: WorkbenchView, seq: count, filesSince: FilesSince.optional() }),
    refusals: found,
  }),
  WorkbenchRename: command({
    role: 'member',
    params: z.strictObject({ ...onBench, name }),
    result: done,
    refusals: [...found, 'STORE_BUSY'],
  }),
  /** Consent is never copied: the copy asks again. */
  WorkbenchClone: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      mode: z.enum(['clone_files_only', 'clone_files_and_context_no_chat', 'clone_all']),
      name: name.optional(),
    }),
    result: made,
    refusals: ['DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', ...found, 'STORE_BUSY'],
  }),
  WorkbenchDelete: command({
    role: 'member',
    params: z.strictObject(onBench),
    result: done,
    refusals: ['DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', ...found, 'STORE_BUSY'],
  }),
  /** Bytes of the published files, and of everything that is kept of it: each content once. */
  WorkbenchRoom: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: z.object({ published: count, kept: count }),
    refusals: found,
  }),
  /** Brings a deleted Workbench back. */
  WorkbenchUndoDelete: command({
    role: 'member',
    params: z.strictObject(onBench),
    result: done,
    refusals: [...found, 'STORE_BUSY'],
  }),
  WorkbenchSettingsSet: command({
    role: 'member',
    params: z.strictObject({ ...onBench, set: WorkbenchSettingsPatch }),
    result: done,
    refusals: [...found, 'STORE_BUSY'],
  }),
  WorkbenchClutter: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: z.object({ clutter: Clutter.nullable() }),
    refusals: found,
  }),
  /** In the texts of the active path, newest first. */
  WorkbenchSearch: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      query: z.string().trim().min(1).max(200),
      limit: z.int().positive().max(500).optional(),
      /** How many matches to pass over: the next page of a search. */
      from: count.optional(),
    }),
    result: z.object({
      matches: z.array(
        z.object({
          messageId: z.string(),
          role: z.enum(['user', 'assistant']),
          at: z.string(),
          /** Place on the active path, the first message is 0. */
          position: count,
          snippet: z.string(),
          /** Of the match within the snippet. */
          start: count,
          end: count,
        }),
      ),
      total: count,
    }),
    refusals: found,
  }),
};
