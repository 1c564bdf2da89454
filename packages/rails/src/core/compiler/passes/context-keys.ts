import { DEFAULT_VARIABLES, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import { didYouMean } from '../nearest.ts';
import type { Report } from '../problem.ts';

/** Every required key comes from somewhere: a start input, the user, an earlier step, a loop around it, or the step itself. */
export const checkContextKeys = (workflowNow: WorkflowInProgress, report: Report): WorkflowInProgress => {
  const known = new Set(['goal', ...(workflowNow.workflow.inputs ?? []).map(({ name }) => name)]);
  for (const { step, loops } of stepsOf(workflowNow.nodes)) {
    const { source, pointer } = step;
    for (const key of source.producesContext ?? []) known.add(key);
    if (source.userDependency?.contextKey) known.add(source.userDependency.contextKey);
    const here = new Set([
      ...known,
      ...loops.flatMap((loop) => Object.values({ ...DEFAULT_VARIABLES, ...loop.source.variables })),
    ]);
    source.requiresContext?.forEach((key, index) => {
      if (here.has(key)) return;
      report.error(
        'UNPRODUCED_CONTEXT_KEY',
        step.provenance.source === 'authored' ? `${pointer}/requiresContext/${index}` : pointer,
        `No earlier step produces \`${key}\`, and it is not an input of the workflow.`,
        didYouMean(
          key,
          [...here].filter((each): each is string => each !== undefined),
          `Add \`${key}\` to \`producesContext\` of an earlier step, or to \`inputs\`.`,
        ),
      );
    });
  }
  return workflowNow;
};
