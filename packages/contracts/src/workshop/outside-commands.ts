import { z } from 'zod';
import { command } from '../command.ts';
import { done, found, onBench } from './terms.ts';

const folder = z.string().min(1).max(4_096);

/** Work on a Workbench's files with other programs, and what comes back of it. */
export const outsideCommands = {
  /** All published files into a new folder inside `destination`, with a note that says whose they are. */
  WorkbenchContinueOutside: command({
    role: 'admin',
    params: z.strictObject({ ...onBench, destination: folder }),
    result: z.object({ folder: z.string(), files: z.int().nonnegative() }),
    refusals: ['FOLDER_NOT_FOUND', 'CONTENT_MISSING', 'DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN', ...found],
  }),
  /** A Draft with exactly the changes made in such a folder. */
  WorkbenchTakeBack: command({
    role: 'admin',
    params: z.strictObject({ ...onBench, folder }),
    result: done.extend({
      changed: z.array(z.string()),
      /** Left as they are in the Workbench: links, folders, files too large or unreadable. */
      skipped: z.array(z.string()),
    }),
    refusals: [
      'FOLDER_NOT_FOUND',
      'NOT_TAKEN_OUT',
      'CHANGED_ON_BOTH_SIDES',
      'NOTHING_CHANGED',
      'LIMIT_FILE_COUNT',
      'DUPLICATE_NAME',
      'CONFLICT_STALE_STATE',
      'DRAFT_EXISTS',
      'RUN_IN_PROGRESS',
      'COMPARE_OPEN',
      ...found,
      'STORE_BUSY',
    ],
  }),
};
