import type { Asked } from '../rule.ts';
import { placeName } from '../rules/word-question.ts';
import { number } from '../rules/words.ts';
import type { Ask, Group } from './ask.ts';
import type { Sheet } from './sheets.ts';
import { type Amount, cancelledAmong, type Filter, type Row } from './states.ts';

const mostLines = 40;
/** Behind a number the rows it is of are shown, where they are few. */
const mostBeside = 30;
const mostColumns = 10;

type Say = Pick<Asked, 'say' | 'language'>;

/** The rows that an ask speaks of, by their place in the table. */
export const rowsFor = (
  { sheet, filters, order }: Pick<Ask, 'sheet' | 'filters' | 'order'>,
  more: readonly Filter[] = [],
): readonly number[] => {
  const rows = sheet.rows.flatMap((row, at) => ([...filters, ...more].every(({ keep }) => keep(row)) ? [at] : []));
  if (!order) return rows;
  const { head, isDown } = order;
  return rows.toSorted((a, b) => {
    const [x, y] = [sheet.rows[a]?.[head.at] ?? null, sheet.rows[b]?.[head.at] ?? null];
    if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
    const far = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
    return far === 0 ? a - b : isDown ? -far : far;
  });
};

/** The rows that are the same as an earlier one in every column, each with the first of them. */
export const copiesIn = ({ shown }: Sheet, rows: readonly number[]): readonly (readonly [number, number])[] => {
  const first = new Map<string, number>();
  return rows.flatMap((at) => {
    const key = JSON.stringify(
      shown[at]?.map((cell) =>
        String(cell ?? '')
          .trim()
          .toLowerCase(),
      ),
    );
    const before = first.get(key);
    if (before === undefined) first.set(key, at);
    return before === undefined ? [] : [[before, at] as const];
  });
};

const total = (rows: readonly Row[], { of }: Amount): number =>
  Math.round(rows.reduce((sum, row) => sum + (of(row) ?? 0), 0) * 1000) / 1000;
const mean = (rows: readonly Row[], { of }: Amount): number | undefined => {
  const found = rows.flatMap((row) => of(row) ?? []);
  return found.length === 0
    ? undefined
    : Math.round((found.reduce((sum, each) => sum + each, 0) / found.length) * 100) / 100;
};

