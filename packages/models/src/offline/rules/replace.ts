import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import { type Asked, type OfflineRule, sheetNames, sourceOf, sqlName, sqlText, tableOf } from '../rule.ts';
import { firstRows } from './aggregate.ts';
import { pattern } from './words.ts';

export const replaceRule: OfflineRule = {
  id: 'replace',
  grammar: { en: 'replace "…" with "…" in <file>', he: 'החלף "…" ב-"…" בקובץ <קובץ>' },
  patterns: [
    pattern(
      '(?:replace|change|substitute)(?: all| every)?(?: occurrences of)? (?<from>{w}) (?:with|by|to) (?<to>{w}) (?:everywhere )?in {S}',
    ),
    pattern('in {S},? (?:replace|change) (?<from>{w}) (?:with|by|to) (?<to>{w})'),
    pattern('find (?<from>{w}) and replace (?:it|them|all) (?:with|by) (?<to>{w}) in {S}'),
    pattern('(?:החלף|החליפי|שנה)(?: את)? (?<from>{w}) [בל]-?(?<to>{q}) {H}'),
    pattern('{H},? (?:החלף|החליפי|שנה)(?: את)? (?<from>{w}) [בל]-?(?<to>{q})'),
  ],
  *plan(asked) {
    const file = sourceOf(asked, ['docx', 'pptx', 'text', 'table', 'xlsx']);
    const [search, replace] = [asked.part('from') ?? '', asked.part('to') ?? ''];
    const common = { path: file.path, expected_version: file.version, summary: `"${search}" → "${replace}"` };
    switch (file.kind) {
      case 'docx': {
        const op = { op: 'replace_text', search, replace, match_case: true, scope: 'all', allow_no_match: null };
        const whole = { create_new: null, copy_from: null, track_changes: null, operations: [op] };
        return summaryOf(asked, yield* call('docx_operations', { ...common, ...whole }));
      }
      case 'pptx': {
        const op = { op: 'replace_text', search, replace, match_case: true, allow_no_match: null, index: null };
        return summaryOf(
          asked,
          yield* call('pptx_operations', { ...common, create_new: null, copy_from: null, operations: [op] }),
        );
      }
      case 'text': {
        const edit = { op: 'replace', search, replace, occurrence: 'all', match_case: true };
        return summaryOf(asked, yield* call('edit_text_file', { ...common, edits: [edit], encoding: null }));
      }
      case 'table': {
        const cells = yield* csvCells(asked, search, replace);
        const op = { op: 'update_cells', cells };
        return summaryOf(
          asked,
          yield* call('csv_operations', { ...common, create_new: null, operations: [op], encoding: null }),
        );
      }
      default: {
        const operations = yield* sheetCells(file.path, search, replace);
        return summaryOf(
          asked,
          yield* call('xlsx_operations', { ...common, create_new: null, copy_from: null, operations }),
        );
      }
    }
  },
};

const summaryOf = ({ say, source, part }: Asked, done: JsonObject): string =>
  say(
    `Done in ${source?.path}: ${done.auto_summary}`,
    `הוחלף "${part('from')}" ב-"${part('to')}" בקובץ ${source?.path}.`,
  );

const nothing = (search: string): never => refuse(`"${search}" does not occur there.`, `"${search}" אינו מופיע שם.`);

const mostCells = 200;

/** Cells of text that hold the words. A number, a date or a header that holds them too is not passed over in silence. */
function* csvCells(asked: Asked, search: string, replace: string): Sub<readonly JsonObject[]> {
  const table = yield* tableOf(asked);
  if (table.columns.some(({ name }) => name.includes(search))) return inHeader(search);
  for (const { name } of table.columns.filter(({ type }) => type !== 'string')) {
    const held = `SELECT __row FROM data_rows WHERE contains(CAST(${sqlName(name)} AS VARCHAR), ${sqlText(search)}) LIMIT 1`;
    const [found] = yield* firstRows(table, held);
    if (found) return unsafe(`${name}, ${asked.say('row', 'שורה')} ${Number(found[0])}`);
  }
  const cells: JsonObject[] = [];
  for (const { name } of table.columns.filter(({ type }) => type === 'string')) {
    const query = `SELECT __row, ${sqlName(name)} FROM data_rows WHERE contains(${sqlName(name)}, ${sqlText(search)}) ORDER BY __row`;
    for (const [row, value] of yield* firstRows(table, query)) {
      cells.push({ row: Number(row), column: name, value: String(value).replaceAll(search, replace) });
    }
  }
  if (cells.length === 0) return nothing(search);
  return cells.length < mostCells ? cells : tooMany();
}

const tooMany = (): never =>
  refuse(
    `More than ${mostCells} cells would change; that is more than I do at once.`,
    `ישתנו יותר מ-${mostCells} תאים; זה יותר ממה שאני עושה בבת אחת.`,
  );

function* sheetCells(path: string, search: string, replace: string): Sub<readonly JsonObject[]> {
  const operations: JsonObject[] = [];
  for (const sheet of yield* sheetNames(path)) {
    const cells = yield* cellsHolding(path, sheet, search);
    if (cells.length === 0) continue;
    operations.push({
      op: 'set_cells',
      sheet,
      cells: cells.map(({ cell, value }) => ({
        cell,
        value: value.replaceAll(search, replace),
        type: 'string',
        style: null,
      })),
    });
  }
  if (operations.length === 0) return nothing(search);
  return operations.flatMap(({ cells }) => asList(cells)).length < mostCells ? operations : tooMany();
}

type Holding = { readonly cell: string; readonly value: string };

/** Reads a sheet to its end: a line of column letters, then rows that begin with their number. */
function* cellsHolding(path: string, sheet: string, search: string): Sub<readonly Holding[]> {
  const found: Holding[] = [];
  let range: string | null = null;
  for (;;) {
    const piece: JsonObject = yield* call('read_file', { path, sheet, range, view: 'both', ...noSelectors });
    const [, letters = '', ...rows] = String(piece.text).split('\n');
    const columns = letters.split('\t').slice(1);
    for (const line of rows) {
      const [row, ...values] = line.split('\t');
      for (const [at, value] of values.entries()) {
        if (!value.includes(search)) continue;
        const cell = `${columns[at]}${row}`;
        if (!isPlainText(value)) return unsafe(cell);
        found.push({ cell, value });
      }
    }
    const next = asObject(asObject(piece.chunk_info).next).range;
    if (typeof next !== 'string') return found;
    range = next;
  }
}

/** A number, a date, a formula, an escaped line break or a cut text cannot be put back as it was read. */
const isPlainText = (value: string): boolean =>
  /\p{L}/u.test(value) && !/^=|[\\…⏎]|^(?:TRUE|FALSE)$|^\d{4}-\d\d-\d\dT/i.test(value);

const noSelectors = { section: null, slide_index: null, pages: null, line_start: null, line_count: null };

const inHeader = (search: string): never =>
  refuse(
    `"${search}" stands in a column's header too; change it by hand, so that nothing that names the column breaks.`,
    `"${search}" מופיע גם בכותרת של עמודה; שנו אותו ידנית, כדי שלא יישבר מה שמפנה לעמודה.`,
  );

const unsafe = (cell: string): never =>
  refuse(
    `${cell} holds a formula, a number or a text of several lines; change that cell by hand.`,
    `בתא ${cell} יש נוסחה, מספר או טקסט מרובה שורות; שנו אותו ידנית.`,
  );
