import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { FileRefusal, type FileResult, refusal, settle } from '../tools/errors.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { editXlsx, mapXlsx, type XlsxOp } from '../xlsx/index.ts';
import { cellRef, parseCell, parseRect, rectRef } from '../xlsx/ref.ts';
import { type ExportedRows, exportedRows } from './exported-rows.ts';

type Args = {
  readonly sheet: string;
  readonly mode: 'replace_sheet' | 'append_rows' | 'write_range';
  readonly start_cell: string | null;
  readonly include_header: boolean | null;
  readonly create_sheet_if_missing: boolean | null;
  readonly clear_target_range: string | null;
};

/** Writes exported rows into one sheet; every other part of the workbook keeps its bytes. */
export const updateSheet = (request: EditRequest): Promise<FileResult<EditAnswer>> =>
  settle(async () => {
    const args = request.args as unknown as Args;
    const source = request.source ? await readFile(request.source.file) : null;
    const rows = JSON.parse(await readFile(request.resources[exportedRows]?.file ?? '', 'utf8')) as ExportedRows;
    const found = source ? await targetSheet(source, args.sheet) : undefined;
    if (source && found === undefined && args.create_sheet_if_missing === false) {
      throw refusal('VALIDATION_FAILED', 'unknown_sheet', `There is no sheet ${args.sheet}.`);
    }
    const plan = planUpdate(args, rows, found ?? { used_range: null, tables: [] });
    const edited = await editXlsx({ source, operations: plan.operations, stagingPath: request.output });
    if (!edited.ok) throw new FileRefusal(edited.error);
    const { version: _, certificate, ...rest } = edited.value;
    return {
      ...(rest as unknown as EditAnswer),
      ...(certificate ? { certificate: certificate as unknown as JsonObject } : {}),
      warnings: [...rows.warnings, ...plan.warnings, ...rest.warnings],
      extra: {
        target_path: request.path,
        sheet: args.sheet,
        mode: args.mode,
        row_count: rows.rows.length,
        column_count: rows.columns.length,
        written_range: plan.range,
      },
    };
  });

type Target = {
  readonly used_range: string | null;
  readonly tables: readonly { readonly name: string; readonly range: string; readonly columns: readonly string[] }[];
};

/** Undefined when the sheet is missing. */
const targetSheet = async (source: Buffer, sheet: string): Promise<Target | undefined> => {
  const mapped = await mapXlsx(source, { part: null, detail: 'full' });
  if (!mapped.ok) throw new FileRefusal(mapped.error);
  const found = mapped.value.sheets.find(({ name }) => name?.toLowerCase() === sheet.toLowerCase());
  return found && { used_range: found.used_range ?? null, tables: found.tables ?? [] };
};

type Plan = {
  readonly operations: readonly XlsxOp[];
  readonly range: string | null;
  readonly warnings: readonly string[];
};

const planUpdate = (args: Args, { columns, types, rows }: ExportedRows, { used_range: used, tables }: Target): Plan => {
  const rect = used === null ? undefined : parseRect(used);
  const isAppend = args.mode === 'append_rows' && rect !== undefined;
  const withHeader = args.include_header !== false && !isAppend;
  const start =
    args.mode === 'write_range'
      ? startOf(args.start_cell)
      : { row: isAppend && rect ? rect.bottom + 1 : 1, column: isAppend && rect ? rect.left : 1 };
  const body = rows.map((row) => row.map((value, across) => cellOf(value, types[across] ?? '')));
  const cells = [...(withHeader ? [columns.map((value) => ({ value, type: 'string' as const }))] : []), ...body];
  const clear =
    args.mode === 'replace_sheet' && used !== null
      ? used
      : args.mode === 'write_range'
        ? args.clear_target_range
        : null;
  const written = {
    top: start.row,
    left: start.column,
    bottom: start.row + cells.length - 1,
    right: start.column + columns.length - 1,
  };
  const growing = isAppend && rows.length > 0 ? endingAt(tables, start.row - 1, written) : { warnings: [] };
  const operations: XlsxOp[] = [
    { op: 'ensure_sheet', sheet: args.sheet, position: null },
    ...(args.mode === 'replace_sheet' && clear !== null
      ? [{ op: 'unmerge_cells' as const, sheet: args.sheet, range: clear }]
      : []),
    ...(cells.length > 0 || clear !== null
      ? [
          {
            op: 'write_rows' as const,
            sheet: args.sheet,
            start: cellRef(start.row, start.column),
            rows: cells,
            clear,
          },
        ]
      : []),
    ...(growing.table === undefined
      ? []
      : [{ op: 'extend_table' as const, sheet: args.sheet, table: growing.table, bottom: written.bottom }]),
  ];
  return {
    operations,
    range: cells.length === 0 ? null : rectRef(written),
    warnings: [...(isAppend && args.include_header !== false ? ['header_skipped_on_append'] : []), ...growing.warnings],
  };
};

/** The table that ends just above the new rows, when they are as wide as it is; otherwise what keeps it as it was. */
const endingAt = (
  tables: Target['tables'],
  row: number,
  written: { readonly left: number; readonly right: number },
): { readonly table?: string; readonly warnings: readonly string[] } => {
  for (const { name, range } of tables) {
    const rect = parseRect(range);
    if (!rect || rect.bottom !== row || rect.right < written.left || rect.left > written.right) continue;
    const fits = rect.left === written.left && rect.right === written.right;
    return fits ? { table: name, warnings: [] } : { warnings: [`table_not_extended:${name}`] };
  }
  return { warnings: [] };
};

const startOf = (cell: string | null): { readonly row: number; readonly column: number } => {
  const place = parseCell(cell ?? 'A1');
  if (place) return place;
  throw refusal('VALIDATION_FAILED', 'bad_range', `${String(cell).slice(0, 20)} is no cell.`);
};

/** Text stays text, whatever it begins with; dates become dates. */
const cellOf = (value: Json, type: string) => {
  if (value !== null && /^(DATE|TIMESTAMP|TIME)/.test(type)) return { value: String(value), type: 'date' as const };
  if (typeof value === 'string') return { value, type: 'string' as const };
  return typeof value === 'object' && value !== null
    ? { value: JSON.stringify(value), type: 'string' as const }
    : { value: value as number | boolean | null, type: null };
};
