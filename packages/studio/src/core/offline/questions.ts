import type { Question } from '../domain/index.ts';
import { projectOf } from '../fold/records.ts';
import { effectiveAnswers, readAnswers } from '../questions/answers.ts';
import { ideationBank, planningBank, solutioningBank } from '../questions/banks.ts';
import { factsOfAnswers } from '../questions/facts.ts';
import { knownAnswers } from '../questions/known-answers.ts';
import { nextQuestions, progressOf, withoutRepeats } from '../questions/next.ts';
import type { Stage } from '../routing/score.ts';
import { chat, type SkillOutput, say } from '../skills/output.ts';
import { type SkillTurn, type SkillWorld, scopeElements } from '../skills/world.ts';

/** The questions of a stage: its bank, and what a model added. Solutioning asks about each element in scope. */
export const questionsOf = (stage: Stage, world: SkillWorld, turn: SkillTurn): readonly Question[] => {
  const ids = turn.scope.kind === 'elements' ? turn.scope.ids : scopeElements(world).map(({ id }) => id);
  const bank =
    stage === 'ideation' ? ideationBank : stage === 'planning' ? planningBank : solutioningBank(ids.slice(0, 20));
  const generated = (turn.answers?.generated ?? []).filter((question) => question.stage === stage);
  return [...bank, ...withoutRepeats(generated, bank)];
};

/** The next questions of a stage, by its bank. Nothing is saved: what was typed only shows what to ask next. */
export const questionsSkill =
  (stage: Stage) =>
  (world: SkillWorld, turn: SkillTurn): SkillOutput => {
    const questions = questionsOf(stage, world, turn);
    const { saved, draft, pending, skippedQids, count } = turn.answers ?? {
      saved: {},
      draft: {},
      pending: {},
      skippedQids: [],
    };
    const { valid, issues } = readAnswers(questions, effectiveAnswers({}, draft, pending), (id) =>
      world.records.element.has(id),
    );
    const answers = effectiveAnswers(knownAnswers(projectOf(world.records), saved), valid);
    const asked = { questions, answers, skippedQids };
    const next = nextQuestions(asked, count);
    const { id, currency } = projectOf(world.records);
    const proposedFacts = factsOfAnswers(questions, valid, id, currency).slice(0, 10);
    if (next.length === 0)
      return chat(
        turn.lang === 'he'
          ? 'יש מספיק כדי להתקדם. אפשר להכין תוכנית או לעבור לשלב הבא.'
          : 'That is enough to go on. Make a plan, or move to the next stage.',
        {
          proposedFacts,
          warnings: issues,
          suggestedActions: [
            say(turn.lang === 'he' ? 'תכין תוכנית עבודה' : 'prepare a work plan'),
            ...(stage === 'ideation'
              ? [
                  {
                    label: { he: 'מעבר לתכנון', en: 'Advance to planning' },
                    event: { type: 'advanceStage' as const, to: 'planning' as const },
                  },
                ]
              : []),
          ],
        },
      );
    const progress = progressOf(asked);
    return {
      ...chat(
        turn.lang === 'he'
          ? `עוד ${next.length === 1 ? 'שאלה אחת' : `${next.length} שאלות`}. נענו ${progress.answered} מתוך ${progress.required} שאלות החובה.`
          : `${next.length === 1 ? 'One more question' : `${next.length} more questions`}. ${progress.answered} of ${progress.required} required ones are answered.`,
        { proposedFacts, warnings: issues },
      ),
      render: { kind: 'questions', questions: next, progress },
    };
  };
