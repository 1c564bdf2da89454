import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import type { FileResult } from '../tools/errors.ts';
import { FileRefusal, settle } from '../tools/errors.ts';
import type { TableOp } from '../workers/job.ts';
import { MOST_BULK } from '../xlsx/edit/bulk-limit.ts';
import type { TableValue } from '../xlsx/write/row-xml.ts';
import { writeXlsxTable } from '../xlsx/write/write-table.ts';
import { diffLargeTables, mostRowsInMemory } from './diff-tables.ts';
import type { TableEngine, TableRequest } from './engine.ts';
import {
  checkSheetSize,
  exportCsv,
  refusing,
  type Selection,
  type Shape,
  selectionOf,
  shapeOf,
  sheetColumnsOf,
  sheetRowsOf,
} from './export.ts';
import { describeTable, type QueryArguments, readRows, runQuery, tableMap, tableStats } from './read-tools.ts';
import type { Session } from './session.ts';

export type ExportArguments = {
  readonly query: string | null;
  readonly format: 'csv' | 'xlsx' | 'rows';
  readonly sheet: string | null;
  readonly neutralize_formulas: boolean | null;
  readonly bom: boolean | null;
};

/** What the sql worker can do; each answers data or a refusal. */
export const createTableJobs = (engine: TableEngine) => ({
  run: (
    op: TableOp,
    tables: readonly TableRequest[],
    args: JsonObject,
    output: string,
  ): Promise<FileResult<JsonObject>> =>
    settle(async () => {
      if (op === 'export') return exportTable(engine, tables, args as unknown as ExportArguments, output);
      const session = await engine.session(tables);
      switch (op) {
        case 'map':
          return tableMap(session, args.is_inferred === true);
        case 'describe':
          return describeTable(session);
        case 'stats':
          return tableStats(session, args.columns as readonly string[] | null);
        case 'rows':
          return readRows(
            session,
            Number(args.row_start),
            Number(args.row_count),
            args.columns as readonly string[] | null,
          );
        case 'diff':
          return diffTables(session, args);
        case 'query':
          return runQuery(session, args as unknown as QueryArguments);
      }
    }),
});

export type TableJobs = ReturnType<typeof createTableJobs>;

/** Small tables are left to a comparison by text, which sees what a value alone does not show. */
const diffTables = async (session: Session, options: JsonObject): Promise<JsonObject> =>
  session.facts.every(({ row_count }) => row_count <= mostRowsInMemory)
    ? { in_memory: true }
    : ((await diffLargeTables(session, options)) as unknown as JsonObject);

/** A selection as plain data, for an edit that another worker makes. */
const writeRows = async (session: Session, selection: Selection, shape: Shape, output: string): Promise<JsonObject> => {
  if ((shape.rowCount + 1) * shape.columns.length > MOST_BULK) {
    throw new FileRefusal({
      code: 'VALIDATION_FAILED',
      reason: 'limit_rows',
      message: `An update writes at most ${MOST_BULK} cells.`,
      hint: 'Filter or aggregate, or write a new workbook with table_export.',
    });
  }
  const rows: (readonly TableValue[])[] = [];
  await refusing(async () => {
    for await (const batch of sheetRowsOf(session, selection, shape)) rows.push(...batch);
  }, session);
  await writeFile(
    output,
    JSON.stringify({ columns: shape.columns, types: shape.types, rows, warnings: selection.warnings }),
  );
  return { row_count: shape.rowCount, column_count: shape.columns.length };
};

const exportTable = async (
  engine: TableEngine,
  tables: readonly TableRequest[],
  args: ExportArguments,
  output: string,
): Promise<JsonObject> => {
  const session = await engine.exportSession(tables, output);
  try {
    const selection = await selectionOf(session, args.query);
    const shape = await shapeOf(session, selection);
    const size = { row_count: shape.rowCount, column_count: shape.columns.length };
    if (args.format === 'csv') {
      const options = { neutralize: args.neutralize_formulas === true, bom: args.bom === true };
      const warnings = await exportCsv(session, selection, shape, output, options);
      return { format: 'csv', ...size, warnings: [...selection.warnings, ...warnings] };
    }
    checkSheetSize(shape);
    if (args.format === 'rows') return await writeRows(session, selection, shape, output);
    const written = await refusing(
      () =>
        writeXlsxTable(output, {
          sheet: args.sheet ?? 'Sheet1',
          columns: sheetColumnsOf(shape),
          batches: sheetRowsOf(session, selection, shape),
        }),
      session,
    );
    if (!written.ok) throw new FileRefusal(written.error);
    return {
      format: 'xlsx',
      sheet: written.value.sheet,
      ...size,
      warnings: [...selection.warnings, ...written.value.warnings],
    };
  } finally {
    session.duck.close();
  }
};
