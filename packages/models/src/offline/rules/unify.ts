import { refuse, type Sub } from '../plan.ts';
import { isSaidIn } from '../reading/marks.ts';
import { nearestWords } from '../reading/spelling.ts';
import { type Asked, byEdit, isNumeric, type OfflineRule, sqlName, type Table } from '../rule.ts';
import { columnWords } from './add-row/atoms.ts';
import { tablesWithin } from './all-tables.ts';
import { deleteRows, everyRow } from './row-edits.ts';
import { allRows, keyOf, rowsNamed } from './set-row/named-rows.ts';
import { rowNamesOf } from './table-vocabulary.ts';
import { inRequest, placeName, placeOf } from './word-question.ts';
import { pattern } from './words.ts';
import { writeCells } from './write-cells.ts';

const column = '(?<head>@q\\d+|[^@,]+?)';
const letters = '(?:capitals?|capital letters|caps|upper ?case|lower ?case|small letters)';
const mess =
  "(?:[,\\s]+(?:its|it's|it is|they are|theyre) (?:all )?(?:a )?(?:bit of a )?(?:mess|messy|untidy|all over the place))?";

/** Values of one column that differ by case and spaces alone become one spelling: the commonest. */
export const unifyRule: OfflineRule = {
  id: 'unify',
  ways: [],
  read: byEdit(
    pattern(`(?:tidy|clean|neaten)(?: up)? (?:the )?(?:column )?${column}(?: column)?${mess}`),
    pattern(
      `(?:some|a few|most|half) (?:of )?(?:the )?${column} (?:are|is) (?:all )?(?:in |written in |with )?${letters}(?: .*?)?[,.;\\s¶]+(?:please |can you )*make (?:them|it)(?: all)? (?:the same|alike|consistent)`,
    ),
    pattern(
      `make (?:the )?(?:spelling of |spellings of |case of )?(?:the )?${column}(?: column)?(?: all)? (?:the same|alike|consistent)`,
    ),
    pattern(
      `(?:סדר|סדרי|תסדר|תסדרי|לסדר|נקה|נקי|תנקה|תנקי|לנקות|תאחד|תאחדי|לאחד)(?: לי)?(?: קצת)? (?:את )?(?:ה?עמודה |עמודת |הכתיב של |הכתיב ב)${column}`,
    ),
  ),
  *plan(asked) {
    const said = (asked.part('head') ?? '').toLowerCase().trim();
    const found: { readonly table: Table; readonly name: string; readonly edits: readonly Respelled[] }[] = [];
    let isColumn = false;
    for (const table of yield* tablesWithin(asked)) {
      const heads = table.columns.filter(({ name }) => columnWords(name).includes(said));
      const [head] = heads;
      if (!head || heads.length > 1 || isNumeric(head)) continue;
      isColumn = true;
      const edits = alike(yield* valuesOf(table, head.name));
      if (edits.length > 0) found.push({ table, name: head.name, edits });
    }
    const [only, other] = found;
    if (!only)
      return isColumn
        ? refuse(
            `All values of ${said} that differ only by case or spaces are spelled alike already. Nothing to change.`,
            `כל הערכים של ${said} שנבדלים רק באותיות גדולות או ברווחים כבר כתובים אותו דבר. אין מה לשנות.`,
          )
        : refuse(`No table has a column ${said}.`, `אין טבלה עם עמודה ${said}.`);
    if (other)
      return refuse(
        `Which table do you mean: ${found.map(({ table }) => placeName(table)).join(', ')}?`,
        `לאיזו טבלה הכוונה: ${found.map(({ table }) => placeName(table)).join(', ')}?`,
        found
          .slice(0, 3)
          .map(({ table, name }) =>
            asked.say(
              `Tidy up the column ${inRequest(name)} ${placeOf(table, 'en')}`,
              `סדר את העמודה ${inRequest(name)} ${placeOf(table, 'he')}`,
            ),
          ),
      );
    return yield* respell(asked, only.table, only.name, only.edits);
  },
};

