import type { PromptBlocks, PromptText } from '../../authoring/prompt-blocks.ts';
import type { StepSource } from '../../authoring/step-source.ts';
import { byCodeUnit } from '../../ids.ts';
import { mapSteps, type StepInProgress, stepsOf, type WorkflowInProgress } from '../in-progress.ts';
import type { Report } from '../problem.ts';

export const PROMPT_CHARS = 8192;

/** Before anything is added: exactly one prompt per step, within its budget. */
export const checkPromptSources = (workflowNow: WorkflowInProgress, report: Report): WorkflowInProgress => {
  for (const { step } of stepsOf(workflowNow.nodes)) {
    const { prompt, promptBlocks, parallel } = step.source;
    const count = (prompt === undefined ? 0 : 1) + (promptBlocks === undefined ? 0 : 1);
    if (count !== 1 && !(count === 0 && parallel))
      report.error(
        'PROMPT_SOURCE_CONFLICT',
        step.pointer,
        count === 0 ? 'The step has no prompt.' : 'The step has both `prompt` and `promptBlocks`.',
        count === 0 ? 'Add `prompt` or `promptBlocks`.' : 'Keep one of the two.',
      );
    const chars = prompt?.length ?? (promptBlocks ? authoredChars(promptBlocks) : 0);
    if (chars > PROMPT_CHARS)
      report.error(
        'BUDGET_EXCEEDED',
        `${step.pointer}/${prompt === undefined ? 'promptBlocks' : 'prompt'}`,
        `The prompt has ${chars} characters; ${PROMPT_CHARS} are allowed.`,
        'Split the step, or move material into a reference.',
      );
  }
  return workflowNow;
};

const authoredChars = ({
  goal,
  constraints = [],
  procedure = [],
  outputRequired = {},
  verify = [],
}: PromptBlocks): number =>
  [...(goal === undefined ? [] : [goal]), ...constraints, ...procedure, ...Object.values(outputRequired), ...verify]
    .map((value) => plain(value).length)
    .reduce((sum, length) => sum + length, 0);

/** After references are embedded every value is plain text; before that, references count for nothing. */
const plain = (value: PromptText): string => {
  if (typeof value === 'string') return value;
  return (Array.isArray(value) ? value : [value]).map((part) => (part.kind === 'text' ? part.text : '')).join('');
};

export const renderPrompts = (workflowNow: WorkflowInProgress): WorkflowInProgress =>
  mapSteps(workflowNow, (step): StepInProgress => {
    const { promptBlocks, ...source } = step.source;
    return { ...step, source: { ...source, prompt: promptOf(step.source, promptBlocks) } };
  });

const promptOf = (source: StepSource, blocks: PromptBlocks | undefined): string =>
  [
    ...(blocks ? renderBlocks(blocks) : [source.prompt ?? '']),
    ...list('Guidance', source.guidance),
    ...list('Hints for the output', source.output?.hints),
  ].join('\n\n');

const renderBlocks = ({ goal, constraints, procedure, outputRequired, verify }: PromptBlocks): readonly string[] => [
  ...(goal === undefined ? [] : [`## Goal\n${plain(goal)}`]),
  ...list('Constraints', constraints),
  ...(procedure?.length
    ? [`## Procedure\n${procedure.map((line, index) => `${index + 1}. ${unnumbered(plain(line))}`).join('\n')}`]
    : []),
  ...list(
    'Output required',
    outputRequired &&
      Object.keys(outputRequired)
        .sort(byCodeUnit)
        .map((key) => `**${key}**: ${plain(outputRequired[key] ?? '')}`),
  ),
  ...list('Verify', verify),
];

const list = (heading: string, lines: readonly PromptText[] | undefined): readonly string[] =>
  lines?.length ? [`## ${heading}\n${lines.map((line) => `- ${plain(line)}`).join('\n')}`] : [];

/** Authors who number their own lines should not see them numbered twice. */
const unnumbered = (line: string): string => line.replace(/^\d+[.)]\s+/, '');
