import { canonical } from '../canonical.ts';
import type { CompiledStep, CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import { requirementsFor } from '../guidance/requirements.ts';
import type { SignedBy } from './signature.ts';

/** What an agent would be told, where it is not what the workflow says here. Null: there is no such step here. */
export type PromptDifference = {
  readonly workflowId: string;
  readonly stepId: string;
  readonly title: string;
  readonly here: string | null;
  readonly inBundle: string;
};

export type BundleReview = { readonly signedBy: SignedBy; readonly prompts: readonly PromptDifference[] };

/** Somebody has to look: nobody vouches for it, or agents would be told what nobody here has read. */
export const needsReview = ({ signedBy, prompts }: BundleReview): boolean =>
  signedBy.kind === 'nobody' || prompts.length > 0;

export const promptDifferences = (
  fromBundle: CompiledWorkflowSnapshotV1,
  found: CompiledWorkflowSnapshotV1 | undefined,
): readonly PromptDifference[] => {
  const [inBundle, here] = [inOrder(fromBundle), found && inOrder(found)];
  const toldHere = new Map(here?.steps.map((step) => [step.stepId, toldBy(step, here)]));
  return inBundle.steps.flatMap((step) => {
    const { stepId, title } = step;
    const told = toldBy(step, inBundle);
    const own = toldHere.get(stepId) ?? null;
    return own === told ? [] : [{ workflowId: inBundle.workflowId, stepId, title, here: own, inBundle: told }];
  });
};

/** Examples among the requirements are spelt in the order of their fields, which a file may change. */
const inOrder = (workflow: CompiledWorkflowSnapshotV1): CompiledWorkflowSnapshotV1 => JSON.parse(canonical(workflow));

/** Every text of a step that reaches an agent. */
const toldBy = (step: CompiledStep, workflow: CompiledWorkflowSnapshotV1): string =>
  [
    step.agentRole ?? workflow.agentRole,
    ...(step === workflow.steps[0]
      ? [...workflow.preconditions, ...workflow.clarificationPrompts, ...workflow.metaGuidance]
      : []),
    step.prompt,
    ...step.fragments.map(({ text }) => text),
    ...step.functionReferences.map((name) => {
      const found = workflow.functionDefinitions.find((each) => each.name === name);
      return found && `${found.name}: ${found.definition}`;
    }),
    requirementsFor(step, workflow),
  ]
    .filter(Boolean)
    .join('\n\n');