type Value = { readonly row: number; readonly value: string };
type Respelled = Value & { readonly to: string };

function* valuesOf(table: Table, name: string): Sub<readonly Value[]> {
  if (table.document)
    return (yield* allRows(table)).flatMap(({ row, cells }) => {
      const value = cells.get(name) ?? '';
      return value === '' ? [] : [{ row, value }];
    });
  const rows = yield* everyRow(table, `SELECT __row, CAST(${sqlName(name)} AS VARCHAR) FROM data_rows ORDER BY __row`);
  return rows.flatMap(([row, value]) =>
    value === null || String(value).trim() === '' ? [] : [{ row: Number(row), value: String(value) }],
  );
}

const plain = (value: string): string => value.trim().replace(/\s+/gu, ' ');

/** Of spellings that differ by case and spaces, the rows that do not have the commonest. */
export const alike = (values: readonly Value[]): readonly Respelled[] =>
  [...Map.groupBy(values, ({ value }) => plain(value).toLowerCase()).values()].flatMap((same) => {
    const counts = [...Map.groupBy(same, ({ value }) => plain(value))].map(([value, rows]) => ({
      value,
      count: rows.length,
    }));
    const [to] = counts.toSorted((a, b) => b.count - a.count || shape(b.value) - shape(a.value));
    return to === undefined
      ? []
      : same.filter(({ value }) => value !== to.value).map((each) => ({ ...each, to: to.value }));
  });

/** Of two that are as common, a name with a capital letter goes before all small or all large ones. */
const shape = (value: string): number => (/^\p{Lu}/u.test(value) && value !== value.toUpperCase() ? 1 : 0);

function* respell(asked: Asked, table: Table, name: string, edits: readonly Respelled[]): Sub<string> {
  if (edits.length > mostEdits)
    return refuse(
      `That would change ${edits.length} cells. I change up to ${mostEdits} at once.`,
      `ישתנו ${edits.length} תאים. אני משנה עד ${mostEdits} בבת אחת.`,
    );
  yield* writeCells(
    asked,
    table,
    edits.map(({ row, to }) => ({ row, column: name, value: to })),
  );
  const lines = [...Map.groupBy(edits, ({ value, to }) => `"${value}" → "${to}"`)].map(
    ([line, rows]) => `- ${line}: ${rows.length}`,
  );
  return [
    asked.say(
      `Changed ${edits.length} cells of ${name} in ${placeName(table)}:`,
      `${edits.length} תאים בעמודה ${name} בקובץ ${placeName(table)} השתנו:`,
    ),
    ...lines,
  ].join('\n');
}
const mostEdits = 500;

