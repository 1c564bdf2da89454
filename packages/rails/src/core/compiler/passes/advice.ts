import type { DataCondition, ValidationRule } from '../../compiled.ts';
import { loopsOf, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import type { Report } from '../problem.ts';

/** What is allowed and still worth a second look. */
export const giveAdvice = (workflowNow: WorkflowInProgress, report: Report): WorkflowInProgress => {
  for (const { source, pointer } of loopsOf(workflowNow.nodes)) {
    if (source.while.kind === 'context') {
      report.warn(
        'context_loop',
        `${pointer}/while`,
        'The loop is decided by context; a `wr.loop_control` artifact is clearer, and wins when one is sent.',
      );
      checkPatterns(source.while.condition, `${pointer}/while`, report);
    }
    if (source.runCondition?.kind === 'data')
      checkPatterns(source.runCondition.condition, `${pointer}/runCondition`, report);
  }
  for (const { step } of stepsOf(workflowNow.nodes)) {
    const { source, pointer } = step;
    const criteria = source.output?.validationCriteria;
    if (criteria && flagOnly(criteria))
      report.warn(
        'flag_only_criteria',
        `${pointer}/output/validationCriteria`,
        'The criteria ask only for a word that says the work is done; ask for evidence of it.',
      );
    if (source.runCondition?.kind === 'data')
      checkPatterns(source.runCondition.condition, `${pointer}/runCondition`, report);
    if (typeof source.requireConfirmation === 'object')
      checkPatterns(source.requireConfirmation, `${pointer}/requireConfirmation`, report);
    source.promptFragments?.forEach(({ when }, index) => {
      if (when) checkPatterns(when, `${pointer}/promptFragments/${index}/when`, report);
    });
  }
  return workflowNow;
};

/** A pattern that does not parse would fail in the middle of a run. */
const checkPatterns = (condition: DataCondition, pointer: string, report: Report): void => {
  if (condition.op === 'and' || condition.op === 'or') {
    for (const part of condition.of) checkPatterns(part, pointer, report);
  } else if (condition.op === 'not') checkPatterns(condition.of, pointer, report);
  else if (condition.op === 'matches') {
    try {
      new RegExp(String(condition.value));
    } catch {
      report.error(
        'SCHEMA_INVALID',
        pointer,
        `\`${String(condition.value)}\` is not a valid pattern.`,
        'Write a JavaScript regular expression.',
      );
    }
  }
};

const FLAG =
  /^\W*(\w+\s*[:=]\s*)?(true|yes|ok|done|complete|completed|finished|ready|pass|passed)\W*$|^\w*(Complete|Done|Ready|Verified)\b/;

const flagOnly = (rule: ValidationRule): boolean => {
  switch (rule.kind) {
    case 'contains':
      return FLAG.test(rule.value);
    case 'and':
    case 'or':
      return rule.of.length > 0 && rule.of.every(flagOnly);
    default:
      return false;
  }
};
