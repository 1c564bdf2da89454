import type { Result } from '@atelier/kernel/core';

export type WorkbenchAbsent = {
  readonly code:
    | 'WORKBENCH_NOT_FOUND'
    /** Somebody or something is at work there. */
    | 'WORKBENCH_BUSY'
    /** These very files are there already. */
    | 'NOTHING_CHANGED'
    | 'WORKBENCH_FULL';
};

/** Places where people go on working on a project's documents: what is sent there is reviewed before it counts. */
export interface Workbenches {
  readonly send: (
    workbenchId: string,
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    projectId: string,
  ) => Promise<Result<{ readonly names: readonly string[] }, WorkbenchAbsent>>;
}
