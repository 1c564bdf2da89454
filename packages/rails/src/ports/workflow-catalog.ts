import type { Json, JsonObject, Result } from '@atelier/kernel/core';
import type { CompiledWorkflowSnapshotV1, RecommendedPreferences, WorkflowKind } from '../core/compiled.ts';
import type { CompileError } from '../core/compiler/problem.ts';
import type { Digest } from '../core/ids.ts';

export type SourceKind = 'bundled' | 'user' | 'project' | 'git' | 'remote' | 'plugin';

export type ListedWorkflow = {
  readonly workflowId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly kind: WorkflowKind;
  readonly workflowHash: Digest | null;
  readonly idStatus: 'namespaced' | 'legacy';
  readonly canonicalId?: string;
  readonly suggestedId?: string;
  readonly sourceKind: SourceKind;
  readonly sourceLabel: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
  readonly recommendedPreferences?: RecommendedPreferences;
};

/** A file that cannot be used is never silently absent. `file` is relative to its source. */
export type WorkflowProblem = {
  readonly sourceLabel: string;
  readonly file: string;
  readonly errors: readonly CompileError[];
};

export type FoundWorkflow = {
  readonly compiled: CompiledWorkflowSnapshotV1;
  readonly workflowHash: Digest;
  readonly listed: ListedWorkflow;
  /** Where it came from, relative to its source: recorded, never an absolute path. */
  readonly sourceRef: string;
  /** References of the workflow with the place each was found; `null` when it was not. */
  readonly references: readonly { readonly id: string; readonly title: string; readonly path: string | null }[];
};

export type WorkflowRefused =
  | {
      readonly code: 'WORKFLOW_NOT_FOUND';
      readonly workflowId: string;
      readonly nearest: readonly string[];
      /** Files that do not even tell their id: what was asked for may stand in one of them. */
      readonly unreadable?: readonly string[];
    }
  | { readonly code: 'WORKFLOW_INVALID'; readonly workflowId: string; readonly errors: readonly CompileError[] };

/** What an author can be told. */
export type AuthoringTopic = 'schema' | 'example' | 'builtins';

/** Workflow files wherever they live, compiled on demand. A run never comes back here once it is pinned. */
export interface WorkflowCatalog {
  readonly list: (where: {
    readonly workspacePath: string | null;
  }) => Promise<{ readonly workflows: readonly ListedWorkflow[]; readonly problems: readonly WorkflowProblem[] }>;
  readonly help: (about: AuthoringTopic) => Promise<JsonObject>;
  /** Compiles what is not saved yet. */
  readonly check: (
    source: Json,
    where: { readonly workspacePath: string | null },
  ) => Promise<Result<Pick<FoundWorkflow, 'compiled' | 'workflowHash'>, readonly CompileError[]>>;
  readonly find: (
    workflowId: string,
    where: { readonly workspacePath: string | null },
  ) => Promise<Result<FoundWorkflow, WorkflowRefused>>;
}
