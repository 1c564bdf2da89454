import type { Measure, Order, Question } from '../reading/question.ts';
import type { Asked, Table } from '../rule.ts';
import type { TableView } from '../table-view.ts';
import { conditionInWords, placeName } from './word-question.ts';
import { number } from './words.ts';

/** What a reader must know to trust the number: which rows were left out, and which were counted all the same. */
export const leftOutOf = ({ say }: Asked, { view, hidden }: Table, { measures }: Question): readonly string[] => [
  ...(view.totals > 0
    ? [
        say(
          `${view.totals} ${view.totals === 1 ? 'row that only holds totals is' : 'rows that only hold totals are'} left out.`,
          `${view.totals} שורות של סיכום בלבד לא נכללו.`,
        ),
      ]
    : []),
  ...(hidden > 0
    ? [say(`Hidden rows on the sheet are counted too: ${hidden}.`, `שורות מוסתרות בגיליון שנכללו גם הן: ${hidden}.`)]
    : []),
  ...(view.copies > 0 && measures.some(({ kind }) => kind === 'sum' || kind === 'count')
    ? [
        say(
          `${view.copies} of all rows are exact copies of another row and are counted too.`,
          `${view.copies} מכל השורות הן העתק מדויק של שורה אחרת ונכללו גם הן.`,
        ),
      ]
    : []),
];

/** "The 3 highest", and more of them where values are equal. */
export const placesOf = ({ say }: Asked, { limit = 0, orderByMeasure }: Question, found: number): string => {
  const [most, mostHe] = orderByMeasure === 'ASC' ? ['lowest', 'הנמוכים ביותר'] : ['highest', 'הגבוהים ביותר'];
  const equal = found > limit ? say(', equal ones share a place', ', שווים חולקים מקום') : '';
  return say(`, the ${found} ${most}${equal}`, `, ${found} ${mostHe}${equal}`);
};

/** What was counted: "over 12 of 60 rows in orders.csv where Status is Paid". */
export const over = (asked: Asked, table: Table, question: Question, count: number): string => {
  const { rowCount } = table;
  const path = placeName(table);
  const which = fitting(asked, question);
  const isAll = question.where.length === 0 && question.limit === undefined && count === rowCount;
  return isAll
    ? asked.say(`over all ${count} rows in ${path}`, `על כל ${count} השורות בקובץ ${path}`)
    : asked.say(
        `over ${count} of ${rowCount} rows in ${path}${which}`,
        `על ${count} מתוך ${rowCount} שורות בקובץ ${path}${which}`,
      );
};

export const emptyOnes = ({ say }: Asked, { numbers }: TableView, { column = '' }: Measure, count: number): string =>
  count === 0
    ? ''
    : numbers.has(column)
      ? say(` (${column} has no number in ${count} of them)`, ` (ב-${count} מהן אין מספר בעמודה ${column})`)
      : say(` (${column} is empty in ${count} of them)`, ` (${column} ריקה ב-${count} מהן)`);

export const sentenceOf = (
  asked: Asked,
  table: Table,
  question: Question,
  measure: Measure,
  value: unknown,
  count: number,
): string => {
  const which = fitting(asked, question);
  const { rowCount } = table;
  const path = placeName(table);
  switch (measure.kind) {
    case 'count':
      return which === ''
        ? asked.say(`${count} rows in ${path}.`, `${count} שורות בקובץ ${path}.`)
        : asked.say(
            `${count} of ${rowCount} rows in ${path}${which}.`,
            `${count} מתוך ${rowCount} שורות בקובץ ${path}${which}.`,
          );
    case 'distinct':
      // Both can be meant: five customers in seven orders.
      if (which !== '' && Number(value) !== count)
        return asked.say(
          `${number(value)} different ${measure.column}, in ${count} of ${rowCount} rows in ${path}${which}.`,
          `${number(value)} ערכים שונים של ${measure.column}, ב-${count} מתוך ${rowCount} שורות בקובץ ${path}${which}.`,
        );
      return asked.say(
        `${number(value)} different ${measure.column} (${over(asked, table, question, count)}).`,
        `${number(value)} ערכים שונים של ${measure.column} (${over(asked, table, question, count)}).`,
      );
    case 'share':
      return asked.say(
        `${number(value)}% of ${measure.column ?? 'the rows'} in ${path}${which}.`,
        `${number(value)}% מתוך ${measure.column ?? 'השורות'} בקובץ ${path}${which}.`,
      );
    default:
      return `${opening(labelOf(asked, measure))} (${over(asked, table, question, count)}): ${number(value)}`;
  }
};

export const rowsOf = ({ say }: Asked, count: number, table: Table): string => {
  const { rowCount } = table;
  const path = placeName(table);
  return count === rowCount
    ? say(`All ${count} rows in ${path}`, `כל ${count} השורות בקובץ ${path}`)
    : say(`${count} of ${rowCount} rows in ${path}`, `${count} מתוך ${rowCount} שורות בקובץ ${path}`);
};

export const sortedBy = ({ say }: Asked, order: readonly Order[]): string =>
  order.length === 0
    ? ''
    : `, ${say('sorted by', 'ממוינות לפי')} ${order.map(({ column, direction }) => `${column}${direction === 'DESC' ? say(' (descending)', ' (יורד)') : ''}`).join(', ')}`;

const named: Readonly<Record<Measure['kind'], readonly [string, string]>> = {
  sum: ['total', 'סה״כ'],
  avg: ['average', 'ממוצע'],
  median: ['median', 'חציון'],
  max: ['highest', 'הגבוה ביותר:'],
  min: ['lowest', 'הנמוך ביותר:'],
  count: ['rows', 'שורות'],
  distinct: ['different', 'ערכים שונים:'],
  share: ['share of', 'חלק מתוך'],
};
export const labelOf = ({ say }: Asked, { kind, column }: Measure): string =>
  column === undefined ? say(...named[kind]) : `${say(...named[kind])} ${column}`;
export const opening = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** The conditions in words, so that whoever reads the answer sees what it is of. */
export const fitting = (asked: Asked, { where, extreme }: Question): string => {
  const { say } = asked;
  const words = where.map((condition) => conditionInWords(condition, asked.language));
  if (extreme)
    words.push(
      say(
        `${extreme.column} is ${extreme.direction === 'DESC' ? 'highest' : 'lowest'}`,
        `${extreme.column} ${extreme.direction === 'DESC' ? 'הגבוה ביותר' : 'הנמוך ביותר'}`,
      ),
    );
  return words.length === 0 ? '' : say(` where ${words.join(' and ')}`, ` שבהן ${words.join(' וגם ')}`);
};
