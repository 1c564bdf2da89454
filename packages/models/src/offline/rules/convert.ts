import { asList, asObject, call, type Plan, refuse, type Sub } from '../plan.ts';
import {
  type Asked,
  byCopy,
  type OfflineRule,
  sourceOf,
  sqlName,
  stemOf,
  type Table,
  tableOf,
  targetOf,
} from '../rule.ts';
import { plainView } from '../table-view.ts';
import { plainParagraph } from './add-section.ts';
import { firstRows } from './first-rows.ts';
import { onlyPlainCells } from './plain-cells.ts';
import { saveQuery } from './save-query.ts';
import { number, pattern } from './words.ts';

const formats = {
  csv: ['csv', '\\.csv', 'comma[- ]separated(?: values)?'],
  xlsx: ['xlsx', '\\.xlsx', 'an? excel', 'excel', 'spreadsheet', 'workbook', 'אקסל', 'גיליון אקסל', 'גיליון אלקטרוני'],
  docx: ['docx', '\\.docx', 'ms word', 'microsoft word', 'word', 'document', 'וורד', 'מסמך וורד', 'מסמך'],
} as const;
type Format = keyof typeof formats;
const format = `(?<format>${Object.values(formats).flat().join('|')})`;
const noun = '(?: ?(?:file|document|doc|workbook|spreadsheet|table|format|version|copy|sheet))*';
const verb =
  '(?:(?:please )?(?:convert|turn|export|transform|change|save|saved|converted|turned|exported|make|put|render|output|get|have|produce|write|download|copy|extract|pull|give|create|generate|prepare|build|need|want|prepare)(?: me| us| her| him| them)?)';
const what =
  '(?: ?(?:(?:the|this|that|its|all|whole|entire) )*(?:[\\p{L}]+ )?(?:table|data|contents?|rows|sheet|everything|it|file|list))?(?: (?:out|over|up|saved|converted|exported|turned|that is|available))*';
const verbHe =
  '(?:המר|המירי|המירו|תמיר|תמירי|תמירו|להמיר|הפוך|תהפוך|תהפכי|להפוך|ייצא|תייצא|תייצאי|לייצא|יצא|שמור|תשמור|תשמרי|לשמור|העבר|תעביר|תעבירי|להעביר|צור|תיצור|ליצור|הכן|תכין|להכין|תן|תני|הוצא|תוציא|להוציא|תעשה|עשה)(?: לי| לו| לה| לנו)?';
const whatHe = '(?: (?:את )?(?:ה?(?:טבלה|קובץ|נתונים|גיליון|תוכן)|זה|אותו|אותה|הכל|הכול))?';

export const convertRule: OfflineRule = {
  id: 'convert',
  ways: [
    { en: 'convert {csv} to xlsx', he: 'המר את {csv} לאקסל' },
    { en: 'convert {sheet_book} to csv', he: 'המר את {sheet_book} ל-csv' },
  ],
  read: byCopy(
    pattern(
      `(?:${verb})?${what}(?: from (?:csv|excel|xlsx|word|docx))? ?(?:to|into|as|in|for)(?: an?| the)?(?: new| plain| separate)? ${format}${noun}(?: instead)?(?:,? (?:so |and )?(?:convert|turn|make|change|export) (?:it|that|this)(?: (?:to|into|as) (?:an? )?(?:csv|excel|xlsx|word|docx)${noun})?)?`,
    ),
    pattern(
      `(?:${verb} )?(?:an?|the)(?: new| plain)? ${format}${noun}(?: (?:of|from|out of|with|containing)${what}(?: it)?)?(?:,? with (?:all )?the (?:data|rows|contents|values) (?:as|in) a table)?`,
    ),
    (rest, { target }) =>
      target &&
      /^(?:convert|turn|export|transform|save|change|copy|extract|put|get|take|pull|move|write|המר|תמיר|להמיר|ייצא|תייצא|הפוך|תהפוך|שמור|תשמור)(?: (?:the (?:table|data)|it|this|את (?:הטבלה|זה)))?$/iu.test(
        rest,
      )
        ? { format: '@out' }
        : undefined,
    pattern(`(?:${verbHe}${whatHe} ?)?(?:ל|ב|כ)-?(?:קובץ |מסמך |טבלת |פורמט )?${format}${noun}(?: חדש)?`),
    pattern(`${verbHe}(?: גרסת| קובץ| מסמך| עותק)? ${format}(?: של| מ| מתוך)?${whatHe}`),
  ),
  *plan(asked) {
    const file = sourceOf(asked, ['table', 'xlsx', 'docx']);
    const wanted = wantedFormat(asked);
    const path = targetOf(asked, `${stemOf(file.path)}.${wanted}`, [wanted]);
    if (file.kind === 'docx') return yield* fromDocument(asked, wanted, path);
    const table = yield* tableOf(asked);
    if (wanted === 'docx') return yield* toDocument(asked, table, path);
    if ((file.kind === 'table') === (wanted === 'csv') && asked.sheet === undefined) {
      return refuse(`${file.path} is ${wanted} already.`, `${file.path} כבר בתבנית ${wanted}.`);
    }
    const rows = yield* saveQuery(asked, wholeTable(table), asNumbers(table, path), path);
    return asked.say(`Saved ${rows} rows as ${path}.`, `נשמרו ${rows} שורות בקובץ ${path}.`);
  },
};

