import type { Issue } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';
import type { BlockerCode } from '../domain/turn.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { both, issue } from '../words/issue.ts';
import type { Outcome } from './facts.ts';

const empty = {
  blockers: [],
  warnings: [],
  conflicts: [],
  flags: [],
  suggestions: [],
} as const;

export const done = (events: readonly NewProjectEvent[], say: LText, more: Partial<Outcome> = {}): Outcome => ({
  outcome: 'done',
  events,
  say,
  ...empty,
  ...more,
});

export const rejected = (code: BlockerCode, message: LText, more: Partial<Outcome> = {}): Outcome => ({
  outcome: 'rejected',
  events: [],
  say: message,
  ...empty,
  ...more,
  blockers: [issue(code, 'error', message), ...(more.blockers ?? [])],
});

export const notFound = (): Outcome =>
  rejected(
    'NOT_FOUND',
    both('לא מצאתי את זה בפרויקט. רעננו ונסו שוב.', 'That is not in this project. Refresh and try again.'),
  );

export const noDraft = (): Outcome =>
  rejected(
    'NO_DRAFT',
    both('אין שינויים ממתינים. בקשו שינוי כדי להתחיל.', 'There are no pending changes. Ask for a change to start.'),
  );

export const wrongRevision = (expected: number, current: number): Outcome =>
  rejected(
    'DRAFT_REVISION_MISMATCH',
    both(
      `השינויים הממתינים התעדכנו: ראיתם גרסה ${expected}, עכשיו ${current}. בדקו שוב.`,
      `The pending changes moved on: you saw revision ${expected}, now it is ${current}. Look again.`,
    ),
  );

export const invalid = (issues: readonly Issue[]): Outcome => {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  return rejected(
    'VALIDATION_FAILED',
    both(
      `לא ניתן לקבל את השינוי. ${first?.message.he ?? first?.message.en ?? ''}`,
      `The change can't be accepted. ${first?.message.en ?? first?.message.he ?? ''}`,
    ),
    { blockers: errors, warnings: issues.filter(({ severity }) => severity !== 'error') },
  );
};

/** Warnings that a person has to acknowledge first, and has not. */
export const unacknowledged = (issues: readonly Issue[], acknowledged: readonly string[] = []): readonly Issue[] =>
  issues.filter(({ ack, code }) => ack && !acknowledged.includes(code));

export const needsAck = (open: readonly Issue[]): Outcome =>
  rejected('ACK_REQUIRED', both('יש אזהרות שצריך לאשר לפני ההחלה.', 'Some warnings must be acknowledged first.'), {
    blockers: open,
  });
