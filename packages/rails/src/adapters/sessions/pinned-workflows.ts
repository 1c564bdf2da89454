import { createBoundedMap, ok } from '@atelier/kernel/core';
import type { Blobs } from '@atelier/kernel/ports';
import { canonical } from '../../core/canonical.ts';
import type { CompiledWorkflowSnapshotV1 } from '../../core/compiled.ts';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import { indexWorkflow } from '../../core/engine/workflow-index.ts';
import type { Digest } from '../../core/ids.ts';
import { utf8 } from '../../core/ids.ts';
import type { WorkflowPinning } from '../../ports/pinned-workflows.ts';
import { putWithinQuota } from './put-within-quota.ts';

const KEPT = 64;
/** Content that nobody has pinned yet may be collected after an hour: what is named later than this is put again. */
const GOOD_FOR_MS = 30 * 60 * 1000;

/** Copies that are quick to reach, free to delete, and checked against their hash by whoever keeps them. */
export type NearCopies = {
  readonly get: (hash: Digest) => Uint8Array | undefined;
  readonly put: (hash: Digest, bytes: Uint8Array) => void;
};

/** A pinned workflow is its own canonical JSON, found by its hash: what is read back cannot have changed. */
export const createPinnedWorkflows = (blobs: Pick<Blobs, 'put' | 'get'>, near?: NearCopies): WorkflowPinning => {
  const byHash = createBoundedMap<Digest, WorkflowIndex>(KEPT);
  const putAt = new Map<Digest, number>();
  const remember = (hash: Digest, index: WorkflowIndex): WorkflowIndex => {
    byHash.set(hash, index);
    return index;
  };
  return {
    get: async (hash) => {
      const known = byHash.get(hash);
      if (known) return known;
      const bytes = near?.get(hash) ?? (await blobs.get(hash));
      if (!bytes) return undefined;
      const snapshot = JSON.parse(new TextDecoder().decode(bytes)) as CompiledWorkflowSnapshotV1;
      return remember(hash, indexWorkflow(snapshot));
    },
    pin: async (compiled, hash) => {
      if (byHash.peek(hash) && Date.now() - (putAt.get(hash) ?? 0) < GOOD_FOR_MS) return ok(null);
      const bytes = utf8(canonical(compiled));
      const stored = await putWithinQuota(blobs, bytes);
      if (!stored.ok) return stored;
      if (stored.value !== hash) throw new Error(`a compiled workflow hashes to ${stored.value}, not to ${hash}`);
      putAt.set(hash, Date.now());
      near?.put(hash, bytes);
      remember(hash, indexWorkflow(compiled));
      return ok(null);
    },
  };
};
