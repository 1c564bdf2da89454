import type { PromptBlocks, PromptText } from '../../authoring/prompt-blocks.ts';
import type { Builtins } from '../../builtins/builtins.ts';
import { utf8 } from '../../ids.ts';
import { mapSteps, type WorkflowInProgress } from '../in-progress.ts';
import { pickOne } from '../nearest.ts';
import type { Report } from '../problem.ts';

export const REF_BYTES = 2048;
export const REF_BYTES_PER_STEP = 8192;

/** Embeds each referenced text whole, so that a pinned run carries it. */
export const embedRefs = (workflowNow: WorkflowInProgress, builtins: Builtins, report: Report): WorkflowInProgress => {
  const usedRefs = new Set(workflowNow.usedRefs);
  const embedded = mapSteps(workflowNow, (step) => {
    const { promptBlocks } = step.source;
    if (!promptBlocks) return step;
    const at = `${step.pointer}/promptBlocks`;
    let bytes = 0;
    const textOf = (refId: string): string => {
      const entry = builtins.refs.get(refId);
      if (!entry) {
        report.error(
          'UNKNOWN_REF',
          at,
          `There is no built-in text \`${refId}\`.`,
          pickOne(refId, builtins.refs.keys()),
        );
        return '';
      }
      const size = utf8(entry.text).length;
      bytes += size;
      usedRefs.add(refId);
      if (size > REF_BYTES)
        report.error(
          'BUDGET_EXCEEDED',
          at,
          `\`${refId}\` has ${size} bytes; ${REF_BYTES} are allowed.`,
          'Use a shorter reference.',
        );
      return entry.text;
    };
    const blocks = flatten(promptBlocks, textOf);
    if (bytes > REF_BYTES_PER_STEP)
      report.error(
        'BUDGET_EXCEEDED',
        at,
        `The references of this step have ${bytes} bytes; ${REF_BYTES_PER_STEP} are allowed.`,
        'Refer to fewer texts, or spread them over several steps.',
      );
    return { ...step, source: { ...step.source, promptBlocks: blocks } };
  });
  return { ...embedded, usedRefs };
};

const flatten = (blocks: PromptBlocks, textOf: (refId: string) => string): PromptBlocks => {
  const plain = (value: PromptText): string => {
    if (typeof value === 'string') return value;
    const parts = Array.isArray(value) ? value : [value];
    return parts.map((part) => (part.kind === 'text' ? part.text : textOf(part.refId))).join('');
  };
  const { goal, constraints, procedure, outputRequired, verify } = blocks;
  return {
    ...(goal === undefined ? {} : { goal: plain(goal) }),
    ...(constraints ? { constraints: constraints.map(plain) } : {}),
    ...(procedure ? { procedure: procedure.map(plain) } : {}),
    ...(outputRequired
      ? {
          outputRequired: Object.fromEntries(Object.entries(outputRequired).map(([key, value]) => [key, plain(value)])),
        }
      : {}),
    ...(verify ? { verify: verify.map(plain) } : {}),
  };
};
