import type { ListRequest, listWorkflows } from '@atelier/rails/usecases';

type Found = Awaited<ReturnType<ReturnType<typeof listWorkflows>>>;

/** So many are described; a model that reads hundreds of descriptions chooses no better and pays for each. */
const DESCRIBED = 60;

/** The list as an agent reads it: without digests, which it has no use for, and with a way on from an unhelpful list. */
export const listText = (
  { workflows, problems }: Found,
  { query, kind, tags }: Pick<ListRequest, 'query' | 'kind' | 'tags'>,
): Record<string, unknown> => {
  const isNarrowed = query !== undefined || kind !== undefined || tags !== undefined;
  const hint =
    workflows.length > DESCRIBED
      ? `Only the first ${DESCRIBED} are described. Narrow the list with query, kind or tags.`
      : workflows.length === 0 && isNarrowed
        ? 'Nothing fits. Leave query, kind and tags out to see all.'
        : undefined;
  return {
    workflows: workflows.map(({ workflowHash: _, ...workflow }, at) =>
      at < DESCRIBED ? workflow : { workflowId: workflow.workflowId, name: workflow.name },
    ),
    problems,
    ...(hint === undefined ? {} : { hint }),
  };
};