/** A converted file holds every row, sums included. */
const wholeTable = (table: Table): Table => ({ ...table, view: plainView });

/** In a workbook, 1,240.00 is a number and not a text. */
const asNumbers = ({ view }: Table, path: string): string => {
  const replaced = [...view.numbers].map((name) => `${view.valueByColumn.get(name)} AS ${sqlName(name)}`);
  return replaced.length === 0 || !/\.xlsx$/i.test(path)
    ? 'SELECT * FROM data'
    : `SELECT * REPLACE (${replaced.join(', ')}) FROM data`;
};

const wantedFormat = (asked: Asked): Format => {
  const written = (asked.part('format') ?? '').toLowerCase();
  const word = written === '@out' ? (asked.target ?? '').toLowerCase().replace(/^.*\./, '') : written;
  const found = Object.entries(formats).find(([, words]) => words.some((each) => pattern(each).test(word)));
  if (!found)
    return refuse(`I convert to csv, xlsx and docx, not to ${word}.`, `אני ממיר ל-csv, xlsx ו-docx, ולא ל-${word}.`);
  return found[0] as Format;
};

const mostTableRows = 199;

function* toDocument(asked: Asked, table: Parameters<typeof firstRows>[0], path: string): Plan {
  if (table.rowCount > mostTableRows) {
    return refuse(
      `A table in a document takes up to ${mostTableRows} rows; ${table.path} has ${table.rowCount}.`,
      `טבלה במסמך היא עד ${mostTableRows} שורות; ב-${table.path} יש ${table.rowCount}.`,
    );
  }
  const columns = table.columns.map(({ name }) => name);
  const rows = yield* firstRows(wholeTable(table), 'SELECT * FROM data');
  const cells = [columns, ...rows.map((row) => row.map((value) => (value === null ? '' : number(value))))];
  const create = {
    path,
    create_new: true,
    copy_from: null,
    track_changes: null,
    expected_version: null,
    summary: null,
  };
  const title = { text: stemOf(table.path), style: 'Heading 1', ...plainParagraph };
  const made = yield* call('docx_operations', {
    ...create,
    operations: [{ op: 'set_paragraphs', paragraphs: [title] }],
  });
  yield* call('docx_operations', {
    ...create,
    create_new: null,
    expected_version: String(made.version),
    operations: [{ op: 'insert_table', after: 'b0', rows: cells, header: true, style: null, widths: null }],
  });
  return asked.say(
    `Saved ${rows.length} rows as a table in ${path}.`,
    `נשמרו ${rows.length} שורות כטבלה בקובץ ${path}.`,
  );
}

function* fromDocument(asked: Asked, wanted: Format, path: string): Plan {
  if (wanted === 'docx') return refuse('It is a docx already.', 'זה כבר קובץ docx.');
  const rows = yield* onlyTable(asked);
  if (wanted === 'csv') {
    const [header = [], ...body] = rows;
    const operations = [
      ...header.map((name) => ({ op: 'add_column', name, after: null, default: null, values: null })),
      ...(body.length > 0 ? [{ op: 'append_rows', rows: body, records: null }] : []),
    ];
    yield* call('csv_operations', {
      path,
      create_new: true,
      operations,
      encoding: null,
      expected_version: null,
      summary: null,
    });
  } else {
    const operations = [{ op: 'set_range', sheet: 'Sheet1', start: 'A1', values: onlyPlainCells(rows), style: null }];
    yield* call('xlsx_operations', {
      path,
      create_new: true,
      copy_from: null,
      operations: [{ op: 'ensure_sheet', sheet: 'Sheet1', position: null }, ...operations],
      expected_version: null,
      summary: null,
    });
  }
  return asked.say(`Saved ${rows.length - 1} rows as ${path}.`, `נשמרו ${rows.length - 1} שורות בקובץ ${path}.`);
}

function* onlyTable(asked: Asked): Sub<readonly (readonly string[])[]> {
  const { path } = sourceOf(asked);
  const map = yield* call('get_file_map', { path, part: null, detail: 'full' });
  const tables = asList(map.tables).map(asObject);
  const [only] = tables;
  if (!only || tables.length !== 1) {
    return refuse(
      `${path} has ${tables.length} tables; I convert a document that has exactly one.`,
      `בקובץ ${path} יש ${tables.length} טבלאות; אני ממיר מסמך שיש בו בדיוק אחת.`,
    );
  }
  const piece = yield* call('read_file', {
    path,
    section: only.section_index ?? null,
    sheet: null,
    range: null,
    slide_index: null,
    pages: null,
    line_start: null,
    line_count: null,
    view: null,
  });
  const rows = String(piece.text)
    .split('\n')
    .flatMap((line) => {
      const match = /^b\d+\| r\d+ \| ?(.*)$/.exec(line);
      return match?.[1] === undefined ? [] : [match[1].split(' | ')];
    });
  // A cell with a bar of its own, merged cells or a table cut off by a long section would not come out as they are.
  if (only.merged === true || rows.length !== only.rows || rows.some((row) => row.length !== only.cols)) {
    return refuse(
      `The table in ${path} is not plain enough to convert safely.`,
      `הטבלה ב-${path} אינה פשוטה דיה להמרה בטוחה.`,
    );
  }
  return rows;
}
