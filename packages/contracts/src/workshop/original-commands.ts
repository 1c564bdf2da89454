import { z } from 'zod';
import { command } from '../command.ts';
import { filePath } from './ids.ts';
import { done, found, gate, onBench, seen } from './terms.ts';

/**
 * How a file and its original stand to each other. `to_write`: only the Workbench changed it. `changed`: only somebody
 * outside did. `both_changed`: both did. `missing`: the original was deleted. `new`: it never was in the folder.
 * `only_there`: it is in the folder alone. `removed_here`: the Workbench no longer has it; the original is left alone.
 */
const OriginalState = z.enum([
  'same',
  'to_write',
  'changed',
  'both_changed',
  'missing',
  'new',
  'only_there',
  'removed_here',
  'blocked',
]);

export const OriginalRow = z.object({
  path: z.string(),
  state: OriginalState,
  /** Of one that is blocked: a link, a folder of that name, or a file Atelier may not read. */
  why: z.enum(['link', 'directory', 'unreadable']).nullable(),
});
export type OriginalRow = z.infer<typeof OriginalRow>;

const paths = z.array(filePath).max(10_000).optional();

/** A Workbench opened on a folder of this machine. */
export const originalCommands = {
  WorkbenchOriginals: command({
    role: 'admin',
    params: z.strictObject(onBench),
    result: z.object({ folder: z.string(), rows: z.array(OriginalRow) }),
    refusals: ['NO_FOLDER', 'FOLDER_NOT_FOUND', ...found],
  }),
  /**
   * Replaces originals by what is published, each whole or not at all; the bytes that go are in a checkpoint first. An
   * original that is not what was read is a `conflict` until `choices` says what to do; compare with `{at: 'folder'}`.
   */
  WorkbenchWriteBack: command({
    role: 'admin',
    params: z.strictObject({
      ...onBench,
      paths,
      choices: z.record(filePath, z.enum(['replace', 'keep_both'])).optional(),
      seen,
    }),
    result: done.extend({
      results: z.array(
        z.object({
          path: z.string(),
          status: z.enum(['written', 'beside', 'same', 'conflict', 'skipped', 'failed']),
          state: OriginalState.nullable(),
          /** Of one written beside the original: its name there. */
          name: z.string().nullable(),
        }),
      ),
      checkpointId: z.string().nullable(),
    }),
    refusals: ['NO_FOLDER', 'FOLDER_NOT_FOUND', ...gate, ...found, 'STORE_BUSY'],
  }),
  /** Takes originals as they are now, with a checkpoint before. Without paths: those that only somebody outside changed. */
  WorkbenchRefresh: command({
    role: 'admin',
    params: z.strictObject({ ...onBench, paths, seen }),
    result: done.extend({
      paths: z.array(z.string()),
      /** Too large, gone or unreadable by now. */
      skipped: z.array(z.string()),
      checkpointId: z.string().nullable(),
    }),
    refusals: ['NO_FOLDER', 'FOLDER_NOT_FOUND', 'LIMIT_FILE_COUNT', 'DUPLICATE_NAME', ...gate, ...found, 'STORE_BUSY'],
  }),
};
