import { stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import type { Report } from '../problem.ts';

const LEFT_OVER = /\{\{\s*wr\.[^}]*\}?\}?/;

/** Nothing of ours may be left to resolve once a run is pinned. */
export const checkNothingUnresolved = (workflowNow: WorkflowInProgress, report: Report): WorkflowInProgress => {
  const check = (text: string | undefined, pointer: string) => {
    const found = text === undefined ? null : LEFT_OVER.exec(text);
    if (found)
      report.error(
        'UNRESOLVED_TOKEN',
        pointer,
        `\`${found[0]}\` is not resolved by anything.`,
        'Use `{{wr.bindings.<slotId>}}` with a declared extension point, or remove it. Fragments take none.',
      );
  };
  const { agentRole, metaGuidance = [], preconditions = [], clarificationPrompts = [] } = workflowNow.workflow;
  check(agentRole, '/agentRole');
  for (const line of [...metaGuidance, ...preconditions, ...clarificationPrompts]) check(line, '');
  for (const { step } of stepsOf(workflowNow.nodes)) {
    check(step.source.prompt, step.pointer);
    check(step.source.title, `${step.pointer}/title`);
    check(step.source.agentRole, `${step.pointer}/agentRole`);
    step.source.promptFragments?.forEach(
      ({ text }, index) => void check(text, `${step.pointer}/promptFragments/${index}/text`),
    );
  }
  return workflowNow;
};
