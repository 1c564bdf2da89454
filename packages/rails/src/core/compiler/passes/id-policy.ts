import type { WorkflowInProgress } from '../in-progress.ts';
import type { Report } from '../problem.ts';

const NAMESPACED = /^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/;

export const isNamespaced = (workflowId: string): boolean => NAMESPACED.test(workflowId);
export const isReserved = (workflowId: string): boolean => workflowId.startsWith('wr.');

/** `wr.*` is ours alone; ids without a namespace run, with a warning. */
export const checkIds = (workflowNow: WorkflowInProgress, mayReserve: boolean, report: Report): WorkflowInProgress => {
  const { id } = workflowNow.workflow;
  if (isReserved(id) && !mayReserve)
    report.error(
      'RESERVED_NAMESPACE',
      '/id',
      `\`${id}\` is in the namespace \`wr\`, which holds the bundled workflows only.`,
      `Use a namespace of your own, for example \`project.${id.slice('wr.'.length)}\`.`,
    );
  if (!isNamespaced(id))
    report.warn('legacy_id', '/id', `\`${id}\` has no namespace; it runs, and cannot be saved anew.`);
  return workflowNow;
};
