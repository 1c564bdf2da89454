import type { LText, NeedsScope, Question, ScopeCandidate } from '../domain/index.ts';
import type { Stage } from '../routing/score.ts';

/** The most candidates that are shown; more would not be read. */
const shownAtMost = 5;

export type ScopeAsked = {
  readonly why: 'ambiguous' | 'exists' | 'missing' | 'tooMuch';
  readonly mention: string;
  readonly candidates: readonly ScopeCandidate[];
};

/** What a person is asked before anything is changed: which element, a new one, or the whole project. */
export const askForScope = (
  { why, mention, candidates }: ScopeAsked,
  stage: Stage,
): { readonly needsScope: NeedsScope; readonly message: LText; readonly question: Question } => {
  const shown = candidates.slice(0, shownAtMost);
  const allowCreate = why === 'exists' || why === 'ambiguous';
  const allowProject = why !== 'exists' && why !== 'tooMuch';
  const options = [
    ...shown.map(({ elementId, label }) => ({ value: elementId, label })),
    ...(allowCreate ? [{ value: 'createNew', label: { he: 'אלמנט חדש', en: 'A new element' } }] : []),
    ...(allowProject ? [{ value: 'wholeProject', label: { he: 'כל הפרויקט', en: 'The whole project' } }] : []),
  ];
  return {
    needsScope: { mention, candidates: shown, allowCreate, allowProject },
    message: asked[why],
    question: {
      qid: 'scope.which',
      stage,
      text: asked[why],
      scope: 'project',
      type: why === 'tooMuch' ? 'multi' : 'single',
      options,
      required: true,
      priority: 1,
      source: 'bank',
    },
  };
};

const asked: Readonly<Record<ScopeAsked['why'], LText>> = {
  ambiguous: { he: 'לאיזה אלמנט הכוונה?', en: 'Which element do you mean?' },
  exists: {
    he: 'כבר יש אלמנט כזה. להוסיף עוד אחד, או לשנות את הקיים?',
    en: 'There is one already. Add another, or change it?',
  },
  missing: {
    he: 'את מה לשנות? בחרו אלמנט, או את כל הפרויקט.',
    en: 'What should change? Pick an element, or the whole project.',
  },
  tooMuch: {
    he: 'זה יותר מדי לפעם אחת. בחרו עד שלושה אלמנטים.',
    en: 'That is too much at once. Pick up to three elements.',
  },
};
