import type { Condition } from '../reading/conditions.ts';
import { meaningOf } from '../reading/lexicon.ts';
import type { MeasureKind, Question } from '../reading/question.ts';
import type { Language } from '../request-text.ts';
import type { Table } from '../rule.ts';

type Words = (text: string) => string;
const asIs: Words = (text) => text;

/** A condition as an answer and a request say it. */
export const conditionInWords = (
  { column, operator, values, said }: Condition,
  language: Language,
  name: Words = asIs,
): string => {
  const [is, isNot, or] = language === 'he' ? ['היא', 'אינה', ' או '] : ['is', 'is not', ' or '];
  const head = name(column);
  const list = values.map(name).join(or);
  const [english, hebrew] = comparisons[operator] ?? ['', ''];
  switch (operator) {
    case '=':
      return `${head} ${is} ${list}`;
    case '<>':
      return `${head} ${isNot} ${list}`;
    case 'within':
      return language === 'he' ? `${head}: ${said}` : `${head} in ${said}`.replace(inTwice, '$1');
    case 'empty':
      return language === 'he' ? `${head} ריקה` : `${head} is empty`;
    case 'filled':
      return language === 'he' ? `${head} אינה ריקה` : `${head} is not empty`;
    default:
      return language === 'he' ? `${head} ${hebrew}${list}` : `${head} ${english} ${list}`;
  }
};
const inTwice = /in ((?:since|after|before|until|up to|later|newer|older|earlier|from) )/;
const comparisons: Readonly<Partial<Record<Condition['operator'], readonly [string, string]>>> = {
  '>': ['more than', 'יותר מ-'],
  '>=': ['at least', 'לפחות '],
  '<': ['less than', 'פחות מ-'],
  '<=': ['at most', 'לכל היותר '],
  contains: ['contains', 'מכילה '],
};

const measures: Readonly<Record<MeasureKind, readonly [string, string]>> = {
  sum: ['total', 'סה״כ'],
  avg: ['average', 'ממוצע'],
  median: ['median', 'חציון'],
  max: ['highest', 'הגבוה ביותר:'],
  min: ['lowest', 'הנמוך ביותר:'],
  count: ['count rows', 'כמה שורות'],
  distinct: ['how many different', 'כמה ערכים שונים של'],
  share: ['share of', 'אחוז'],
};

/** A question as a request that reads back as that very question; undefined where it cannot be said plainly. */
export const wordQuestion = (question: Question, table: Table, language: Language): string | undefined => {
  const { measures: asked, by, where, order, limit, extreme, columns, distinct, orderByMeasure } = question;
  if (limit !== undefined || columns.length > 0 || distinct !== undefined || orderByMeasure) return undefined;
  const isHebrew = language === 'he';
  const pick = ([en, he]: readonly [string, string]) => (isHebrew ? he : en);
  const heads = asked.map(({ kind, column }) =>
    column === undefined ? pick(measures[kind]) : `${pick(measures[kind])} ${inRequest(column)}`,
  );
  const most =
    extreme &&
    `${isHebrew ? '' : `with the ${extreme.direction === 'DESC' ? 'highest' : 'lowest'} `}${inRequest(extreme.column)}${isHebrew ? (extreme.direction === 'DESC' ? ' הגבוה ביותר' : ' הנמוך ביותר') : ''}`;
  const rows =
    heads.length === 0 ? (isHebrew ? 'הצג את השורות' : 'show the rows') : heads.join(isHebrew ? ', ' : ' and ');
  const fits = where.map((each) => conditionInWords(each, language, inRequest)).join(isHebrew ? ' וגם ' : ' and ');
  const sorted = order.map(
    ({ column, direction }) =>
      `${inRequest(column)}${direction === 'DESC' ? (isHebrew ? ' בסדר יורד' : ' descending') : ''}`,
  );
  const sentence = [
    rows,
    ...(most === undefined ? [] : [isHebrew ? `עם ${most}` : most]),
    ...(by.length > 0 ? [`${isHebrew ? 'לפי' : 'by'} ${by.map(inRequest).join(isHebrew ? ' ו-' : ' and ')}`] : []),
    placeOf(table, language),
    ...(fits === '' ? [] : [`${isHebrew ? 'שבהן' : 'where'} ${fits}`]),
    ...(sorted.length > 0 ? [`${isHebrew ? 'ממוינות לפי' : 'sorted by'} ${sorted.join(', ')}`] : []),
  ].join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

/** The table as an answer names it: the file, and its sheet and place where the file holds others. */
export const placeName = ({ path, sheet, isOnlySheet, range, document }: Table): string => {
  if (document) return isOnlySheet || document.heading === '' ? path : `${path} (${document.heading})`;
  const within = [...(sheet === null || isOnlySheet ? [] : [sheet]), ...(range === null ? [] : [range])];
  return within.length === 0 ? path : `${path} (${within.join(', ')})`;
};

/** "in orders.csv", "in sheet Plan of budget.xlsx". */
export const placeOf = ({ path, sheet, isOnlySheet }: Table, language: Language): string => {
  if (language === 'he')
    return `בקובץ ${path}${sheet === null || isOnlySheet ? '' : ` בגיליון ${/\s/u.test(sheet) ? `"${sheet}"` : inRequest(sheet)}`}`;
  return `in ${sheet === null || isOnlySheet ? '' : `sheet ${inRequest(sheet)} of `}${path}`;
};

/** A name as a request can say it: in quotes where it could be taken for anything else. */
export const inRequest = (name: string): string => {
  const isPlain =
    /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}][\p{L}\p{N}_.-]*){0,3}$/u.test(name) &&
    name.split(/[ -]/).every((word) => meaningOf(word) === undefined && !/\.$/.test(word));
  if (isPlain) return name;
  return name.includes('"') ? `'${name}'` : `"${name}"`;
};
