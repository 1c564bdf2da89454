import type {
  CompiledWorkflowSnapshotV1,
  CompileWarning,
  LoopSource,
  Position,
  Provenance,
  Reference,
} from '../compiled.ts';

export type StepPreview = {
  readonly kind: 'step';
  readonly stepId: string;
  readonly title: string;
  readonly provenance: Provenance;
  readonly collapsed: boolean;
  readonly conditional: boolean;
  readonly confirmation: 'never' | 'always' | 'sometimes';
  readonly contractRef?: string;
  readonly requiresContext: readonly string[];
  readonly producesContext: readonly string[];
};
export type LoopPreview = {
  readonly kind: 'loop';
  readonly loopId: string;
  readonly title?: string;
  readonly decidedBy: LoopSource['kind'];
  readonly maxIterations: number;
  readonly body: readonly NodePreview[];
};
export type NodePreview = StepPreview | LoopPreview;

export type WorkflowPreview = {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly capabilities: CompiledWorkflowSnapshotV1['capabilities'];
  readonly contracts: readonly string[];
  readonly features: readonly string[];
  readonly recommendedPreferences?: CompiledWorkflowSnapshotV1['recommendedPreferences'];
  readonly nodes: readonly NodePreview[];
};

/** The shape of a workflow without its prompts: an agent that could read ahead would work ahead. */
export const previewOf = (snapshot: CompiledWorkflowSnapshotV1): WorkflowPreview => ({
  name: snapshot.name,
  description: snapshot.description,
  version: snapshot.version,
  capabilities: snapshot.capabilities,
  contracts: usedContracts(snapshot),
  features: snapshot.features.map(({ id }) => id),
  ...(snapshot.recommendedPreferences ? { recommendedPreferences: snapshot.recommendedPreferences } : {}),
  nodes: nodesOf(snapshot.sequence, snapshot),
});

export type InspectExtras = { readonly references: readonly Reference[]; readonly warnings: readonly CompileWarning[] };
export const inspectExtras = ({ references, compiledWarnings }: CompiledWorkflowSnapshotV1): InspectExtras => ({
  references,
  warnings: compiledWarnings,
});

const usedContracts = ({ contracts, steps }: CompiledWorkflowSnapshotV1): readonly string[] => {
  const used = new Set(steps.map(({ output }) => output?.contractRef));
  return contracts.map(({ contractRef }) => contractRef).filter((ref) => used.has(ref));
};

const nodesOf = (positions: readonly Position[], snapshot: CompiledWorkflowSnapshotV1): readonly NodePreview[] =>
  positions.flatMap((position): readonly NodePreview[] => {
    if (position.kind === 'loop') {
      const loop = snapshot.loops.find(({ loopId }) => loopId === position.loopId);
      if (!loop) return [];
      const { loopId, title, source, maxIterations, body } = loop;
      const shown = {
        kind: 'loop',
        loopId,
        decidedBy: source.kind,
        maxIterations,
        body: nodesOf(body, snapshot),
      } as const;
      return [title === undefined ? shown : { ...shown, title }];
    }
    const step = snapshot.steps.find(({ stepId }) => stepId === position.stepId);
    if (!step) return [];
    const { stepId, title, provenance, collapsed, requiresContext, producesContext } = step;
    return [
      {
        kind: 'step',
        stepId,
        title,
        provenance,
        collapsed,
        conditional: step.runCondition !== undefined,
        confirmation:
          step.requireConfirmation === true ? 'always' : step.requireConfirmation === false ? 'never' : 'sometimes',
        ...(step.output?.contractRef ? { contractRef: step.output.contractRef } : {}),
        requiresContext,
        producesContext,
      },
    ];
  });
