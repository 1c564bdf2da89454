import { rawText, richText, unescapeCharacters } from './cell-text.ts';
import { moveFormula } from './formula/rewrite.ts';
import { sharedIndex } from './map/cell-kind.ts';
import type { Rect } from './ref.ts';
import { CellType, type RowCells } from './row-cells.ts';
import { resolveStrings } from './shared-strings.ts';
import { walkSheet } from './sheet-stream.ts';
import type { SheetInfo, Workbook } from './workbook.ts';

export type Cell = {
  readonly row: number;
  readonly column: number;
  readonly style: number;
  readonly kind: 'blank' | 'string' | 'number' | 'boolean' | 'error';
  readonly value: string | number | boolean | null;
  /** As stored, without `=`; shared formulas are told out for their cell. */
  readonly formula: string | null;
  /** A formula whose value was taken away and waits for the next recalculation. */
  readonly pending: boolean;
  /** The cells that an array formula or data table in this one fills. */
  readonly fills?: string;
};

/** A cell whose text or formula may still be a number that stands for it. */
export type RawCell = Omit<Cell, 'formula'> & {
  readonly stringIndex: number;
  readonly formula: RawFormula | null;
};

export type RawFormula = {
  readonly text: string;
  readonly kind: 'plain' | 'shared' | 'array' | 'table';
  /** Number of the shared group; -1 when there is none. */
  readonly group: number;
  readonly ref: string | null;
  /** The cells a data table puts its values into, one after the other. */
  readonly inputs: readonly string[];
};

export const rawCellAt = (cells: RowCells, index: number, prefix: string): RawCell => {
  const { buffer, row } = cells;
  const start = cells.valueStart[index] as number;
  const end = cells.valueEnd[index] as number;
  const hasValue = start >= 0;
  const formula = (cells.formulaStart[index] as number) >= 0 ? rawFormulaAt(cells, index) : null;
  const base = {
    row,
    column: cells.column[index] as number,
    style: cells.style[index] as number,
    stringIndex: -1,
    formula,
    pending: formula !== null && isPendingAt(cells, index),
  };
  switch (cells.type[index]) {
    case CellType.shared:
      // A number that is missing names no text; read as 0 it would name the first one.
      return end > start
        ? { ...base, kind: 'string', value: '', stringIndex: sharedIndex(cells, index) }
        : { ...base, kind: 'blank', value: null };
    case CellType.inline: {
      const from = cells.inlineStart[index] as number;
      const text = from < 0 ? '' : richText(buffer, from, cells.inlineEnd[index] as number, prefix);
      return { ...base, kind: 'string', value: text, pending: false };
    }
    case CellType.text:
    case CellType.date:
      return hasValue
        ? { ...base, kind: 'string', value: unescapeCharacters(rawText(buffer, start, end)) }
        : { ...base, kind: 'blank', value: null };
    case CellType.boolean:
      return end > start
        ? { ...base, kind: 'boolean', value: buffer[start] === 49 || buffer[start] === 116 }
        : { ...base, kind: 'blank', value: null };
    case CellType.error:
      return end > start
        ? { ...base, kind: 'error', value: rawText(buffer, start, end) }
        : { ...base, kind: 'blank', value: null };
    default: {
      if (end <= start) return { ...base, kind: 'blank', value: null };
      const value = Number(buffer.toString('latin1', start, end));
      return Number.isFinite(value)
        ? { ...base, kind: 'number', value }
        : { ...base, kind: 'string', value: rawText(buffer, start, end) };
    }
  }
};

/** Whether a formula has no stored value: none at all, or an empty one where only a text may be empty. */
export const isPendingAt = (cells: RowCells, index: number): boolean => {
  const type = cells.type[index];
  if (type === CellType.inline) return false;
  const start = cells.valueStart[index] as number;
  return type === CellType.text ? start < 0 : (cells.valueEnd[index] as number) <= start;
};

