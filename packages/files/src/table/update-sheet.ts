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
    const used = source ? await usedRange(source, args.sheet) : undefined;
    if (source && used === undefined && args.create_sheet_if_missing === false) {
      throw refusal('VALIDATION_FAILED', 'unknown_sheet', `There is no sheet ${args.sheet}.`);
    }
    const plan = planUpdate(args, rows, used ?? null);
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

/** Undefined when the sheet is missing, null when it is empty. */
const usedRange = async (source: Buffer, sheet: string): Promise<string | null | undefined> => {
  const mapped = await mapXlsx(source, { detail: 'compact' });
  if (!mapped.ok) throw new FileRefusal(mapped.error);
  const found = mapped.value.sheets.find(({ name }) => name?.toLowerCase() === sheet.toLowerCase());
  return found ? found.used_range : undefined;
};

type Plan = {
  readonly operations: readonly XlsxOp[];
  readonly range: string | null;
  readonly warnings: readonly string[];
};

const planUpdate = (args: Args, { columns, types, rows }: ExportedRows, used: string | null): Plan => {
  const rect = used === null ? undefined : parseRect(used);
  const isAppend = args.mode === 'append_rows' && rect !== undefined;
  const withHeader = args.include_header !== false && !isAppend;
  const start =
    args.mode === 'write_range'
      ? startOf(args.start_cell)
      : { row: isAppend && rect ? rect.bottom + 1 : 1, column: isAppend && rect ? rect.left : 1 };
  const cells = [
    ...(withHeader
      ? columns.map((name, at) => ({
          cell: cellRef(start.row, start.column + at),
          value: name,
          type: 'string' as const,
        }))
      : []),
    ...rows.flatMap((row, down) =>
      row.map((value, across) =>
        cellOf(value, types[across] ?? '', cellRef(start.row + down + (withHeader ? 1 : 0), start.column + across)),
      ),
    ),
  ];
  const height = rows.length + (withHeader ? 1 : 0);
  const clear =
    args.mode === 'replace_sheet' && used !== null
      ? used
      : args.mode === 'write_range'
        ? args.clear_target_range
        : null;
  const ops: unknown[] = [
    { op: 'ensure_sheet', sheet: args.sheet, position: null },
    ...(clear === null
      ? []
      : [
          ...(args.mode === 'replace_sheet' ? [{ op: 'unmerge_cells', sheet: args.sheet, range: clear }] : []),
          { op: 'clear_range', sheet: args.sheet, range: clear, what: 'values' },
        ]),
    ...(cells.length > 0 ? [{ op: 'set_cells', sheet: args.sheet, cells }] : []),
  ];
  return {
    operations: ops as readonly XlsxOp[],
    range:
      height === 0
        ? null
        : rectRef({
            top: start.row,
            left: start.column,
            bottom: start.row + height - 1,
            right: start.column + columns.length - 1,
          }),
    warnings: isAppend && args.include_header !== false ? ['header_skipped_on_append'] : [],
  };
};

const startOf = (cell: string | null): { readonly row: number; readonly column: number } => {
  const place = parseCell(cell ?? 'A1');
  if (place) return place;
  throw refusal('VALIDATION_FAILED', 'bad_range', `${String(cell).slice(0, 20)} is no cell.`);
};

/** Text stays text, whatever it begins with; dates become dates. */
const cellOf = (value: Json, type: string, cell: string) => {
  if (value !== null && /^(DATE|TIMESTAMP|TIME)/.test(type))
    return { cell, value: String(value), type: 'date' as const };
  if (typeof value === 'string') return { cell, value, type: 'string' as const };
  return typeof value === 'object' && value !== null
    ? { cell, value: JSON.stringify(value), type: 'string' as const }
    : { cell, value: value as number | boolean | null, type: null };
};