/** The answer in words: what was counted over which rows first, then the rows themselves where they are few. */
export const answerOf = (ask: Ask, { say, language }: Say): string => {
  const { sheet, filters, measure, amounts, by, top, spans } = ask;
  const pick = (text: { readonly en: string; readonly he: string }) => text[language];
  const place = placeName(sheet.table);
  const rows = rowsFor(ask);
  const of = (places: readonly number[]): readonly Row[] => places.map((at) => sheet.rows[at] as Row);
  const fitting = filters.map(({ said }) => pick(said)).join(say(' and ', ' וגם '));
  const which = fitting === '' ? '' : say(` where ${fitting}`, ` שבהן ${fitting}`);
  const counted = (count: number) =>
    count === sheet.rows.length
      ? say(`all ${count} rows in ${place}`, `כל ${count} השורות בקובץ ${place}`)
      : say(
          `${count} of ${sheet.rows.length} rows in ${place}${which}`,
          `${count} מתוך ${sheet.rows.length} שורות בקובץ ${place}${which}`,
        );
  // What was called off is counted where nobody left it out, and the answer says so.
  const off = measure === 'sum' || measure === 'average' ? cancelledAmong(sheet, of(rows)) : undefined;
  const notes = [
    ...[...filters, ...spans].flatMap((filter) => filter.notes ?? []).map(pick),
    ...(off === undefined || off.count === rows.length
      ? []
      : [
          say(
            `${off.count} of these rows say "${off.word}" and are counted too.`,
            `ב-${off.count} מהשורות האלה כתוב "${off.word}" וגם הן נכללו.`,
          ),
        ]),
  ];
  const merged = by
    .flatMap((group) => group.notes)
    .map((note) => say(`Counted as one name: ${note}.`, `נספר כשם אחד: ${note}.`));

  if (spans.length > 1) return [...sideBySide(ask, { say, language }), ...notes, ...merged].join('\n');
  if (rows.length === 0)
    return [
      say(
        `None: 0 of ${sheet.rows.length} rows in ${place}${which}.`,
        `אין: 0 מתוך ${sheet.rows.length} שורות בקובץ ${place}${which}.`,
      ),
      ...notes,
    ].join('\n');
  if (measure === 'twice') return twiceLines(ask, rows, { say, language }, place).join('\n');
  if (measure === 'reach') return reachLines(ask, rows, { say, language }, counted(rows.length)).join('\n');
  if (measure === 'share') return shareLines(ask, { say, language }, counted(rows.length)).join('\n');
  const group = togetherOf(by);
  // "Average per booking", where every row is another one, is one average over all of them.
  const isEach =
    group !== undefined &&
    measure === 'average' &&
    new Set(of(rows).map(group.of)).size === rows.length &&
    rows.length > 1;
  if (group && !isEach)
    return [...groupLines(ask, of(rows), group, { say, language }, counted(rows.length)), ...notes, ...merged].join(
      '\n',
    );

  if (top && measure === 'rows') {
    const [amount] = amounts as readonly [Amount];
    const sorted = rows
      .filter((at) => amount.of(sheet.rows[at] as Row) !== null)
      .toSorted(
        (a, b) =>
          ((amount.of(sheet.rows[b] as Row) ?? 0) - (amount.of(sheet.rows[a] as Row) ?? 0)) * (top.isLeast ? -1 : 1),
      );
    const last = sorted[top.count - 1];
    const limit = last === undefined ? undefined : amount.of(sheet.rows[last] as Row);
    const best = sorted.filter((at, on) => on < top.count || amount.of(sheet.rows[at] as Row) === limit);
    const word = top.isLeast ? say('lowest', 'הנמוך ביותר') : say('highest', 'הגבוה ביותר');
    return [
      say(
        `${amount.name}, ${word}, of ${counted(rows.length)}:`,
        `${amount.name}, ${word}, מתוך ${counted(rows.length)}:`,
      ),
      ...rowLines(ask, best, { say, language }),
      ...notes,
    ].join('\n');
  }
  const heads = amounts.map((amount) => {
    const value = measure === 'average' ? mean(of(rows), amount) : total(of(rows), amount);
    const missing = of(rows).filter((row) => amount.of(row) === null).length;
    const empty = missing === 0 ? '' : say(` (empty in ${missing} of them)`, ` (ריק ב-${missing} מהן)`);
    const label =
      measure === 'average'
        ? say(`Average ${amount.name}`, `ממוצע ${amount.name}`)
        : say(totalOf(amount.name), `סה״כ ${amount.name}`);
    return `${label}: ${number(value)}${empty}`;
  });
  if (ask.isTogether && amounts.length > 1)
    heads.push(
      `${say('Together', 'ביחד')}: ${number(Math.round(amounts.reduce((sum, amount) => sum + total(of(rows), amount), 0) * 1000) / 1000)}`,
    );
  const distinct = ask.wanted
    .filter(({ kind }) => kind === 'text')
    .map((head) => {
      const found = new Set(
        of(rows).flatMap((row) => (row[head.at] === null ? [] : [String(row[head.at]).toLowerCase()])),
      );
      return say(`${found.size} different ${head.name}.`, `${found.size} ערכים שונים של ${head.name}.`);
    });
  const lead = measure === 'count' || measure === 'rows' || ask.isCounted || heads.length === 0;
  const first = lead ? `${counted(rows.length)}.` : `(${counted(rows.length)})`;
  // "Lessons" of a lesson diary: all rows, and how it would be with those alone that say Lesson.
  if (ask.narrower) {
    const few = rows.filter((at) => ask.narrower?.keep(sheet.rows[at] as Row));
    const sums = amounts.map((amount) => `${totalOf(amount.name)} ${number(total(of(few), amount))}`).join(', ');
    const figure = measure === 'sum' && sums !== '' ? `: ${sums}` : '';
    notes.push(
      say(
        `With only those where ${pick(ask.narrower.said)}: ${few.length} rows${figure}.`,
        `רק אלה שבהן ${pick(ask.narrower.said)}: ${few.length} שורות${figure}.`,
      ),
    );
  }
  const asked = lookedUp(ask, rows, { say, language });
  return [
    ...(asked ?? []),
    ...(lead ? [opening(first), ...(measure === 'count' ? distinct : []), ...heads] : [...heads, first]),
    ...(measure === 'rows' || rows.length <= mostBeside ? rowLines(ask, rows, { say, language }) : []),
    ...notes,
  ].join('\n');
};

