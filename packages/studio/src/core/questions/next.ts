import type { Json } from '@atelier/kernel/core';
import type { Answers, Question } from '../domain/index.ts';
import { stemOf, tokensOf } from '../language/normalise.ts';

/** What a panel shows at once. */
export const visibleAtMost = 5;

export type Asked = {
  /** The bank of the stage, and what a model added to it. */
  readonly questions: readonly Question[];
  readonly answers: Answers;
  readonly skippedQids: readonly string[];
};

/** The next questions to show: required ones first, then by priority. Answered, skipped and hidden ones are left out. */
export const nextQuestions = (asked: Asked, count = visibleAtMost): readonly Question[] =>
  open(asked)
    .sort((a, b) => Number(b.required) - Number(a.required) || a.priority - b.priority || (a.qid < b.qid ? -1 : 1))
    .slice(0, Math.min(count, visibleAtMost));

/** Required questions that nobody answered or skipped. Going on anyway counts as having seen them. */
export const openRequired = (asked: Asked, continueAnyway = false): readonly Question[] =>
  continueAnyway ? [] : open(asked).filter(({ required }) => required);

export const progressOf = ({ questions, answers }: Asked): { readonly answered: number; readonly required: number } => {
  const required = questions.filter((question) => question.required && isShown(question, answers));
  return { answered: required.filter(({ qid }) => Object.hasOwn(answers, qid)).length, required: required.length };
};

const isShown = ({ showIf }: Question, answers: Answers): boolean =>
  (showIf ?? []).every((condition) => holds(condition, answers));

type Condition = NonNullable<Question['showIf']>[number];

const holds = ({ qid, op, value }: Condition, answers: Answers): boolean => {
  const given = Object.hasOwn(answers, qid) ? answers[qid] : undefined;
  if (given === undefined || given === null) return false;
  switch (op) {
    case 'answered':
      return true;
    case 'eq':
      return same(given, value);
    case 'in':
      return (
        Array.isArray(value) &&
        value.some((each) => same(given, each) || (Array.isArray(given) && given.some((one) => same(one, each))))
      );
    case 'gt':
      return typeof given === 'number' && typeof value === 'number' && given > value;
  }
};

/** Questions that were not asked yet, under this or nearly the same wording. */
export const withoutRepeats = (fresh: readonly Question[], asked: readonly Question[]): readonly Question[] => {
  const kept: Question[] = [];
  for (const question of fresh)
    if (
      ![...asked, ...kept].some(
        (other) => other.qid === question.qid || (other.scope === question.scope && saysTheSame(other, question)),
      )
    )
      kept.push(question);
  return kept;
};

const open = ({ questions, answers, skippedQids }: Asked): Question[] => {
  const skipped = new Set(skippedQids);
  return questions.filter(
    (question) => !Object.hasOwn(answers, question.qid) && !skipped.has(question.qid) && isShown(question, answers),
  );
};

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

const saysTheSame = (a: Question, b: Question): boolean =>
  (['he', 'en'] as const).some((lang) => {
    const [one, other] = [stems(a.text[lang]), stems(b.text[lang])];
    if (one.size === 0 || other.size === 0) return false;
    const common = [...one].filter((stem) => other.has(stem)).length;
    // Nine tenths of the words in common, however long either is.
    return common * 2 * 10 >= 9 * (one.size + other.size);
  });

const stems = (text: string | undefined): ReadonlySet<string> => new Set(tokensOf(text ?? '').map(stemOf));
