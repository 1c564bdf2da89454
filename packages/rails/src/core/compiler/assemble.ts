import { canonicalBytes } from '@atelier/kernel/core';
import type { RunConditionSource, StepSource } from '../authoring/step-source.ts';
import type { Builtins } from '../builtins/builtins.ts';
import {
  type CompiledLoop,
  type CompiledStep,
  type CompiledWorkflowSnapshotV1,
  type CompileWarning,
  type Condition,
  type LoopSource,
  type Position,
  RENDERER_VERSION,
  type RunCondition,
  type StepOutput,
} from '../compiled.ts';
import type { Sha256 } from '../crypto.ts';
import { byCodeUnit, type Digest, digestOf, utf8 } from '../ids.ts';
import {
  DEFAULT_VARIABLES,
  type LoopInProgress,
  loopsOf,
  type NodeInProgress,
  type StepInProgress,
  stepsOf,
  type WorkflowInProgress,
} from './in-progress.ts';
import { contractsOf } from './passes/contracts.ts';
import { featuresOf } from './passes/features.ts';

/** The checked workflow as the snapshot a run is pinned to. */
export const assemble = (
  workflowNow: WorkflowInProgress,
  builtins: Builtins,
  sha256: Sha256,
  warnings: readonly CompileWarning[],
): CompiledWorkflowSnapshotV1 => {
  const { workflow } = workflowNow;
  const conditionById = new Map(workflowNow.conditions.map((condition) => [condition.id, condition]));
  return pruned({
    schemaVersion: 1,
    rendererVersion: RENDERER_VERSION,
    workflowId: workflow.id,
    kind: workflow.kind ?? 'workflow',
    name: workflow.name,
    description: workflow.description,
    version: workflow.version,
    agentRole: workflow.agentRole,
    preconditions: workflow.preconditions ?? [],
    clarificationPrompts: workflow.clarificationPrompts ?? [],
    metaGuidance: workflow.metaGuidance ?? [],
    capabilities: workflow.capabilities ?? {},
    features: featuresOf(workflowNow).map(({ id, config }) => (config ? { id, config: { ...config } } : { id })),
    contracts: contractsOf(workflowNow, builtins),
    refs: [...workflowNow.usedRefs].sort(byCodeUnit).map((refId) => {
      const text = builtins.refs.get(refId)?.text ?? '';
      return { refId, contentHash: contentHash(text, sha256), bytes: utf8(text).length };
    }),
    references: (workflow.references ?? []).map((reference) => ({
      ...reference,
      authoritative: reference.authoritative ?? false,
      resolveFrom: reference.resolveFrom ?? 'workspace',
    })),
    resolvedBindings: workflowNow.resolvedBindings,
    recommendedPreferences: workflow.recommendedPreferences,
    functionDefinitions: sortedBy(workflow.functionDefinitions ?? [], ({ name }) => name).map((each) => ({
      ...each,
      scope: each.scope ?? 'workflow',
    })),
    assessments: sortedBy(workflow.assessments ?? [], ({ id }) => id),
    conditions: sortedBy(workflowNow.conditions, ({ id }) => id),
    loops: sortedBy(
      loopsOf(workflowNow.nodes).map((loop) => compiledLoop(loop, conditionById)),
      ({ loopId }) => loopId,
    ),
    sequence: positions(workflowNow.nodes),
    steps: stepsOf(workflowNow.nodes).map(({ step }) => compiledStep(step, conditionById)),
    compiledWarnings: sortedBy(warnings, ({ pointer, code, message }) => `${pointer} ${code} ${message}`),
    metadata: workflow.metadata,
  });
};

export const hashOf = (snapshot: CompiledWorkflowSnapshotV1, sha256: Sha256): Digest => {
  const bytes = canonicalBytes(snapshot);
  if (!bytes.ok) throw new Error(`a compiled workflow is always JSON, but not at ${bytes.error.at}`);
  return digestOf(sha256, bytes.value);
};