/** Rows that are in twice; and where none is, names that are. */
const twiceLines = (ask: Ask, rows: readonly number[], { say, language }: Say, place: string): readonly string[] => {
  const { sheet } = ask;
  const copies = copiesIn(sheet, rows);
  const named = sheet.heads.find(({ kind, texts }, at) => at < 3 && kind === 'text' && texts.size > 3);
  const byName = named
    ? [
        ...Map.groupBy(
          rows.filter((at) => sheet.rows[at]?.[named.at] !== null),
          (at) => String(sheet.rows[at]?.[named.at] ?? '').toLowerCase(),
        ),
      ].filter(([, found]) => found.length > 1)
    : [];
  const unique = named !== undefined && byName.length > 0 && byName.length <= rows.length / 8 ? byName : [];
  const others = unique.filter(([, found]) => !copies.some(([, copy]) => found.includes(copy)));
  const lines =
    copies.length === 0
      ? [
          say(
            `No: no row of ${place} is the same as another one in every column (${rows.length} rows looked at).`,
            `לא: אין בקובץ ${place} שורה שזהה לאחרת בכל העמודות (נבדקו ${rows.length} שורות).`,
          ),
        ]
      : [
          say(
            `${copies.length} of ${rows.length} rows in ${place} ${copies.length === 1 ? 'is' : 'are'} the same as an earlier row in every column:`,
            `${copies.length} מתוך ${rows.length} שורות בקובץ ${place} זהות לשורה קודמת בכל העמודות:`,
          ),
          ...rowLines(ask, copies.flat(), { say, language }),
        ];
  return [
    ...lines,
    ...(named && others.length > 0
      ? [
          say(`The same ${named.name} in rows that differ otherwise:`, `אותו ${named.name} בשורות שאינן זהות:`),
          ...rowLines(
            ask,
            others.flatMap(([, found]) => found),
            { say, language },
          ).slice(1),
        ]
      : []),
  ];
};

/** The days from the first of the rows to the last. */
const reachLines = (ask: Ask, rows: readonly number[], { say, language }: Say, counted: string): readonly string[] => {
  const { sheet, order } = ask;
  const dated = order ? rows.filter((at) => sheet.rows[at]?.[order.head.at] !== null) : [];
  const [first, last] = [dated[0], dated.at(-1)];
  if (!order || first === undefined || last === undefined) return [`${counted}.`];
  const [from, to] = [first, last].map((at) => String(sheet.rows[at]?.[order.head.at])) as [string, string];
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const left = rows.length - dated.length;
  return [
    say(
      `${days} days from the first to the last ${order.head.name}: ${from} to ${to}`,
      `${days} ימים מה-${order.head.name} הראשון עד האחרון: ${from} עד ${to}`,
    ),
    `(${counted}${left === 0 ? '' : say(`; ${order.head.name} is empty in ${left} of them`, `; ${order.head.name} ריק ב-${left} מהן`)})`,
    ...rowLines(ask, [...new Set([first, last])], { say, language }),
  ];
};

/** What part of all rows, or of all the money, these are. */
const shareLines = ({ sheet, filters, amounts }: Ask, { say, language }: Say, counted: string): readonly string[] => {
  const rows = rowsFor({ sheet, filters }).map((at) => sheet.rows[at] as Row);
  const [amount] = amounts;
  const [part, whole] = amount ? [total(rows, amount), total(sheet.rows, amount)] : [rows.length, sheet.rows.length];
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
  const fitting = filters.map(({ said }) => said[language]).join(say(' and ', ' וגם '));
  return [
    amount
      ? say(
          `${percent}% of ${amount.name}: ${number(part)} of ${number(whole)}, where ${fitting}`,
          `${percent}% מתוך ${amount.name}: ${number(part)} מתוך ${number(whole)}, כאשר ${fitting}`,
        )
      : say(
          `${percent}% of the rows: ${part} of ${whole}, where ${fitting}`,
          `${percent}% מהשורות: ${part} מתוך ${whole}, כאשר ${fitting}`,
        ),
    `(${counted})`,
  ];
};

