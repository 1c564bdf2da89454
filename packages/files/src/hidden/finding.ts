import { countUnseen, readUnseen } from '../view/unseen.ts';

/** Why a person who opens the file does not see it. */
export const hiddenWhats = [
  'same_colour',
  'hidden_text',
  'tiny_text',
  'hidden_row',
  'hidden_column',
  'hidden_sheet',
  'hidden_slide',
  'off_slide',
  'comment',
  'note',
  'unseen_characters',
  'invisible_text',
] as const;
export type HiddenWhat = (typeof hiddenWhats)[number];

/** Where it stands, in the words its kind of file is read by. */
export type HiddenPlace = {
  readonly block?: number;
  readonly part?: 'header' | 'footer' | 'footnote';
  readonly sheet?: string;
  readonly ref?: string;
  /** From 1, as a person counts them. */
  readonly slide?: number;
  readonly page?: number;
  readonly line?: number;
};

export type HiddenFinding = { readonly what: HiddenWhat; readonly place: HiddenPlace; readonly text: string };

/**
 * How much of it is left out of what is read: nothing; what hides inside visible text; or all of it, whole rows, sheets
 * and slides included.
 */
export type HiddenTake = 'nothing' | 'inside' | 'all';

export type HiddenAnswer = {
  readonly findings: readonly HiddenFinding[];
  /** There is more than the list holds. */
  readonly is_cut: boolean;
};

const mostFindings = 2_000;
const mostText = 1_000;

export const createFindings = () => {
  const findings: HiddenFinding[] = [];
  let isCut = false;
  const add = (what: HiddenWhat, place: HiddenPlace, text: string): void => {
    if (text.trim() === '') return;
    if (findings.length >= mostFindings) isCut = true;
    else findings.push({ what, place, text: text.slice(0, mostText) });
  };
  return {
    add,
    /** Characters that hide inside a text which is otherwise seen. */
    addUnseen: (place: HiddenPlace, text: string): void => {
      if (countUnseen(text) > 0) add('unseen_characters', place, readUnseen(text));
    },
    answer: (): HiddenAnswer => ({ findings, is_cut: isCut }),
  };
};
export type Findings = ReturnType<typeof createFindings>;
