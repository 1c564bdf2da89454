import { formsOf } from '../../reading/marks.ts';
import type { Table } from '../../rule.ts';
import type { ColumnFacts } from '../add-row/column-facts.ts';
import type { NamedRow } from '../set-row/named-rows.ts';

/** A word for how a thing stands, and what its column says then. */
export type State = {
  readonly words: readonly string[];
  readonly column: string;
  readonly value: string;
  readonly no?: string;
};

/** Words that say the same of a thing. A word is one of them in a column that knows exactly one. */
const groups: readonly (readonly string[])[] = [
  [
    'done',
    'finished',
    'complete',
    'completed',
    'closed',
    'הסתיים',
    'הסתיימה',
    'הושלם',
    'הושלמה',
    'בוצע',
    'בוצעה',
    'נגמר',
    'נגמרה',
    'טופל',
    'טופלה',
    'סגור',
  ],
  ['cancelled', 'canceled', 'called off', 'בוטל', 'בוטלה', 'ביטל', 'ביטלה', 'ביטלו', 'מבוטל', 'מבוטלת'],
  [
    'paid',
    'settled',
    'received',
    'cleared',
    'שולם',
    'שולמה',
    'שילם',
    'שילמה',
    'שילמו',
    'התקבל',
    'התקבלה',
    'נכנס',
    'נכנסה',
    'הגיע',
  ],
  ['confirmed', 'מאושר', 'מאושרת', 'אישר', 'אישרה', 'אושר', 'אושרה', 'אושרו'],
  ['delivered', 'dropped off', 'נמסר', 'נמסרה', 'סופק'],
  ['returned', 'brought back', 'הוחזר', 'הוחזרה', 'החזיר', 'החזירה'],
  ['sent', 'posted', 'נשלח', 'נשלחה'],
  ['left', 'עזב', 'עזבה', 'הפסיק', 'הפסיקה', 'פרש', 'פרשה'],
];

const unpaid = ['unpaid', 'open', 'outstanding', 'owing', 'לא שולם', 'פתוח', 'פתוחה', 'פתוחים', 'פתוחות'];

export const isStatusName = (name: string): boolean => /status|state|stage|progress|סטטוס|מצב/iu.test(name);

export const statesOf = (table: Table, facts: readonly ColumnFacts[], rows: readonly NamedRow[]): readonly State[] =>
  facts.flatMap((fact): readonly State[] => {
    const { name } = fact;
    const filled = rows.map(({ cells }) => cells.get(name) ?? '').filter((value) => value !== '');
    const flag = table.view.flags.get(name);
    if (flag) {
      const yes = commonest(filled.filter((value) => flag.yes.map(small).includes(small(value))));
      const no = commonest(filled.filter((value) => flag.no.map(small).includes(small(value))));
      const words = nameWords(name);
      const alike = groups.filter((group) => words.some((word) => group.includes(word))).flat();
      return yes === undefined || no === undefined
        ? []
        : [
            { column: name, value: yes, no, words: [...new Set([...words, ...alike])] },
            ...(words.includes('paid') || words.includes('שולם') ? [{ column: name, value: no, words: unpaid }] : []),
          ];
    }
    if (!isStatusName(name)) {
      // A day on which something was done: "Paid on".
      const done = fact.isDay
        ? /^(paid|sent|returned|confirmed|completed|thanked|delivered|invoiced)(?: on| date)?$|^date (paid|sent|returned|delivered)$/iu.exec(
            name,
          )
        : null;
      const word = done?.[1] ?? done?.[2];
      // A column of payments that says paid, unpaid or something else.
      if (fact.paid !== undefined && fact.unpaid !== undefined && /payment|תשלום/iu.test(name)) {
        const group = groups.find((each) => each.includes('paid')) ?? [];
        return [
          { column: name, value: fact.paid, no: fact.unpaid, words: [...new Set([small(fact.paid), ...group])] },
          { column: name, value: fact.unpaid, words: [...new Set([small(fact.unpaid), ...unpaid])] },
        ];
      }
      return word === undefined ? [] : [{ column: name, value: '', words: [word.toLowerCase()] }];
    }
    const known = [...new Map(filled.map((value) => [small(value), value])).keys()];
    return known.map((value) => {
      const group = groups.filter(
        (each) => each.includes(value) && known.filter((other) => each.includes(other)).length === 1,
      );
      return {
        column: name,
        value: commonest(filled.filter((each) => small(each) === value)) ?? value,
        words: [...new Set([value, ...group.flat()])],
      };
    });
  });

const small = (value: string): string => value.trim().toLowerCase();
const nameWords = (name: string): readonly string[] => {
  const bare = small(name).replace(/[?:*.]+$/u, '');
  return [bare, ...formsOf(bare)];
};
const commonest = (values: readonly string[]): string | undefined =>
  [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