const totalOf = (name: string): string => (/^total/iu.test(name) ? `Sum of ${name}` : `Total ${name}`);
const opening = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "What's Oliver's number": the cells themselves, each once. */
const lookedUp = (
  { sheet, wanted, measure, filters }: Ask,
  rows: readonly number[],
  { say }: Say,
): readonly string[] | undefined => {
  if (measure !== 'rows' || wanted.length !== 1 || filters.length === 0 || rows.length > 20) return undefined;
  const [head] = wanted as readonly [(typeof wanted)[number]];
  if (filters.some(({ key }) => key === `number ${head.at}`)) return undefined;
  const found = [
    ...new Set(rows.flatMap((at) => (sheet.shown[at]?.[head.at] === null ? [] : [String(sheet.shown[at]?.[head.at])]))),
  ];
  return [
    found.length === 0
      ? say(`${head.name} is empty there.`, `${head.name}: ריק.`)
      : `${head.name}: ${found.join(', ')}`,
  ];
};

const rowLines = (ask: Ask, rows: readonly number[], { say }: Say): readonly string[] => {
  const { sheet, amounts } = ask;
  if (rows.length > mostLines * 2) return [];
  const filled = sheet.heads.filter(({ at }) => rows.some((row) => sheet.shown[row]?.[at] !== null));
  const kept = filled.slice(0, mostColumns);
  const shown = [
    ...kept,
    ...filled.filter(
      (head) => !kept.includes(head) && (ask.wanted.includes(head) || /status|note|סטטוס|הערות/iu.test(head.name)),
    ),
  ];
  const made = amounts.filter(({ name }) => !sheet.heads.some((head) => head.name === name));
  const lines = rows.slice(0, mostLines).map((at) => {
    const cells = shown.map((head) => number(sheet.shown[at]?.[head.at] ?? null));
    return `- ${[...cells, ...made.map(({ of }) => number(of(sheet.rows[at] as Row)))].join(' | ')}`;
  });
  const more =
    rows.length > mostLines
      ? [say(`… and ${rows.length - mostLines} more.`, `… ועוד ${rows.length - mostLines}.`)]
      : [];
  return [[...shown.map(({ name }) => name), ...made.map(({ name }) => name)].join(' | '), ...lines, ...more];
};

const groupLines = (ask: Ask, rows: readonly Row[], group: Group, { say }: Say, over: string): readonly string[] => {
  const { amounts, measure, top, having = 0 } = ask;
  const [amount] = amounts;
  const grouped = [...Map.groupBy(rows, group.of)].filter(
    ([name, found]) => found.length >= having && !(having > 0 && name === '–'),
  );
  const byName = grouped.map(([name, found]) => {
    const value =
      amount === undefined || measure === 'count'
        ? found.length
        : measure === 'average'
          ? (mean(found, amount) ?? 0)
          : total(found, amount);
    return { name, value, count: found.length, others: amounts.slice(1).map((each) => total(found, each)) };
  });
  const sorted = byName.toSorted((a, b) =>
    group.isTime && !top
      ? a.name < b.name
        ? -1
        : 1
      : (b.value - a.value) * (top?.isLeast ? -1 : 1) || (a.name < b.name ? -1 : 1),
  );
  const limit = top && Number.isFinite(top.count) ? sorted[Math.min(top.count, sorted.length) - 1]?.value : undefined;
  const best =
    limit === undefined ? sorted : sorted.filter(({ value }, at) => at < (top?.count ?? 0) || value === limit);
  const label =
    amount === undefined || measure === 'count'
      ? say('Rows', 'שורות')
      : measure === 'average'
        ? say(`Average ${amount.name}`, `ממוצע ${amount.name}`)
        : amounts.map(({ name }) => say(totalOf(name), `סה״כ ${name}`)).join(', ');
  const line = ({ name, value, count, others }: (typeof byName)[number]) =>
    `- ${name}: ${[value, ...others].map(number).join(', ')}${measure === 'count' ? '' : ` ${rowCount(count, say)}`}`;
  const sum = byName.reduce((whole, { value }) => whole + value, 0);
  return [
    having > 0
      ? say(
          `${byName.length} ${group.name} with at least ${having} rows each, over ${over}:`,
          `${byName.length} ${group.name} עם לפחות ${having} שורות כל אחד, על ${over}:`,
        )
      : say(`${label} by ${group.name}, over ${over}:`, `${label} לפי ${group.name}, על ${over}:`),
    ...best.slice(0, 60).map(line),
    ...(limit === undefined && measure !== 'average' && having === 0
      ? [say(`Together: ${number(Math.round(sum * 1000) / 1000)}`, `ביחד: ${number(Math.round(sum * 1000) / 1000)}`)]
      : []),
  ];
};