const contentHash = (text: string, sha256: Sha256): Digest => {
  const bytes = canonicalBytes(text);
  if (!bytes.ok) throw new Error(`a built-in text is always JSON (${bytes.error.reason})`);
  return digestOf(sha256, bytes.value);
};

const positions = (nodes: readonly NodeInProgress[]): Position[] =>
  nodes.flatMap((node): Position[] => {
    if (node.kind === 'loop') return [{ kind: 'loop', loopId: node.source.loopId }];
    return node.kind === 'step' ? [{ kind: 'step', stepId: node.source.id }] : [];
  });

const compiledStep = (
  { source, provenance, collapsed, probe }: StepInProgress,
  conditionById: ReadonlyMap<string, Condition>,
): CompiledStep => ({
  stepId: source.id,
  title: source.title,
  prompt: source.prompt ?? '',
  agentRole: source.agentRole,
  requireConfirmation: source.requireConfirmation ?? false,
  runCondition: compiledCondition(source.runCondition, conditionById),
  output: compiledOutput(source),
  userDependency: source.userDependency,
  requiresContext: source.requiresContext ?? [],
  producesContext: source.producesContext ?? [],
  fragments: source.promptFragments ?? [],
  functionReferences: source.functionReferences ?? [],
  assessmentRefs: source.assessmentRefs ?? [],
  followUps: source.followUps ?? [],
  probe,
  collapsed,
  provenance,
  metadata: source.metadata,
});

const compiledOutput = ({ output }: StepSource): StepOutput | undefined =>
  output && {
    contractRef: output.contractRef,
    required: output.required ?? true,
    notesRequired: output.notesRequired ?? false,
    hints: output.hints ?? [],
    criteria: output.validationCriteria,
  };

const compiledCondition = (
  source: RunConditionSource | undefined,
  conditionById: ReadonlyMap<string, Condition>,
): RunCondition | undefined => {
  if (source?.kind !== 'condition_ref') return source;
  const holds = conditionById.get(source.conditionId)?.kind === 'always_true';
  return { kind: 'fixed', conditionId: source.conditionId, holds };
};

const compiledLoop = (loop: LoopInProgress, conditionById: ReadonlyMap<string, Condition>): CompiledLoop => ({
  loopId: loop.source.loopId,
  title: loop.source.title,
  source: loopSource(loop, conditionById),
  maxIterations: loop.source.maxIterations,
  variables: {
    iteration: loop.source.variables?.iteration ?? DEFAULT_VARIABLES.iteration,
    index: loop.source.variables?.index ?? DEFAULT_VARIABLES.index,
    item: loop.source.variables?.item ?? DEFAULT_VARIABLES.item,
  },
  runCondition: compiledCondition(loop.source.runCondition, conditionById),
  body: positions(loop.body),
  functionReferences: loop.source.functionReferences ?? [],
});

const loopSource = (loop: LoopInProgress, conditionById: ReadonlyMap<string, Condition>): LoopSource => {
  const { while: source } = loop.source;
  switch (source.kind) {
    case 'context':
      return source;
    case 'for':
      return {
        kind: 'for',
        count:
          typeof source.count === 'number'
            ? { kind: 'fixed', count: source.count }
            : { kind: 'context', path: source.count },
      };
    case 'for_each':
      return { kind: 'for_each', itemsPath: source.items };
    case 'condition_ref': {
      const { conditionId } = source;
      const condition = conditionById.get(conditionId);
      if (condition?.kind !== 'loop_control')
        return { kind: 'fixed', conditionId, holds: condition?.kind === 'always_true' };
      return {
        kind: 'loop_control',
        conditionId,
        continueWhen: condition.continueWhen,
        decisionStepId: loop.decisionStepId ?? '',
      };
    }
  }
};

const sortedBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...items].sort((a, b) => byCodeUnit(key(a), key(b)));

/** Absent and undefined are the same in a file, so they must be the same in the hash. */
const pruned = <T>(value: T): T => prune(value) as T;
const prune = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, prune(item)]])),
  );
};
