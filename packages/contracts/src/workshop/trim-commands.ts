import { z } from 'zod';
import { command } from '../command.ts';
import { count, done, found, gate, onBench, seen } from './terms.ts';

/** Checkpoints that people created themselves stay unless they say otherwise. */
const ownCheckpoints = z.enum(['keep', 'remove']);
/** States of Drafts, checkpoints, messages that left the chat, texts of runs, and compared answers. */
const Went = z.object({ states: count, checkpoints: count, messages: count, texts: count, lanes: count });

/** Lets go of what nobody can return to any more. The files, the chat and the context stay, and so does the log. */
export const trimCommands = {
  WorkbenchTrimPreview: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, ownCheckpoints }),
    result: Went.extend({
      /** Checkpoints that stay. */
      kept: count,
      /** Of everything that is held: each content once, before it is compressed. */
      bytesNow: count,
      bytesAfter: count,
    }),
    refusals: ['NOTHING_TO_TRIM', ...gate, ...found],
  }),
  WorkbenchTrim: command({
    role: 'member',
    params: z.strictObject({ ...onBench, ownCheckpoints, seen }),
    result: done.extend({ went: Went }),
    refusals: ['NOTHING_TO_TRIM', ...gate, ...found, 'STORE_BUSY'],
  }),
};