/** Two stretches of time beside each other, and what is between them. */
const sideBySide = (ask: Ask, { say, language }: Say): readonly string[] => {
  const { sheet, amounts, spans, by, measure, filters } = ask;
  const fitting = filters.map(({ said }) => said[language]).join(say(' and ', ' וגם '));
  const head = say(
    `In ${placeName(sheet.table)}${fitting === '' ? '' : ` where ${fitting}`}:`,
    `בקובץ ${placeName(sheet.table)}${fitting === '' ? '' : ` שבהן ${fitting}`}:`,
  );
  const group = togetherOf(by);
  const names = group ? [...new Set(rowsFor(ask).map((at) => group.of(sheet.rows[at] as Row)))] : [undefined];
  const lines = names.flatMap((name) => {
    const found = spans.map((span) => {
      const rows = rowsFor(ask, [span])
        .map((at) => sheet.rows[at] as Row)
        .filter((row) => name === undefined || group?.of(row) === name);
      return { span, rows };
    });
    const measured = measure === 'count' || amounts.length === 0 ? [undefined] : amounts;
    return measured.map((amount) => {
      const values = found.map(({ rows }) => (amount ? total(rows, amount) : rows.length));
      const said = found
        .map(({ span, rows }, at) => {
          const count = amount ? ` ${rowCount(rows.length, say)}` : '';
          return `${whenOf(span.said[language])}: ${number(values[at])}${count}`;
        })
        .join('; ');
      const gap = Math.round(((values[1] ?? 0) - (values[0] ?? 0)) * 1000) / 1000;
      const label = [
        name,
        amount ? say(`total ${amount.name}`, `סה״כ ${amount.name}`) : say('count of rows', 'מספר השורות'),
      ]
        .filter((each) => each !== undefined)
        .join(', ');
      const sum = Math.round(((values[1] ?? 0) + (values[0] ?? 0)) * 1000) / 1000;
      return `- ${label}: ${said}; ${say('together', 'ביחד')} ${number(sum)}; ${say('difference', 'הפרש')} ${gap > 0 ? '+' : ''}${number(gap)}`;
    });
  });
  return [head, ...lines];
};

/** "In May 2026" of "Date is in May 2026". */
const whenOf = (said: string): string => said.replace(/^.+? is (?=\p{L})|^[^:]+: ו?(?=\P{N})/u, '');
const rowCount = (count: number, say: Say['say']): string =>
  count === 1 ? say('(1 row)', '(שורה אחת)') : say(`(${count} rows)`, `(${count} שורות)`);

/** Rows that are put together by two columns are those that are alike in both. */
const togetherOf = (by: readonly Group[]): Group | undefined => {
  const [first, ...others] = by;
  if (!first || others.length === 0) return first;
  return {
    name: by.map(({ name }) => name).join(', '),
    of: (row) => by.map(({ of }) => of(row)).join(', '),
    notes: by.flatMap(({ notes }) => notes),
    ...(by.every(({ isTime }) => isTime) ? { isTime: true } : {}),
  };
};
