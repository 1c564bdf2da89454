import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import { attributeOf, childOf, flagOf, numberOf } from '../../package/xml-query.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { type Cell, collect, prefixAt, type RawCell, settleCells } from '../cells.ts';
import { toDisplay } from '../formula/storage.ts';
import { RowRuns } from '../map/row-runs.ts';
import { frameFacts } from '../map/sheet-frame-facts.ts';
import { readSheetParts } from '../map/sheet-parts.ts';
import { isHidden } from '../map/sheet-scan.ts';
import { selectRange } from '../read/select-range.ts';
import { shownText } from '../read/shown-text.ts';
import { cellRef, intersect, spanRef } from '../ref.ts';
import { isFilled } from '../row-cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import { openWorkbook, type Workbook } from '../workbook.ts';

export type GridOptions = {
  readonly sheet?: string | null;
  /** From 0. */
  readonly row_start?: number | null;
  readonly row_count?: number | null;
  readonly col_start?: number | null;
  readonly col_count?: number | null;
  /** Kinds of change by reference, to be shown on the cells. */
  readonly changes?: Readonly<Record<string, string>> | null;
};

export type GridCell = {
  readonly value: string | number | boolean | null;
  readonly type: 'blank' | 'string' | 'number' | 'boolean' | 'error' | 'date';
  readonly formula: string | null;
  readonly display: string;
  readonly style?: GridStyle;
  readonly change?: string;
  /** The value of a formula that no spreadsheet program has calculated yet; it will when it opens the file. */
  readonly awaits_calculation?: true;
};

export type GridStyle = {
  readonly bold?: true;
  readonly italic?: true;
  readonly color?: string;
  readonly fill?: string;
  readonly align?: string;
};

export type XlsxGrid = {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly row_start: number;
  readonly col_start: number;
  /** Of the sheet as it is used. */
  readonly row_count: number;
  readonly col_count: number;
  readonly cells: readonly (readonly GridCell[])[];
  readonly merged: readonly string[];
  readonly right_to_left: boolean;
  /** Sheets that a spreadsheet program does not show. */
  readonly hidden_sheets: readonly string[];
  /** What the values do not show of the sheet; told with its first rows. */
  readonly beside?: Beside;
};

type Beside = {
  readonly hidden_rows: readonly string[];
  readonly hidden_cols: readonly string[];
  readonly charts: number;
  readonly images: number;
  readonly comments: number;
};

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;
const BLANK: GridCell = { value: null, type: 'blank', formula: null, display: '' };