export const rawFormulaAt = (cells: RowCells, index: number): RawFormula => {
  const { buffer } = cells;
  const open = buffer.toString('utf8', cells.formulaStart[index] as number, cells.formulaOpenEnd[index] as number);
  const text = rawText(buffer, cells.formulaOpenEnd[index] as number, cells.formulaTextEnd[index] as number);
  // Nearly all formulas are `<f>`; attributes are only looked for when there are any.
  if (open.length < 6) return { text, kind: 'plain', group: -1, ref: null, inputs: [] };
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(open)?.[1];
  const type = attribute('t');
  return {
    text,
    kind: type === 'shared' ? 'shared' : type === 'array' ? 'array' : type === 'dataTable' ? 'table' : 'plain',
    group: Number(attribute('si') ?? -1),
    ref: attribute('ref') ?? null,
    inputs: type === 'dataTable' ? ['r1', 'r2'].flatMap((name) => attribute(name) ?? []) : [],
  };
};

export type Master = { readonly text: string; readonly row: number; readonly column: number };

/** The first cells of shared formula groups. */
export const findMasters = async (
  book: Workbook,
  sheet: SheetInfo,
  groups: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Master>> => {
  const found = new Map<number, Master>();
  if (groups.size === 0) return found;
  await walkSheet(book.parts.chunks(sheet.part), {
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        if ((cells.formulaStart[index] as number) < 0) continue;
        const { kind, group, text } = rawFormulaAt(cells, index);
        if (kind === 'shared' && text !== '' && groups.has(group) && !found.has(group))
          found.set(group, { text, row: cells.row, column: cells.column[index] as number });
      }
      return found.size === groups.size;
    },
  });
  return found;
};

/** Puts texts and shared formulas in place of the numbers that stand for them. */
export const settleCells = async (
  book: Workbook,
  sheet: SheetInfo,
  raw: readonly RawCell[],
): Promise<readonly Cell[]> => {
  const texts = await resolveStrings(
    book.strings,
    raw.flatMap((it) => (it.stringIndex >= 0 ? [it.stringIndex] : [])),
  );
  const masters = new Map<number, Master>();
  const missing = new Set<number>();
  for (const { formula, row, column } of raw) {
    if (formula?.kind !== 'shared') continue;
    if (formula.text !== '') masters.set(formula.group, { text: formula.text, row, column });
    else missing.add(formula.group);
  }
  for (const group of masters.keys()) missing.delete(group);
  for (const [group, master] of await findMasters(book, sheet, missing)) masters.set(group, master);
  return raw.map(({ stringIndex, formula, ...cell }) => ({
    ...cell,
    value: stringIndex >= 0 ? (texts.get(stringIndex) ?? '') : cell.value,
    formula: formula === null ? null : formulaText(formula, cell, masters),
    ...(formula?.ref && (formula.kind === 'array' || formula.kind === 'table') ? { fills: formula.ref } : {}),
  }));
};

const formulaText = (
  formula: RawFormula,
  { row, column }: { readonly row: number; readonly column: number },
  masters: ReadonlyMap<number, Master>,
): string => {
  const master = formula.kind === 'shared' && formula.text === '' ? masters.get(formula.group) : undefined;
  return master ? moveFormula(master.text, row - master.row, column - master.column) : formula.text;
};

/** The cells of a rectangle that hold something, in reading order. */
export const readCells = async (book: Workbook, sheet: SheetInfo, rect: Rect): Promise<readonly Cell[]> => {
  const raw: RawCell[] = [];
  let prefix = '';
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => (row > rect.bottom ? 'stop' : row >= rect.top),
    row: (cells) => {
      prefix = prefixAt(cells);
      collect(cells, rect, prefix, raw);
    },
  });
  return settleCells(book, sheet, raw);
};

export const collect = (cells: RowCells, rect: Rect, prefix: string, into: RawCell[]): void => {
  for (let index = 0; index < cells.count; index++) {
    const column = cells.column[index] as number;
    if (column < rect.left || column > rect.right) continue;
    const cell = rawCellAt(cells, index, prefix);
    if (cell.kind !== 'blank' || cell.formula !== null || cell.style !== 0) into.push(cell);
  }
};

/** The element prefix a row is written with, colon included. */
export const prefixAt = ({ buffer, start }: RowCells): string => {
  const name = buffer.toString('latin1', start + 1, start + 60);
  return /^[\w.-]+:/.exec(name)?.[0] ?? '';
};
