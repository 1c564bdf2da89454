import type { TemplateArg } from '../../authoring/step-source.ts';
import { CAPABILITIES_FEATURE, CapabilitiesConfig } from '../../builtins/features.ts';
import { CAPABILITY_PROBE, capabilityProbe } from '../../builtins/templates.ts';
import { Capability, type CapabilityProbe, ProbeTiming } from '../../compiled.ts';
import { type NodeInProgress, nodesInProgress, stepsOf, type WorkflowInProgress } from '../in-progress.ts';

/** What a probe step carries for the engine, as the workflow declares the capability. */
export const probeOf = (
  workflowNow: WorkflowInProgress,
  args: Readonly<Record<string, TemplateArg>>,
): { readonly probe: CapabilityProbe; readonly collapsed: boolean } => {
  const capability = Capability.parse(args.capability);
  const config = capabilitiesConfig(workflowNow);
  return {
    collapsed: config.probeVisibility !== 'expanded',
    probe: {
      capability,
      need: workflowNow.workflow.capabilities?.[capability] === 'required' ? 'required' : 'preferred',
      when: ProbeTiming.parse(args.when),
      templateId: CAPABILITY_PROBE,
      recordAs: config.recordObservationsAs ?? 'artifact',
    },
  };
};

/** A required capability is tried before anything else, unless the author placed an early probe already. */
export const injectProbes = (workflowNow: WorkflowInProgress): WorkflowInProgress => {
  const tried = new Set(
    stepsOf(workflowNow.nodes).flatMap(({ step }) =>
      step.probe?.when === 'early_if_required' ? [step.probe.capability] : [],
    ),
  );
  const required = Capability.options.filter(
    (capability) => workflowNow.workflow.capabilities?.[capability] === 'required' && !tried.has(capability),
  );
  const probes = required.flatMap((capability): readonly NodeInProgress[] => {
    const args = { capability, when: 'early_if_required' };
    const { nodes } = capabilityProbe.expand(args);
    return nodesInProgress(nodes, `/capabilities/${capability}`, {
      source: 'feature_injected',
      originId: CAPABILITIES_FEATURE,
    }).map((node) =>
      node.kind === 'step'
        ? {
            ...node,
            pointer: `/capabilities/${capability}`,
            source: { ...node.source, id: `capabilities.${node.source.id}` },
            ...probeOf(workflowNow, args),
          }
        : node,
    );
  });
  return { ...workflowNow, nodes: [...probes, ...workflowNow.nodes] };
};

const capabilitiesConfig = ({
  workflow,
}: WorkflowInProgress): {
  probeVisibility?: string | undefined;
  recordObservationsAs?: 'artifact' | 'event' | undefined;
} => {
  for (const feature of workflow.features ?? [])
    if (typeof feature === 'object' && feature.id === CAPABILITIES_FEATURE) {
      const config = CapabilitiesConfig.safeParse(feature.config);
      if (config.success) return config.data;
    }
  return {};
};
