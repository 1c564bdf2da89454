import type { Json } from '@atelier/kernel/core';
import { StepSource, TemplateCallSource } from '../../authoring/step-source.ts';
import { WorkflowSource } from '../../authoring/workflow-source.ts';
import { AssessmentSpec, FollowUp } from '../../compiled.ts';
import { nearest } from '../nearest.ts';

type Path = readonly PropertyKey[];

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

export const measure = (count: number | bigint, origin: string): string => {
  const unit = UNITS[origin];
  return unit ? `${count} ${unit[Number(count) === 1 ? 0 : 1]}` : String(count);
};
export const FORMS: Readonly<Record<string, string>> = { version: 'Write three numbers with dots.' };

/** What may stand in a field, one example each: an author learns more from it than from its kind. */
const EXAMPLES: Readonly<Record<string, Json>> = {
  id: 'plan',
  name: 'Release check',
  description: 'Checks a release and asks before it ships.',
  version: '1.0.0',
  kind: 'workflow',
  title: 'Plan',
  prompt: 'List what to do.',
  loopId: 'passes',
  conditionId: 'more',
  templateId: 'wr.templates.routine.final-verification',
  contractRef: 'wr.contracts.loop_control',
  while: { kind: 'condition_ref', conditionId: 'more' },
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  runCondition: { var: 'hasTests', equals: true },
  requireConfirmation: true,
  steps: [{ id: 'plan', title: 'Plan', prompt: 'List what to do.' }],
  body: [{ id: 'work', title: 'Work', prompt: 'Do one part.' }],
  output: { contractRef: 'wr.contracts.loop_control' },
  args: { name: 'value' },
  features: ['wr.features.mode_guidance'],
  capabilities: { web_browsing: 'preferred' },
  promptBlocks: { goal: 'Pick one.', procedure: ['List three.', 'Choose.'] },
  guidance: ['Ask before you delete.'],
  tags: ['release'],
  maxIterations: 5,
  recommendedPreferences: { autonomy: 'guided', riskPolicy: 'conservative' },
  userDependency: { reason: 'needs_user_choice', contextKey: 'releaseName' },
};
/** The id of the file itself is not the id of a step. */
const WORKFLOW_ID = 'project.release_check';

export const withExample = (fix: string, path: Path): string => {
  const key = String(path.at(-1));
  const example = path.length === 1 && key === 'id' ? WORKFLOW_ID : EXAMPLES[key];
  // An entry of a list, or a field that means several things.
  if (example === undefined || (path.length > 1 && (key === 'name' || key === 'kind'))) return fix;
  return `${fix} Example: \`"${key}": ${JSON.stringify(example)}\``;
};

export const nameOf = (path: Path): string => {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  const list = path.findLast((each) => typeof each === 'string');
  return typeof last === 'number' ? `entry ${last + 1} of \`${String(list ?? 'the list')}\`` : `\`${String(last)}\``;
};

export const foundText = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
};

/** What authors of other forms call our fields. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['name', 'title'],
  ['instructions', 'prompt'],
  ['text', 'prompt'],
  ['description', 'prompt'],
  ['condition', 'while'],
  ['steps', 'body'],
  ['max', 'maxIterations'],
  ['id', 'loopId'],
  ['confirm', 'requireConfirmation'],
]);

export const meantField = (written: string, known: readonly string[]): string | undefined => {
  const meant = SYNONYMS.get(written);
  if (meant !== undefined && known.includes(meant)) return meant;
  // Somewhere else it is a field, here it is not: the same word again is no help.
  return nearest(
    written,
    known.filter((field) => field !== written),
  );
};

const WORKFLOW_FIELDS = Object.keys(WorkflowSource.shape);
const STEP_FIELDS = Object.keys(StepSource.shape);
const CALL_FIELDS = Object.keys(TemplateCallSource.shape);
const LOOP_FIELDS = ['type', 'loopId', 'title', 'while', 'maxIterations', 'variables', 'runCondition', 'body'];
const INNER_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['output', ['contractRef', 'required', 'notesRequired', 'hints']],
  ['promptBlocks', ['goal', 'constraints', 'procedure', 'outputRequired', 'verify']],
  ['while', ['kind', 'conditionId', 'condition', 'count', 'items']],
  ['conditions', ['id', 'kind', 'continueWhen']],
  ['assessments', Object.keys(AssessmentSpec.shape)],
  ['dimensions', Object.keys(AssessmentSpec.shape.dimensions.element.shape)],
  ['followUps', Object.keys(FollowUp.shape)],
]);
const OTHERS = [...new Set([...STEP_FIELDS, ...[...INNER_FIELDS.values()].flat(), ...WORKFLOW_FIELDS])];

/** The fields that may stand where an unknown one stands. */
export const fieldsAt = (path: Path, holder: Json | undefined): readonly string[] => {
  if (path.length === 0) return WORKFLOW_FIELDS;
  const [owner, place] = [path.at(-2), path.at(-1)];
  if (typeof place !== 'number') return INNER_FIELDS.get(String(place)) ?? OTHERS;
  if (owner !== 'steps' && owner !== 'body') return INNER_FIELDS.get(String(owner)) ?? OTHERS;
  const type = typeof holder === 'object' && holder !== null && 'type' in holder ? holder.type : undefined;
  return type === 'loop' ? LOOP_FIELDS : type === 'template_call' ? CALL_FIELDS : STEP_FIELDS;
};
