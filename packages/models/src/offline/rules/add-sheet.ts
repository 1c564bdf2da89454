import type { JsonObject } from '@atelier/kernel/core';
import { call, refuse, type Sub } from '../plan.ts';
import { itemsOf } from '../reading/fields.ts';
import { readQuestion } from '../reading/question.ts';
import { unquote } from '../reading/quotes.ts';
import {
  type Asked,
  byEdit,
  chooseSheet,
  isNumeric,
  type OfflineRule,
  sheetNames,
  sourceOf,
  type Table,
  tableOf,
} from '../rule.ts';
import { measureRows } from './answer.ts';
import { called, made } from './made.ts';
import { onlyPlainCells } from './plain-cells.ts';

export const addSheetRule: OfflineRule = {
  id: 'add-sheet',
  ways: [
    { en: 'add a sheet "Notes" to {book}', he: 'הוסף גיליון בשם "הערות" לקובץ {book}' },
    {
      en: 'add a sheet "Totals" to {sheet_book} with the total {number} by {text}',
      he: 'הוסף גיליון בשם "סיכומים" לקובץ {sheet_book} עם סכום {number} לפי {text}',
    },
  ],
  read: byEdit(
    made('(?:work)?(?:sheet|tab)', 'גיליון|גליון|לשונית', [
      called,
      {
        name: 'heads',
        marker:
          /^(?:(?:with|and|having|has) )*(?:the )?(?:columns|column (?:headings?|headers?|names|titles)|headings?|headers?|header row)(?: are| is)?(?![\p{L}])\s?:?\s?|^(?:ו?עם )?ה?(?:עמודות|כותרות(?: העמודות)?)(?![\p{L}])\s?:?\s?/iu,
        isList: true,
      },
      {
        name: 'totals',
        marker:
          /^(?:(?:with|and|showing|holding|containing|that (?:shows|has|holds|contains)|listing) )*(?=(?:the )?(?:total|sum|average|count|number|highest|lowest))|^(?:ו?עם |שיכיל את |שמראה את |ובו )(?=ה?(?:סכום|סיכום|ממוצע|סך|סה))/iu,
      },
    ]),
  ),
  *plan(asked) {
    const { path, version } = sourceOf(asked, ['xlsx']);
    const name = asked.part('name') ?? '';
    const sheets = yield* sheetNames(path);
    if (sheets.some((each) => each.toLowerCase() === name.toLowerCase())) {
      return refuse(`${path} has a sheet ${name} already.`, `בקובץ ${path} כבר יש גיליון ${name}.`);
    }
    const heads = asked.raw('heads');
    const items = heads === undefined ? [] : itemsOf(heads);
    if (!items) return refuse('Write the columns in quotes: "…", "…".', 'כתבו את העמודות במירכאות: "…", "…".');
    const values: readonly (readonly unknown[])[] =
      asked.part('totals') === undefined
        ? items.length === 0
          ? []
          : [items.map((each) => unquote(each, asked.quoted))]
        : yield* totals(asked, path, sheets);
    const fill = {
      op: 'set_range',
      sheet: name,
      start: 'A1',
      values: onlyPlainCells(values),
      style: null,
    } as unknown as JsonObject;
    yield* call('xlsx_operations', {
      path,
      create_new: null,
      copy_from: null,
      operations: [{ op: 'ensure_sheet', sheet: name, position: null }, ...(values.length > 0 ? [fill] : [])],
      expected_version: version,
      summary: asked.say(`Sheet ${name} added.`, `נוסף הגיליון ${name}.`),
    });
    return asked.say(`Added the sheet ${name} to ${path}.`, `נוסף הגיליון ${name} לקובץ ${path}.`);
  },
};

/** The rows of "total … by …" over another sheet, with a line of headings. */
function* totals(asked: Asked, path: string, sheets: readonly string[]): Sub<readonly (readonly unknown[])[]> {
  const table: Table = yield* tableOf({ ...asked, sheet: chooseSheet(asked, path, sheets) });
  const columns = table.columns.map((column) => ({ ...column, isNumber: isNumeric(column) }));
  const reading = readQuestion(asked.raw('totals') ?? '', { columns, held: [], quoted: asked.quoted, rowNames: [] });
  const question = 'question' in reading ? reading.question : undefined;
  if (!question || question.measures.length === 0 || question.by.length === 0) {
    return refuse(
      `I could not read what the sheet should hold. Say: with the total ‹column› by ‹column› from sheet ${table.sheet}.`,
      `לא הצלחתי לקרוא מה יהיה בגיליון. כתבו: עם סכום ‹עמודה› לפי ‹עמודה› מגיליון ${table.sheet}.`,
    );
  }
  const rows = yield* measureRows(table, question);
  if (rows.length > 200) {
    return refuse(
      'There are 200 groups or more; that is more than I put into a sheet.',
      'יש 200 קבוצות או יותר; זה יותר ממה שאני כותב לגיליון.',
    );
  }
  return rows;
}
