import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { advanceCriteria, stageRank } from '../stage/advance.ts';
import { stageNames } from '../stage/matrix.ts';
import { both } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, rejected, unacknowledged } from './outcome.ts';

/** Only a person moves the stage. Back only an owner does, with a reason; what is there stays. */
export const advanceStage = (state: ProjectState, event: StudioEventOf<'advanceStage'>, facts: TurnFacts): Outcome => {
  const from = projectOf(state.records).projectStage;
  const { to, reason, acknowledge = [] } = event;
  const name = stageNames[to];
  if (to === from) return done([], both(`הפרויקט כבר בשלב ${name.he}.`, `The project is already at ${name.en}.`));
  if (stageRank(to) < stageRank(from)) {
    if (facts.role !== 'owner')
      return rejected(
        'NOT_ALLOWED',
        both('רק בעלים מחזירים שלב אחורה. בקשו מהם.', 'Only an owner can move back a stage. Ask one.'),
      );
    if (reason === undefined)
      return rejected('NOT_ALLOWED', both('כדי לחזור שלב צריך סיבה.', 'Moving back needs a reason.'));
    return moved(state, facts, event, []);
  }
  const { hard, soft } = advanceCriteria(state, to, facts.openQuestions ?? 0);
  const open = [...hard, ...unacknowledged(soft, acknowledge)];
  if (open.length > 0)
    return rejected(
      'STAGE_CRITERIA',
      both(`עוד לא הכול מוכן לשלב ${name.he}.`, `Not everything is ready for ${name.en} yet.`),
      {
        blockers: open,
        suggestions:
          hard.length > 0
            ? []
            : [
                {
                  label: both('לעבור בכל זאת', 'Move on anyway'),
                  event: { type: 'advanceStage', to, acknowledge: soft.map(({ code }) => code) },
                },
              ],
      },
    );
  return moved(
    state,
    facts,
    event,
    soft.map(({ code }) => code),
  );
};

const moved = (
  state: ProjectState,
  facts: TurnFacts,
  { to, reason }: StudioEventOf<'advanceStage'>,
  acknowledged: string[],
): Outcome => {
  const { userId, turnId } = facts;
  const changed: NewProjectEvent = {
    kind: 'stage.changed',
    data: {
      by: userId,
      turnId,
      from: projectOf(state.records).projectStage,
      to,
      acknowledged,
      ...(reason === undefined ? {} : { reason }),
    },
  };
  const name = stageNames[to];
  return conclude(
    state,
    facts,
    done([changed], both(`הפרויקט עבר לשלב ${name.he}.`, `The project is now at ${name.en}.`)),
  );
};
