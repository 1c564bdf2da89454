import type { QuotaExceeded, Result } from '@atelier/kernel/core';
import type { CompiledWorkflowSnapshotV1 } from '../core/compiled.ts';
import type { WorkflowIndex } from '../core/engine/workflow-index.ts';
import type { Digest } from '../core/ids.ts';

export interface PinnedWorkflows {
  readonly get: (hash: Digest) => Promise<WorkflowIndex | undefined>;
}

export interface WorkflowPinning extends PinnedWorkflows {
  /** Durable when it resolves. */
  readonly pin: (compiled: CompiledWorkflowSnapshotV1, hash: Digest) => Promise<Result<null, QuotaExceeded>>;
}
