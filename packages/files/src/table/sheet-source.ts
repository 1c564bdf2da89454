import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { columnNames } from '../csv/columns.ts';
import { openPackage } from '../package/opc.ts';
import { refusal } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { type Cell, readCells } from '../xlsx/cells.ts';
import { mapXlsx } from '../xlsx/map/map-xlsx.ts';
import { valueText } from '../xlsx/read/cell-display.ts';
import { selectRange } from '../xlsx/read/select-range.ts';
import { parseRect, type Rect } from '../xlsx/ref.ts';
import { openWorkbook, type SheetInfo, type Workbook } from '../xlsx/workbook.ts';
import { literal, openDuck, plainLineEnds, quoted, rowsOf } from './duck.ts';
import { type TableFacts, typeOf } from './types.ts';

/** Cells held at once; a larger sheet is read in several passes rather than in more memory. */
const heldCells = 400_000;

/** A sheet or region as a table: stored values, with the types its cells have rather than those their text suggests. */
export const sheetTable = async (
  source: Source,
  sheetName: string | null,
  range: string | null,
  output: string,
  temp: string,
): Promise<TableFacts> => {
  const bytes = await readFile(source.file);
  const book = openWorkbook(openPackage(bytes, { tolerateBadCrc: true }));
  const { sheet, rect, hasHeader, warnings } = await placeOf(bytes, book, sheetName, range);
  const plain = join(temp, 'sheet.csv');
  const written = await writeCells(book, sheet, rect, hasHeader, plain);
  const names = columnNames(written.header, rect.right - rect.left + 1);
  const duck = await openDuck({ file: output, temp });
  try {
    const columns = names.map(({ name }, at) => `${literal(name)}: '${engineType(written.kinds[at])}'`).join(', ');
    await duck.connection.run(
      `CREATE TABLE rows AS FROM read_csv(${literal(plain)}, auto_detect=false, delim=',', quote='"', escape='"', header=false, ${plainLineEnds}, columns={${columns}}, max_line_size=16777216, buffer_size=33554432)`,
    );
    const counts = names.map(({ name }) => `count(${quoted(name)})`);
    const [filled = []] = (await rowsOf(duck, `SELECT ${['count(*)', ...counts].join(', ')} FROM rows`)).rows;
    const row_count = Number(filled[0] ?? 0);
    const facts: TableFacts = {
      format: 'xlsx',
      delimiter: '',
      quote_char: '',
      escape_char: '',
      newline: 'none',
      skip_rows: 0,
      has_header: hasHeader,
      encoding_detected: 'utf-8',
      encoding_confidence: 1,
      row_count,
      column_count: names.length,
      columns: names.map(({ name, original_name }, index) => ({
        name,
        index,
        inferred_type: typeOf(engineType(written.kinds[index])),
        nullable: Number(filled[index + 1] ?? 0) < row_count,
        ...(original_name === undefined ? {} : { original_name }),
      })),
      rejected_rows: { count: 0, first: [] },
      warnings: [...warnings, ...(written.pending > 0 ? [`values_pending:${written.pending}`] : [])],
    };
    await duck.connection.run('CREATE TABLE facts (json VARCHAR)');
    await duck.connection.run(`INSERT INTO facts VALUES (${literal(JSON.stringify(facts))})`);
    await duck.connection.run('CHECKPOINT');
    return facts;
  } finally {
    duck.close();
  }
};

type Place = {
  readonly sheet: SheetInfo;
  readonly rect: Rect;
  readonly hasHeader: boolean;
  readonly warnings: readonly string[];
};

/** Without a range: the largest region of the sheet, which is what people mean by "the table on this sheet". */
const placeOf = async (
  bytes: Buffer,
  book: Workbook,
  sheetName: string | null,
  range: string | null,
): Promise<Place> => {
  const regionId = range !== null && /^r\d+$/.test(range) ? range : null;
  const { sheet, rect, warnings } = selectRange(book, sheetName, regionId === null ? range : null);
  const mapped = await mapXlsx(bytes, { part: sheet.name, detail: 'full' });
  const regions = mapped.ok ? (mapped.value.sheets[0]?.regions ?? []) : [];
  if (rect) {
    const header = regions.find(({ header_row }) => header_row === rect.top);
    return {
      sheet,
      rect: clipped(rect, mapped.ok ? mapped.value.sheets[0]?.used_range : undefined),
      hasHeader: header !== undefined,
      warnings,
    };
  }
  const region =
    regionId === null
      ? regions.toSorted((a, b) => b.row_count * b.col_count - a.row_count * a.col_count)[0]
      : regions.find(({ id }) => id === regionId);
  const found = region && parseRect(region.range);
  if (!region || !found) {
    throw refusal('VALIDATION_FAILED', 'bad_range', `${regionId ?? sheet.name} holds no table.`, {
      candidates: regions.map(({ id, range: at }) => `${id} ${at}`),
    });
  }
  return {
    sheet,
    rect: { ...found, top: region.header_row ?? found.top },
    hasHeader: region.header_row !== null,
    warnings,
  };
};

