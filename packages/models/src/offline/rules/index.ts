import type { OfflineRule } from '../rule.ts';
import { addColumnRule } from './add-column.ts';
import { addSectionRule } from './add-section.ts';
import { addSheetRule } from './add-sheet.ts';
import { addSlideRule } from './add-slide.ts';
import { convertRule } from './convert.ts';
import { describeRule, listRule } from './describe.ts';
import { fillRule } from './fill-template.ts';
import { questionRule } from './question.ts';
import { replaceRule } from './replace.ts';

/** In the order they are tried: what changes a file is read first, and a question is what is left. */
export const fileRules: readonly OfflineRule[] = [
  listRule,
  describeRule,
  convertRule,
  replaceRule,
  addColumnRule,
  addSheetRule,
  addSectionRule,
  addSlideRule,
  fillRule,
  questionRule,
];
