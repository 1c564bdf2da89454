import { refuse } from '../plan.ts';
import { byEdit, type OfflineRule, tableOf } from '../rule.ts';
import { allColumns, deleteRows, everyRow, rowsMeant } from './row-edits.ts';
import { placeName, placeOf } from './word-question.ts';
import { pattern } from './words.ts';

const verb = '(?:delete|remove|drop|erase|get rid of|throw out)';
const verbHe = '(?:מחק|מחקי|תמחק|תמחקי|למחוק|הסר|הסירי|תסיר|תסירי|להסיר)';
/** Things that are not rows: a word of these, and the request is for something else. */
const noRows =
  /(?<![\p{L}])(?:columns?|sheets?|tabs?|slides?|sections?|files?|workbook|document|words?|spaces|formatting|formulas?|cells?|עמוד\p{L}*|גיליו\p{L}*|שקופי\p{L}*|סעיף|קובץ|הקובץ|תא|תאים)(?![\p{L}])/iu;

/** The rows that fit a condition are taken out of the table. */
export const deleteRowsRule: OfflineRule = {
  id: 'delete-rows',
  ways: [
    {
      en: 'delete the rows of {file} where {text} is {value}',
      he: 'מחק את השורות בקובץ {file} שבהן {text} היא {value}',
    },
  ],
  read: byEdit((rest, { original }) => {
    const said = rest.replace(
      /[,.;\s¶–-]+(?:we |i )?(?:don'?t|do not|no longer) need (?:them|it|those|that|these)(?: any ?more| any longer| now)?$/iu,
      '',
    );
    const found =
      pattern('take (?<rows>.+?) (?:out|off)(?: of)?(?: (?:the )?(?:list|sheet|table))?').exec(said) ??
      (/(?<![\p{L}])take [^,.]+ (?:out|off)(?![\p{L}])/iu.test(original)
        ? pattern('take (?<rows>.+)').exec(said)
        : null) ??
      pattern(`${verb} (?<rows>.+)`).exec(said) ??
      pattern(`${verbHe} (?:את )?(?<rows>.+)`).exec(said);
    return found && !noRows.test(said) ? found.groups : undefined;
  }),
  *plan(asked) {
    const { table, rows, which, beside } = yield* rowsMeant(asked, asked.raw('rows') ?? '', (table, condition) =>
      asked.say(
        `Delete the rows ${placeOf(table, 'en').replace(/^in /, 'of ')} where ${condition}`,
        `מחק את השורות ${placeOf(table, 'he')} שבהן ${condition}`,
      ),
    );
    if (rows.length === table.rowCount)
      return refuse(
        `That fits all ${rows.length} rows of ${table.path}. I don't empty a table.`,
        `זה מתאים לכל ${rows.length} השורות של ${table.path}. איני מרוקן טבלה.`,
      );
    yield* deleteRows(asked, table, rows);
    const done = asked.say(
      `Deleted ${rows.length} of ${table.rowCount} rows in ${placeName(table)}${which}.`,
      `נמחקו ${rows.length} מתוך ${table.rowCount} שורות בקובץ ${placeName(table)}${which}.`,
    );
    return [done, ...beside].join('\n');
  },
};

/** Rows that are the same in every column: the first of them stays. */
export const dedupeRule: OfflineRule = {
  id: 'remove-duplicates',
  ways: [{ en: 'remove duplicate rows from {file}', he: 'הסר שורות כפולות מהקובץ {file}' }],
  read: byEdit(
    pattern(
      `${verb} (?:the |all |all the |any )?(?:duplicate|duplicated|repeated|double)s?(?: rows| lines| records| entries| ones)?`,
    ),
    pattern(`${verbHe} (?:את )?(?:כל )?(?:ה?כפילויות|ה?כפולים|ה?שורות (?:ה?כפולות|ה?זהות))`),
  ),
  *plan(asked) {
    const table = yield* tableOf(asked);
    const query = `SELECT __row FROM (SELECT __row, row_number() OVER (PARTITION BY ${allColumns(table)} ORDER BY __row) AS __n FROM data_rows) WHERE __n > 1 ORDER BY __row`;
    const rows = (yield* everyRow(table, query)).map(([row]) => Number(row));
    if (rows.length === 0)
      return asked.say(
        `No duplicate rows: all ${table.rowCount} rows in ${table.path} are different. Nothing to delete.`,
        `אין שורות כפולות: כל ${table.rowCount} השורות בקובץ ${table.path} שונות. אין מה למחוק.`,
      );
    yield* deleteRows(asked, table, rows);
    return asked.say(
      `Deleted ${rows.length} duplicate rows of ${table.rowCount} in ${table.path}. The first of each stays.`,
      `נמחקו ${rows.length} שורות כפולות מתוך ${table.rowCount} בקובץ ${table.path}. הראשונה מכל אחת נשארה.`,
    );
  },
};
