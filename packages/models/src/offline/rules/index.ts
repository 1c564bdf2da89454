import type { OfflineRule } from '../rule.ts';
import { addColumnRule } from './add-column.ts';
import { addRowRule } from './add-row/add-row.ts';
import { addSectionRule } from './add-section.ts';
import { addSheetRule } from './add-sheet.ts';
import { addSlideRule } from './add-slide.ts';
import { convertRule } from './convert.ts';
import { dedupeRule, deleteRowsRule } from './delete-rows.ts';
import { describeRule, listRule } from './describe.ts';
import { renameColumnRule, roundRule, setValueRule } from './edit-column.ts';
import { fillRule } from './fill-template.ts';
import { questionRule } from './question.ts';
import { readOutRule } from './read-out.ts';
import { replaceRule } from './replace.ts';
import { setRowRule } from './set-row/set-row.ts';
import { talkRule } from './talk.ts';
import { misspeltRule, twiceRule, unifyRule } from './unify.ts';

/** In the order they are tried: what changes a file is read first, and a question is what is left. */
export const fileRules: readonly OfflineRule[] = [
  talkRule(() => fileRules),
  listRule,
  readOutRule,
  describeRule,
  convertRule,
  addRowRule,
  renameColumnRule,
  twiceRule,
  misspeltRule,
  unifyRule,
  setRowRule,
  replaceRule,
  roundRule,
  dedupeRule,
  deleteRowsRule,
  setValueRule,
  addColumnRule,
  addSheetRule,
  addSectionRule,
  addSlideRule,
  fillRule,
  questionRule,
];
