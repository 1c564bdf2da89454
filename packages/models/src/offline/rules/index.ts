import type { OfflineRule } from '../rule.ts';
import { addColumnRule } from './add-column.ts';
import { addSectionRule, addSheetRule, addSlideRule } from './add-parts.ts';
import { countRule, totalRule } from './aggregate.ts';
import { convertRule } from './convert.ts';
import { describeRule, listRule } from './describe.ts';
import { fillRule } from './fill-template.ts';
import { filterRule, sortRule } from './filter-sort.ts';
import { replaceRule } from './replace.ts';

export const fileRules: readonly OfflineRule[] = [
  listRule,
  describeRule,
  countRule,
  totalRule,
  sortRule,
  filterRule,
  replaceRule,
  addColumnRule,
  addSheetRule,
  addSectionRule,
  addSlideRule,
  fillRule,
  convertRule,
];
