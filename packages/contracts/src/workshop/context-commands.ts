import { z } from 'zod';
import { command } from '../command.ts';
import { uploadId } from './ids.ts';
import { done, found, onBench } from './terms.ts';
import { ContextCategory } from './view.ts';

const ContextFile = z.strictObject({ path: z.string().min(1).max(255), text: z.string().max(1_000_000) });
const category = ContextCategory;
const blocked = ['DRAFT_EXISTS', 'RUN_IN_PROGRESS', 'COMPARE_OPEN'] as const;

/** At most one item per category. What it is made of is kept and never sent; the files made from it are. */
export const contextCommands = {
  ContextList: command({
    role: 'viewer',
    params: z.strictObject(onBench),
    result: z.object({
      items: z.array(
        z.object({
          category,
          files: z.array(ContextFile),
          hasDirectEdits: z.boolean(),
          bytes: z.int().nonnegative(),
          /** Longer than is good for every model: 500 lines or 5,000 tokens. */
          isLong: z.boolean(),
        }),
      ),
    }),
    refusals: found,
  }),
  /** A model turns text or a file into an item. Nothing is saved unless all of it worked. */
  ContextProcess: command({
    role: 'member',
    params: z.strictObject({
      ...onBench,
      category,
      input: z.discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('text'), text: z.string().trim().min(1).max(200_000) }),
        z.strictObject({ mode: z.literal('file'), uploadId }),
      ]),
      note: z.string().max(4_000).optional(),
      /** The person was told that their own edits are replaced. */
      overwrite: z.boolean().optional(),
      /** The answer to the question in the refusal `EGRESS_CONSENT_REQUIRED`. */
      consent: z.strictObject({ scopeHash: z.string().max(100), decision: z.enum(['once', 'remember']) }).optional(),
    }),
    result: done,
    refusals: [
      'EGRESS_CONSENT_REQUIRED',
      'CONTEXT_HAS_EDITS',
      'CONTEXT_INPUT_UNSUPPORTED',
      'CONTEXT_PROCESS_FAILED',
      'UPLOADS_GONE',
      'NO_MODEL',
      'MODEL_NOT_FOUND',
      'MODEL_UNAVAILABLE',
      ...blocked,
      ...found,
      'STORE_BUSY',
    ],
  }),
  /** Saves the files of an item as they are, also where there was none. */
  ContextEdit: command({
    role: 'member',
    params: z.strictObject({ ...onBench, category, files: z.array(ContextFile).min(1).max(20) }),
    result: done,
    refusals: ['CONTEXT_INVALID', ...blocked, ...found, 'STORE_BUSY'],
  }),
  ContextDelete: command({
    role: 'member',
    params: z.strictObject({ ...onBench, category }),
    result: done,
    refusals: ['CONTEXT_NOT_FOUND', ...blocked, ...found, 'STORE_BUSY'],
  }),
  /** Brings back the item of a category that was deleted last, as it was. */
  ContextUndoDelete: command({
    role: 'member',
    params: z.strictObject({ ...onBench, category }),
    result: done,
    refusals: ['CONTEXT_NOT_FOUND', ...blocked, ...found, 'STORE_BUSY'],
  }),
};
