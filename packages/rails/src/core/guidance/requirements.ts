import { ASSESSMENT } from '../builtins/contracts.ts';
import type { CompiledStep, CompiledWorkflowSnapshotV1, ValidationRule } from '../compiled.ts';
import { assessmentExample, exampleFor } from './examples.ts';

type Tables = Pick<CompiledWorkflowSnapshotV1, 'contracts' | 'assessments' | 'loops'>;

/**
 * What the step will be judged by, said before the work is done. Written from compiled data alone, so it cannot
 * disagree with the judgement. Empty when nothing is asked.
 */
export const requirementsFor = (step: CompiledStep, snapshot: Tables): string =>
  [
    outputRequirements(step, snapshot),
    assessmentRequirements(step, snapshot),
    contextRequirements(step),
    userInput(step),
  ]
    .filter((section) => section !== '')
    .join('\n\n');

const outputRequirements = (step: CompiledStep, snapshot: Tables): string => {
  const { output } = step;
  if (!output) return '';
  const notes = output.notesRequired
    ? ['`output.notesMarkdown` is required: what this step did, decided and found.']
    : [];
  const pack = snapshot.contracts.find((each) => each.contractRef === output.contractRef);
  if (pack && !(pack.contractRef === ASSESSMENT && step.assessmentRefs.length > 0)) {
    const send = output.required
      ? `Send one artifact of kind \`${pack.artifactKind}\` in \`output.artifacts\`.`
      : `You may send an artifact of kind \`${pack.artifactKind}\` in \`output.artifacts\`; if you do, it must fit.`;
    return section(
      'OUTPUT REQUIREMENTS (System)',
      [send, ...pack.instructions, ...notes],
      exampleFor(pack, step, snapshot),
    );
  }
  if (output.criteria) return section('OUTPUT REQUIREMENTS', [...notes, ...criteriaLines(output.criteria)].slice(0, 5));
  return notes.length > 0 ? section('OUTPUT REQUIREMENTS (System)', notes) : '';
};

/** Rules that every one of must hold, in plain words; alternatives and negations are left to the failure message. */
const criteriaLines = (rule: ValidationRule): readonly string[] => {
  switch (rule.kind) {
    case 'contains':
      return [`Your notes must contain: ${rule.value}`];
    case 'regex':
      return [`Your notes must match the pattern: ${rule.pattern}`];
    case 'length':
      return [`Your notes must have ${lengthRange(rule.min, rule.max)} characters.`];
    case 'and':
      return rule.of.flatMap(criteriaLines);
    case 'schema':
    case 'or':
    case 'not':
      return [];
  }
};

const lengthRange = (min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min !== undefined ? `at least ${min}` : `at most ${max ?? 'any number of'}`;
};

const assessmentRequirements = (step: CompiledStep, { assessments }: Tables): string =>
  assessments
    .filter(({ id }) => step.assessmentRefs.includes(id))
    .map((assessment) =>
      section(
        `ASSESSMENT REQUIRED (System): ${assessment.id}`,
        [
          assessment.purpose,
          'Send one artifact of kind `wr.assessment` in `output.artifacts` with a level for each dimension:',
          ...assessment.dimensions.map(({ id, purpose, levels }) => `\`${id}\` (${levels.join(' | ')}): ${purpose}`),
          ...step.followUps
            .filter(({ forAssessment }) => forAssessment === undefined || forAssessment === assessment.id)
            .map(({ anyEqualsLevel, guidance }) => `If any dimension is \`${anyEqualsLevel}\`: ${guidance}`),
        ],
        { label: '', example: assessmentExample(step, assessment) },
      ),
    )
    .join('\n\n');

const contextRequirements = ({ requiresContext, producesContext }: CompiledStep): string =>
  requiresContext.length + producesContext.length === 0
    ? ''
    : section('CONTEXT (System)', [
        ...requiresContext.map(
          (key) => `\`${key}\` must be known when you complete this step; send it in \`context\` if it is not.`,
        ),
        ...producesContext.map((key) => `Send \`${key}\` in \`context\` when you complete this step.`),
      ]);

const userInput = ({ userDependency }: CompiledStep): string => {
  if (!userDependency) return '';
  const where = userDependency.contextKey
    ? `as \`${userDependency.contextKey}\` in \`context\``
    : 'as an artifact of kind `wr.user_input` in `output.artifacts`';
  return section('ONLY THE USER CAN SUPPLY THIS (System)', [
    `${dependencyText[userDependency.reason]} Send it ${where}.`,
  ]);
};

const dependencyText = {
  needs_user_secret_or_token:
    'This step needs a secret or token from the user. Never put the secret itself into notes.',
  needs_user_account_access: 'This step needs access to an account of the user.',
  needs_user_artifact: 'This step needs something that the user has to hand over.',
  needs_user_choice: 'This step needs a choice that only the user may make; do not assume it.',
  needs_user_approval: 'This step needs the approval of the user.',
  needs_user_environment_action: 'This step needs the user to do something on their machine or in their account.',
} as const;

const section = (heading: string, lines: readonly string[], shown?: ReturnType<typeof exampleFor>): string =>
  [
    `${heading}`,
    ...lines.map((line) => `- ${line}`),
    ...(shown?.label ? [`- The example is what to send ${shown.label}.`] : []),
    ...(shown ? ['Example:', '```json', JSON.stringify(shown.example, null, 2), '```'] : []),
  ].join('\n');
