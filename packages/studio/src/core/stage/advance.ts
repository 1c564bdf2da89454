import type { Issue } from '../domain/findings.ts';
import { type ProjectStage, projectStages } from '../domain/primitives.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { both, issue } from '../words/issue.ts';

/** What stands in the way of a later stage. `hard` cannot be passed; `soft` passes once acknowledged. */
export type AdvanceCriteria = { readonly hard: readonly Issue[]; readonly soft: readonly Issue[] };

export const stageRank = (stage: ProjectStage): number => projectStages.indexOf(stage);

/** @param openQuestions required ideation questions that are neither answered nor skipped, unless the person goes on anyway. */
export const advanceCriteria = (state: ProjectState, to: ProjectStage, openQuestions: number): AdvanceCriteria => {
  const from = projectOf(state.records).projectStage;
  const hard: Issue[] = [];
  const soft: Issue[] = [];
  const passes = (stage: ProjectStage): boolean =>
    stageRank(from) < stageRank(stage) && stageRank(stage) <= stageRank(to);
  if (passes('planning')) {
    if (approved(state).length === 0)
      hard.push(
        issue(
          'NO_APPROVED_ELEMENT',
          'error',
          both(
            'אין עדיין אלמנט מאושר. לתכנון צריך לפחות אחד: אשרו אלמנט.',
            'No element is approved yet. Planning needs one: approve an element.',
          ),
        ),
      );
    if (openQuestions > 0)
      soft.push(
        issue(
          'QUESTIONS_OPEN',
          'warn',
          both(`${openQuestions} שאלות חובה עדיין פתוחות.`, `${openQuestions} required questions are still open.`),
          { ack: true },
        ),
      );
  }
  if (passes('solutioning')) solutioning(state, hard, soft);
  return { hard, soft };
};

const solutioning = (state: ProjectState, hard: Issue[], soft: Issue[]): void => {
  const errors = [...state.flags.values()].filter(({ status, severity }) => status === 'open' && severity === 'error');
  if (errors.length > 0)
    hard.push(
      issue(
        'OPEN_ERROR_FLAG',
        'error',
        both(
          `${errors.length} דגלי שגיאה פתוחים. טפלו בהם קודם.`,
          `${errors.length} error flags are open. Settle them first.`,
        ),
        { refs: errors.map(({ id }) => id) },
      ),
    );
  const { records } = state;
  const withTask = new Set(liveOf(records.task).flatMap(({ elementIds }) => elementIds));
  const lines = [...liveOf(records.materialLine), ...liveOf(records.workLine)];
  const withCost = new Set(lines.map(({ elementId }) => elementId));
  const bare = approved(state).filter(
    ({ id, costHandledElsewhere }) => !withTask.has(id) || !(withCost.has(id) || costHandledElsewhere),
  );
  if (bare.length > 0)
    soft.push(
      issue(
        'ELEMENT_NOT_PLANNED',
        'warn',
        both(
          `ל־${bare.length} אלמנטים מאושרים חסרה משימה או עלות.`,
          `${bare.length} approved elements lack a task or a cost.`,
        ),
        { ack: true, refs: bare.map(({ id }) => id) },
      ),
    );
  if (state.quotes.size === 0)
    soft.push(
      issue('NO_QUOTE', 'warn', both('עוד לא הופקה הצעת מחיר.', 'No quote has been issued yet.'), { ack: true }),
    );
};

const approved = (state: ProjectState) => liveOf(state.records.element).filter(({ id }) => state.snapshots.has(id));
