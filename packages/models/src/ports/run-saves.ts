import type { Result } from '@atelier/kernel/core';
import type { RunStep, ToolRun } from '../core/tool-run.ts';

/** What the loops of one job share: each counts its cost and its entries on from the one before. */
export type RunTally = Pick<ToolRun, 'meter' | 'nextEntry'>;

export type SaveRefusal = { readonly code: string };

/** Where a loop saves its own state: prompts, whole turns and sealed reasoning. No screen reads it. */
export interface RunSaves {
  /** Undefined: nothing was saved, or it was dropped. */
  readonly load: () => Promise<Result<ToolRun | undefined, SaveRefusal>>;
  /** The same without what was said: what a next run counts on from. */
  readonly tally: () => Promise<Result<RunTally | undefined, SaveRefusal>>;
  /** Durable when it resolves. The same key again changes nothing. */
  readonly save: (step: RunStep, key?: string) => Promise<Result<undefined, SaveRefusal>>;
  /** Drops what was saved and saves this in its place, as one commit. */
  readonly begin: (run: ToolRun) => Promise<Result<undefined, SaveRefusal>>;
  /** What was saved is not gone on from any more. */
  readonly drop: () => Promise<Result<undefined, SaveRefusal>>;
  /** From now on nobody of an earlier term can save, and this one is refused (`NOT_DRIVING`) once there is a later. */
  readonly fence: (term: number) => Promise<Result<undefined, SaveRefusal>>;
}
