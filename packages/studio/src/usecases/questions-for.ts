import type { Question } from '@atelier/contracts/studio';
import { liveOf, projectOf } from '../core/fold/records.ts';
import type { ProjectState, SessionState } from '../core/fold/state.ts';
import { ideationBank, planningBank, solutioningBank } from '../core/questions/banks.ts';

/** The questions of the stage a person works in, and those a model added for them. */
export const questionsFor = (
  state: ProjectState,
  { settings }: Pick<SessionState, 'settings'>,
): readonly Question[] => {
  const project = projectOf(state.records);
  const stage = settings.pinnedStage === 'auto' ? project.projectStage : settings.pinnedStage;
  const generated = settings.generatedQuestions.filter((question) => question.stage === stage);
  return [...bankOf(state, settings.selectedElementIds, stage), ...generated];
};

const bankOf = (state: ProjectState, selected: readonly string[], stage: Question['stage']): readonly Question[] => {
  if (stage === 'ideation') return ideationBank;
  if (stage === 'planning') return planningBank;
  const elements = selected.length > 0 ? selected : liveOf(state.records.element).map(({ id }) => id);
  return solutioningBank(elements.slice(0, 3));
};
