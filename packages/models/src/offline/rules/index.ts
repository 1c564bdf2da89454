import type { OfflineRule } from '../rule.ts';
import { addColumnRule } from './add-column.ts';
import { addRowRule } from './add-row/add-row.ts';
import { addSectionRule } from './add-section.ts';
import { addSheetRule } from './add-sheet.ts';
import { addSlideRule } from './add-slide.ts';
import { addToTableRule } from './add-to-table.ts';
import { convertRule } from './convert.ts';
import { dedupeRule, deleteRowsRule } from './delete-rows.ts';
import { describeRule, listRule } from './describe.ts';
import { addToSectionRule } from './document-facts/add-to-section.ts';
import { changeFactRule } from './document-facts/change-fact.ts';
import { replaceInDocumentRule } from './document-facts/replace-in-document.ts';
import { renameColumnRule, roundRule, setValueRule } from './edit-column.ts';
import { exactRule } from './exact.ts';
import { fillBracketsRule } from './fill-brackets.ts';
import { fillRule } from './fill-template.ts';
import { overviewRule } from './overview.ts';
import { besideWordsRule } from './papers/beside-words.ts';
import { notThatRule } from './papers/not-that.ts';
import { questionRule } from './question.ts';
import { readOutRule } from './read-out.ts';
import { replaceRule } from './replace.ts';
import { respellRule } from './respell.ts';
import { rowsByPlaceRule } from './rows-by-place.ts';
import { scaleColumnRule } from './scale-column.ts';
import { setRowRule } from './set-row/set-row.ts';
import { splitTableRule } from './split-table.ts';
import { talkRule } from './talk.ts';
import { tellRowRule } from './tell-row/tell-row.ts';
import { misspeltRule, twiceRule, unifyRule } from './unify.ts';

/** In the order they are tried: what changes a file is read first, and a question is what is left. */
export const fileRules: readonly OfflineRule[] = [
  talkRule(() => fileRules),
  rowsByPlaceRule,
  exactRule,
  addToTableRule,
  scaleColumnRule,
  overviewRule,
  listRule,
  readOutRule,
  describeRule,
  convertRule,
  addToSectionRule,
  besideWordsRule,
  notThatRule,
  addRowRule,
  renameColumnRule,
  splitTableRule,
  respellRule,
  twiceRule,
  misspeltRule,
  unifyRule,
  fillBracketsRule,
  replaceInDocumentRule,
  changeFactRule,
  tellRowRule,
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