const clipped = (rect: Rect, used: string | null | undefined): Rect => {
  const bounds = used ? parseRect(used) : undefined;
  if (!bounds) return rect;
  return {
    top: Math.max(rect.top, Math.min(bounds.top, rect.bottom)),
    left: Math.max(rect.left, Math.min(bounds.left, rect.right)),
    bottom: Math.max(rect.top, Math.min(rect.bottom, bounds.bottom)),
    right: Math.max(rect.left, Math.min(rect.right, bounds.right)),
  };
};

/** What a column was seen to hold, as a set of words. */
type Kinds = ReadonlySet<string>;
type Written = { readonly header: readonly string[]; readonly kinds: readonly Kinds[]; readonly pending: number };

const writeCells = async (
  book: Workbook,
  sheet: SheetInfo,
  rect: Rect,
  hasHeader: boolean,
  output: string,
): Promise<Written> => {
  const width = rect.right - rect.left + 1;
  const kinds = Array.from({ length: width }, () => new Set<string>());
  const header = Array.from({ length: hasHeader ? width : 0 }, () => '');
  let pending = 0;
  if (hasHeader) {
    for (const cell of await readCells(book, sheet, { ...rect, bottom: rect.top }))
      header[cell.column - rect.left] = valueText(book, cell);
  }
  const handle = openSync(output, 'w');
  try {
    const step = Math.max(1, Math.floor(heldCells / width));
    for (let top = rect.top + (hasHeader ? 1 : 0); top <= rect.bottom; top += step) {
      const bottom = Math.min(rect.bottom, top + step - 1);
      const rows = Map.groupBy(await readCells(book, sheet, { ...rect, top, bottom }), ({ row }) => row);
      let text = '';
      for (let row = top; row <= bottom; row++) {
        const line = Array.from({ length: width }, () => '');
        for (const cell of rows.get(row) ?? []) {
          if (cell.pending) pending += 1;
          const { kind, written } = cellOf(book, cell);
          if (written === '') continue;
          kinds[cell.column - rect.left]?.add(kind);
          line[cell.column - rect.left] = `"${written.replaceAll('"', '""')}"`;
        }
        text += `${width === 1 && line[0] === '' ? '""' : line.join(',')}\n`;
      }
      writeSync(handle, text);
    }
  } finally {
    closeSync(handle);
  }
  return { header, kinds, pending };
};

const cellOf = (book: Workbook, cell: Cell): { readonly kind: string; readonly written: string } => {
  if (cell.pending || cell.value === null || cell.kind === 'error') return { kind: 'empty', written: '' };
  const written = valueText(book, cell);
  if (typeof cell.value === 'boolean') return { kind: 'boolean', written: cell.value ? 'true' : 'false' };
  if (typeof cell.value !== 'number') return { kind: 'string', written };
  if (/^\d{4}-\d\d-\d\d$/.test(written)) return { kind: 'date', written };
  if (/^\d{4}-\d\d-\d\dT/.test(written)) return { kind: 'timestamp', written: written.replace('T', ' ') };
  if (/^\d\d:\d\d:\d\d$/.test(written)) return { kind: 'time', written };
  return { kind: Number.isSafeInteger(cell.value) ? 'integer' : 'float', written };
};

const engineType = (kinds: Kinds | undefined): string => {
  const seen = [...(kinds ?? [])].toSorted().join('+');
  const types: Readonly<Record<string, string>> = {
    boolean: 'BOOLEAN',
    date: 'DATE',
    'date+timestamp': 'TIMESTAMP',
    timestamp: 'TIMESTAMP',
    time: 'TIME',
    integer: 'BIGINT',
    float: 'DOUBLE',
    'float+integer': 'DOUBLE',
  };
  return types[seen] ?? 'VARCHAR';
};
