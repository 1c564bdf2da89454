import type { StepSource } from '../../authoring/step-source.ts';
import {
  flatMapNodes,
  loopsOf,
  type NodeInProgress,
  type StepInProgress,
  type WorkflowInProgress,
} from '../in-progress.ts';

/** Delegations, verification and audit written as fields of a step become steps of their own. */
export const addVirtualSteps = (workflowNow: WorkflowInProgress): WorkflowInProgress => {
  const deciding = new Set(loopsOf(workflowNow.nodes).flatMap(({ decisionStepId }) => decisionStepId ?? []));
  return {
    ...workflowNow,
    nodes: flatMapNodes(workflowNow.nodes, (node) => (node.kind === 'step' ? spread(node, deciding) : [node])),
  };
};

const spread = (step: StepInProgress, deciding: ReadonlySet<string>): readonly NodeInProgress[] => {
  const { parallel, verification, audit, ...source } = step.source;
  if (!parallel && !verification && !audit) return [step];
  const main: StepInProgress = { ...step, source: parallel ? withDelegations(source, parallel.delegations) : source };
  const extra = (suffix: string, title: string, prompt: string, output?: StepSource['output']): StepInProgress => ({
    kind: 'step',
    pointer: step.pointer,
    collapsed: false,
    provenance: { source: 'compiler_injected', originId: source.id },
    source: {
      id: `${source.id}__${suffix}`,
      title,
      prompt,
      ...(output ? { output } : {}),
      ...(source.runCondition ? { runCondition: source.runCondition } : {}),
    },
  });
  const after: StepInProgress[] = [];
  if (parallel?.synthesis) {
    const { title = `${source.title}: bring together`, prompt, output } = parallel.synthesis;
    after.push(extra('synthesis', title, prompt, output));
  }
  if (verification)
    after.push(extra('verification', verification.title ?? `${source.title}: verification`, verification.prompt));
  if (audit) after.push(extra('audit', audit.title ?? `${source.title}: audit`, audit.prompt));
  // The step that decides a loop stays the last of its pass.
  return deciding.has(source.id) ? [...after, main] : [main, ...after];
};

type Delegations = NonNullable<StepSource['parallel']>['delegations'];

const withDelegations = (source: StepSource, delegations: Delegations): StepSource => {
  const always = delegations.filter(({ when }) => !when);
  const text = [
    'Hand out the following work at the same time if you can delegate; otherwise do the parts one after another, each without looking at the others’ conclusions.',
    ...always.map(({ title, prompt }, index) => `### ${index + 1}. ${title}\n${prompt}`),
  ].join('\n\n');
  const fragments = delegations.flatMap(({ title, prompt, when }, index) =>
    when ? [{ id: `delegation-${index + 1}`, when, text: `### ${title}\n${prompt}` }] : [],
  );
  const own = source.prompt === undefined ? [] : [source.prompt];
  return {
    ...source,
    ...(source.promptBlocks
      ? { promptBlocks: { ...source.promptBlocks, procedure: [...(source.promptBlocks.procedure ?? []), text] } }
      : { prompt: [...own, text].join('\n\n') }),
    ...(fragments.length > 0 ? { promptFragments: [...(source.promptFragments ?? []), ...fragments] } : {}),
  };
};
