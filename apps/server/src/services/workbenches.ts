import type { Result } from '@atelier/kernel/core';
import type { Caller } from '../caller.ts';

type SentFiles = {
  readonly workbenchId: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Who sends them and what they were made of; the chat of the Workbench says it. */
  readonly source: { readonly client: string; readonly ref: string };
};

/** What a surface may do with a Workbench that is not its own: hand in files, to be reviewed there. */
export type WorkbenchDoor = {
  readonly putIntoDraft: (
    sent: SentFiles,
    caller: Caller,
  ) => Promise<Result<{ readonly paths: readonly string[] }, { readonly code: string }>>;
};