/** "Prudhoe is spelt wrong in a couple of places": what is written almost like it becomes it. */
export const misspeltRule: OfflineRule = {
  id: 'misspelt',
  ways: [],
  read: byEdit(
    pattern(
      '(?<right>@q\\d+|[^@,]+?) is (?:spelt|spelled|written|typed) (?:wrong|wrongly|incorrectly)(?: (?:somewhere|once|sometimes|in (?:a couple of|some|several|a few|two|three|one|a) (?:places?|rows?|cells?)))?(?<place> (?:on|in) (?:the |our )?(?:\\p{L}+ )?(?:list|sheet|table))?(?:[,.;\\s¶]+(?:can you |could you |please )*(?:put (?:it|that|them) right|fix (?:it|that|them)|correct (?:it|that|them)))?',
    ),
  ),
  *plan(asked) {
    const right = asked.part('right') ?? '';
    const found: { readonly table: Table; readonly name: string; readonly edits: readonly Respelled[] }[] = [];
    const where = (asked.raw('place') ?? '').replace(/^ (?:on|in) (?:the |our )?|(?:list|sheet|table)$/giu, '').trim();
    const tables = (yield* tablesWithin(asked)).filter((table) => where === '' || isSaidIn(where, rowNamesOf(table)));
    for (const table of tables) {
      for (const { name } of table.columns.filter((each) => !isNumeric(each))) {
        const values = yield* valuesOf(table, name);
        const same = values.filter(({ value }) => plain(value).toLowerCase() === right.toLowerCase());
        const others = [...new Set(values.map(({ value }) => plain(value)))].filter(
          (value) => value.toLowerCase() !== right.toLowerCase(),
        );
        const near = new Set(nearestWords(right, others));
        const wrong = values.filter(({ value }) => near.has(plain(value)));
        if (same.length > wrong.length && wrong.length > 0)
          found.push({ table, name, edits: wrong.map((each) => ({ ...each, to: plain(same[0]?.value ?? right) })) });
      }
    }
    const [only, other] = found;
    if (!only)
      return refuse(
        `I see nothing that is written almost like "${right}". Say what is written there now.`,
        `לא מצאתי דבר שכתוב כמעט כמו "${right}". כתבו מה כתוב שם עכשיו.`,
      );
    const spellings = [...new Set(found.flatMap(({ edits }) => edits.map(({ value }) => plain(value))))];
    if (other || spellings.length > 2)
      return refuse(
        `Which one should become "${right}": ${spellings.slice(0, 5).join(', ')}?`,
        `מה צריך להפוך ל-"${right}": ${spellings.slice(0, 5).join(', ')}?`,
        found
          .slice(0, 3)
          .flatMap(({ table, edits }) =>
            asked.say(
              `Replace "${plain(edits[0]?.value ?? '')}" with "${right}" ${placeOf(table, 'en')}`,
              `החלף "${plain(edits[0]?.value ?? '')}" ב-"${right}" ${placeOf(table, 'he')}`,
            ),
          ),
      );
    return yield* respell(asked, only.table, only.name, only.edits);
  },
};

/** "Job 2641 is in there twice, take one out": of two rows that are the same, the second goes. */
export const twiceRule: OfflineRule = {
  id: 'twice',
  ways: [],
  read: byEdit(
    pattern(
      '(?<rows>[^@]+?) (?:is|has been|was|got) (?:in |on |down |entered |put |typed |listed |there |here |the list )*(?:twice|two times|doubled)(?: there| by mistake| in there)?[,.;\\s¶]+(?:so |and |can you |please )*(?:take|remove|delete) (?:one|the (?:second|other|duplicate|extra)(?: one)?)(?: of them| of those)?(?: out| off| away)?',
    ),
  ),
  *plan(asked) {
    const said = asked.part('rows') ?? '';
    const copies: { readonly table: Table; readonly row: number; readonly key: string }[] = [];
    let most = 0;
    for (const table of yield* tablesWithin(asked)) {
      const rows = yield* rowsNamed(table, said);
      most = Math.max(most, rows.length);
      const [first, second, third] = rows;
      const isSame = first && second && JSON.stringify([...first.cells]) === JSON.stringify([...second.cells]);
      if (!first || !second || third || !isSame) continue;
      const [name, value] = yield* keyOf(table, first);
      copies.push({ table, row: second.row, key: `${name} ${value}` });
    }
    const [only, other] = copies;
    if (!only || other)
      return refuse(
        `I don't see exactly two rows of "${said}" that are the same in every column; ${most} rows say it.`,
        `איני רואה בדיוק שתי שורות זהות של "${said}"; ב-${most} שורות זה כתוב.`,
      );
    yield* deleteRows(asked, only.table, [only.row]);
    return asked.say(
      `Deleted the second of the two rows of ${only.key} in ${placeName(only.table)}. They were the same in every column; the first stays.`,
      `נמחקה השנייה משתי השורות של ${only.key} בקובץ ${placeName(only.table)}. הן היו זהות בכל העמודות; הראשונה נשארה.`,
    );
  },
};
