import type { Json, JsonObject, Result } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { WORKFLOW_PLACES } from '../core/authoring/workflow-places.ts';
import type { CompileWarning, WorkflowKind } from '../core/compiled.ts';
import { previewOf } from '../core/compiler/preview.ts';
import { byCodeUnit } from '../core/ids.ts';
import type { AuthoringTopic, FoundWorkflow, ListedWorkflow, WorkflowProblem } from '../ports/workflow-catalog.ts';
import type { ReadDeps } from './deps.ts';
import type { Refusal } from './refusal.ts';

export type ListRequest = {
  readonly workspacePath: string | null;
  readonly kind?: WorkflowKind | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly query?: string | undefined;
};

export const listWorkflows =
  ({ catalog }: Pick<ReadDeps, 'catalog'>) =>
  async (
    request: ListRequest,
  ): Promise<{ readonly workflows: readonly ListedWorkflow[]; readonly problems: readonly WorkflowProblem[] }> => {
    const { workflows, problems } = await catalog.list({ workspacePath: request.workspacePath });
    const words = (request.query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = workflows.filter(
      (each) =>
        (request.kind === undefined || each.kind === request.kind) &&
        (request.tags ?? []).every((tag) => each.tags?.includes(tag)) &&
        words.every((word) => `${each.workflowId} ${each.name} ${each.description}`.toLowerCase().includes(word)),
    );
    return { workflows: wanted.sort(byNamespaceKindId), problems };
  };

const byNamespaceKindId = (a: ListedWorkflow, b: ListedWorkflow): number =>
  byCodeUnit(namespaceOf(a), namespaceOf(b)) ||
  Number(a.kind === 'routine') - Number(b.kind === 'routine') ||
  byCodeUnit(a.workflowId, b.workflowId);

const namespaceOf = ({ workflowId }: ListedWorkflow): string =>
  workflowId.slice(0, Math.max(0, workflowId.indexOf('.')));

export type Inspected = {
  readonly workflowId: string;
  readonly workflowHash: string;
  readonly mode: 'metadata' | 'preview';
  readonly compiled: object;
  readonly references: FoundWorkflow['references'];
  readonly warnings: readonly CompileWarning[];
};

/** What an agent needs to write a workflow without leaving the chat. */
export const authoringHelp =
  ({ catalog }: Pick<ReadDeps, 'catalog'>) =>
  async (about: AuthoringTopic): Promise<JsonObject> => ({ mode: about, ...(await catalog.help(about)) });

export const checkSource =
  ({ catalog }: Pick<ReadDeps, 'catalog'>) =>
  async (source: Json, workspacePath: string | null): Promise<JsonObject> => {
    const checked = await catalog.check(source, { workspacePath });
    if (!checked.ok) return { mode: 'check', compiles: false, errors: checked.error.map((error) => ({ ...error })) };
    const { compiled, workflowHash } = checked.value;
    const { workflowId, compiledWarnings } = compiled;
    return {
      mode: 'check',
      compiles: true,
      workflowId,
      workflowHash,
      warnings: compiledWarnings.map((warning) => ({ ...warning })),
      saveAs: [...WORKFLOW_PLACES],
    };
  };

/** Compiles and pins nothing. Prompts are left out: an agent that could read ahead would work ahead. */
export const inspectWorkflow =
  ({ catalog }: Pick<ReadDeps, 'catalog'>) =>
  async (
    workflowId: string,
    mode: 'metadata' | 'preview',
    workspacePath: string | null,
  ): Promise<Result<Inspected, Refusal>> => {
    const found = await catalog.find(workflowId, { workspacePath });
    if (!found.ok) return found;
    const { compiled, workflowHash, references } = found.value;
    const preview = previewOf(compiled);
    const { nodes: _, ...metadata } = preview;
    return ok({
      workflowId: compiled.workflowId,
      workflowHash,
      mode,
      compiled: mode === 'preview' ? preview : metadata,
      references,
      warnings: compiled.compiledWarnings,
    });
  };
