import { amountOf } from './filters.ts';
import type { Item } from './items.ts';
import { isRate } from './pairs.ts';
import type { Sheet } from './sheets.ts';
import { type Amount, mainMoney } from './states.ts';

export const ofMoney =
  /^(?:ה?(?:הוצאות|הכנסות|תשלומים|תרומות|מכירות|עלויות)|expenses?|expenditures?|sales|payments?|donations?|costs?|takings|earnings|revenues?|spending|income)$/iu;
export const stillToPay =
  /(?<![\p{L}])(?:(?:still|have|has|had|need|needs|left|due|yet) to (?:be )?(?:pay|paid|collect|receive)\p{L}*|outstanding|נשאר לשלם|צריך לשלם)(?![\p{L}])/iu;

export const isTotalAsked = (items: readonly Item[]): boolean =>
  items.some((item) => item.is === 'sum' && /total|altogether|together|sum|all|סה|סך|יחד/u.test(item.word));

/** Hours and days are no money, and nothing that was given instead of it. */
export const isTimeSpent = /hours|hrs|days|minutes|mins|weeks|nights|שעות|ימים|דקות|לילות/iu;

const byName = (sheet: Sheet, pattern: RegExp): readonly Amount[] => {
  const found = sheet.heads.filter(({ kind, name }) => kind === 'number' && pattern.test(name));
  return found.length === 1 ? found.map(amountOf) : [];
};
export const lengthOf = (sheet: Sheet) =>
  byName(sheet, /minutes|mins|duration|length|hours|hrs|days|nights|weeks|lead time|משך|דקות|שעות|ימים|אורך|זמן/iu);
export const weightOf = (sheet: Sheet) => byName(sheet, /weight|kg|משקל/iu);
/** How large a thing is, or what it is worth. */
export const largestOf = (sheet: Sheet): readonly Amount[] => {
  const size = byName(sheet, /(?:^|[\s(])(?:size|area|m2|m²|sqm|גודל|שטח|מ"ר|מ״ר)(?:$|[\s)])/iu);
  return size.length === 1 ? size : sizeOf(sheet);
};
/** The most of many, which counts; the largest is one. */
export const isMostOf = /most|least|fewest|busiest|quietest|popular|often|common|frequent|הרבה|פחות|מעט|נפוץ|עמוס/u;
export const dearestOf = (sheet: Sheet) => byName(sheet, /price|cost|rate|fee|מחיר|עלות|תעריף/iu);
/** What tells how big a row is: its money, or the one column of quantities. */
export const sizeOf = (sheet: Sheet): readonly Amount[] => {
  const money = mainMoney(sheet);
  if (money) return [amountOf(money)];
  const counted = sheet.heads.filter((head) => head.kind === 'number' && !head.isNumbering && !isRate(head));
  return counted.length === 1 ? counted.map(amountOf) : [];
};