/** A window of a sheet for showing, read in one pass without holding the sheet. */
export const xlsxGrid = (bytes: Uint8Array, options: GridOptions = {}): Promise<FileResult<XlsxGrid>> =>
  settle(async () => {
    const book = openWorkbook(openPackage(bytes, { tolerateBadCrc: true }));
    const { sheet } = selectRange(book, options.sheet ?? null, null);
    const top = Math.max(0, options.row_start ?? 0) + 1;
    const left = Math.max(0, options.col_start ?? 0) + 1;
    const rect = {
      top,
      left,
      bottom: top + Math.min(MOST_ROWS, Math.max(1, options.row_count ?? MOST_ROWS)) - 1,
      right: left + Math.min(MOST_COLUMNS, Math.max(1, options.col_count ?? MOST_COLUMNS)) - 1,
    };
    const raw: RawCell[] = [];
    let [rows, columns] = [0, 0];
    const isFirst = rect.top === 1 && rect.left === 1;
    const hidden = new RowRuns();
    const frame = await walkSheet(book.parts.chunks(sheet.part), {
      row: (cells) => {
        if (isFirst && isHidden(cells)) hidden.add(cells.row);
        for (let index = 0; index < cells.count; index++) {
          if (!isFilled(cells, index)) continue;
          rows = Math.max(rows, cells.row);
          columns = Math.max(columns, cells.column[index] as number);
        }
        if (cells.row >= rect.top && cells.row <= rect.bottom) collect(cells, rect, prefixAt(cells), raw);
      },
    });
    const cells = new Map((await settleCells(book, sheet, raw)).map((cell) => [cellRef(cell.row, cell.column), cell]));
    const bottom = Math.min(rect.bottom, rows);
    const right = Math.min(rect.right, columns);
    const styleOf = styleReader(book);
    const facts = frame && frameFacts(frame);
    const merges = facts?.merges ?? [];
    return {
      sheets: book.sheets.map(({ name }) => name),
      sheet: sheet.name,
      row_start: rect.top - 1,
      col_start: rect.left - 1,
      row_count: rows,
      col_count: columns,
      cells: Array.from({ length: Math.max(0, bottom - rect.top + 1) }, (_, down) =>
        Array.from({ length: Math.max(0, right - rect.left + 1) }, (_, across) => {
          const ref = cellRef(rect.top + down, rect.left + across);
          const cell = cells.get(ref);
          const change = options.changes?.[ref];
          const shown = cell ? gridCell(book, cell, styleOf(cell.style)) : BLANK;
          return change === undefined ? shown : { ...shown, change };
        }),
      ),
      merged: merges.filter((merge) => intersect(merge, rect)).map(spanRef),
      right_to_left: facts?.rightToLeft ?? false,
      hidden_sheets: book.sheets.flatMap(({ name, state }) => (state === 'visible' ? [] : [name])),
      ...(isFirst ? { beside: besideOf(book, sheet.part, hidden.ranges(), facts?.hiddenColumns ?? []) } : {}),
    };
  });

const besideOf = (
  { parts }: Workbook,
  sheetPart: string,
  hiddenRows: readonly string[],
  hiddenColumns: readonly string[],
): Beside => {
  const { charts, images, comments } = readSheetParts(parts, sheetPart);
  return { hidden_rows: hiddenRows, hidden_cols: hiddenColumns, charts: charts.length, images, comments };
};

const gridCell = (book: Workbook, cell: Cell, style: GridStyle | undefined): GridCell => {
  const isDate = cell.kind === 'number' && book.styles.dateKind(cell.style) !== 'none';
  return {
    value: cell.value,
    type: isDate ? 'date' : cell.kind,
    formula: cell.formula === null ? null : `=${toDisplay(cell.formula)}`,
    display: cell.pending ? '?' : shownText(book, cell),
    ...(cell.formula !== null && book.calculatesOnLoad ? { awaits_calculation: true as const } : {}),
    ...(style ? { style } : {}),
  };
};

const styleReader = ({ styles }: Workbook): ((style: number) => GridStyle | undefined) => {
  const memory = new Map<number, GridStyle | undefined>();
  return (style) => {
    if (memory.has(style)) return memory.get(style);
    const format = styles.formats[style];
    const font = styles.fonts[numberOf(format, 'fontId') ?? 0];
    const pattern = childOf(styles.fills[numberOf(format, 'fillId') ?? 0], ns.sheet, 'patternFill');
    const color = attributeOf(childOf(font, ns.sheet, 'color'), 'rgb');
    const fill =
      attributeOf(pattern, 'patternType') === 'solid'
        ? attributeOf(childOf(pattern, ns.sheet, 'fgColor'), 'rgb')
        : undefined;
    const align = attributeOf(childOf(format, ns.sheet, 'alignment'), 'horizontal');
    const on = (name: string) => {
      const element = childOf(font, ns.sheet, name);
      return element !== undefined && flagOf(element, 'val', true);
    };
    const made: GridStyle = {
      ...(on('b') ? { bold: true } : {}),
      ...(on('i') ? { italic: true } : {}),
      ...(color ? { color: `#${color.slice(-6)}` } : {}),
      ...(fill ? { fill: `#${fill.slice(-6)}` } : {}),
      ...(align ? { align } : {}),
    };
    const shown = Object.keys(made).length > 0 ? made : undefined;
    memory.set(style, shown);
    return shown;
  };
};
