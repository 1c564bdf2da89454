import type { Json } from '@atelier/kernel/core';

/** What the sql worker wrote for us: a selection, small enough to be operations. */
export type ExportedRows = {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly warnings: readonly string[];
};

export const exportedRows = 'exported rows';
