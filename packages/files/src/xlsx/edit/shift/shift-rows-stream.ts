import { escapeXmlText } from '../../../package/xml-text.ts';
import { rawText } from '../../cell-text.ts';
import { prefixAt } from '../../cells.ts';
import { cellRef, parseRect, rectRef } from '../../ref.ts';
import type { RowCells } from '../../row-cells.ts';
import { createWalker } from '../../sheet-stream.ts';
import { mayChangeValue, movedIndex, movedRect, type Shift } from './axis-shift.ts';

export type SheetShift = {
  /** Undefined when only formulas of this sheet change, because another sheet is shifted. */
  readonly shift: Shift | undefined;
  readonly formula: (text: string) => string;
  readonly frame: { readonly head: string; readonly tail: string };
  /** The formula a cell of a shared group has of its own; such groups do not survive a shift. */
  readonly unshared: (row: number, column: number) => string | undefined;
  /** Told of each formula whose value may have changed, at its new place. */
  readonly changed: (row: number, column: number) => void;
};

/** Copies a sheet with its rows and cells renumbered and its formulas rewritten. */
export async function* shiftSheet(source: AsyncIterable<Buffer>, job: SheetShift): AsyncGenerator<Buffer> {
  const out: Buffer[] = [];
  const walker = createWalker({
    head: () => void out.push(Buffer.from(job.frame.head)),
    row: (cells) => {
      const made = shiftedRow(cells, job);
      if (made !== undefined) out.push(Buffer.from(made));
    },
  });
  for await (const chunk of source) {
    walker.feed(chunk);
    if (out.length > 0) yield Buffer.concat(out.splice(0));
  }
  walker.finish();
  yield Buffer.concat([...out, Buffer.from(job.frame.tail)]);
}

const shiftedRow = (cells: RowCells, job: SheetShift): string | undefined => {
  const { buffer } = cells;
  const { shift } = job;
  const row = shift?.axis === 'row' ? movedIndex(shift, cells.row) : cells.row;
  if (row === undefined) return undefined;
  const prefix = prefixAt(cells);
  const tag = buffer.toString('utf8', cells.start, cells.openEnd);
  const numbered = /\sr\s*=/.test(tag)
    ? tag.replace(/(\sr\s*=\s*["'])\d+/, `$1${row}`)
    : tag.replace(/^<[^\s/>]+/, (name) => `${name} r="${row}"`);
  // The spans of a row are a hint that a column shift makes wrong.
  const bare = shift?.axis === 'column' ? numbered.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '') : numbered;
  if (cells.selfClosing) return bare;
  let xml = bare;
  for (let index = 0; index < cells.count; index++) {
    const old = cells.column[index] as number;
    const column = shift?.axis === 'column' ? movedIndex(shift, old) : old;
    if (column !== undefined) xml += shiftedCell(cells, index, row, column, prefix, job);
  }
  return `${xml}</${prefix}row>`;
};

const shiftedCell = (
  cells: RowCells,
  index: number,
  row: number,
  column: number,
  prefix: string,
  job: SheetShift,
): string => {
  const { buffer } = cells;
  const start = cells.cellStart[index] as number;
  const end = cells.cellEnd[index] as number;
  const formulaStart = cells.formulaStart[index] as number;
  const openEnd = buffer.indexOf(62, start) + 1;
  const tag = buffer.toString('utf8', start, openEnd);
  const reference = cellRef(row, column);
  const moved = /\sr\s*=/.test(tag)
    ? tag.replace(/(\sr\s*=\s*["'])[A-Za-z]+\d+/, `$1${reference}`)
    : tag.replace(`<${prefix}c`, `<${prefix}c r="${reference}"`);
  if (formulaStart < 0) return moved + buffer.toString('utf8', openEnd, end);
  const formulaEnd = cells.formulaEnd[index] as number;
  const before = buffer.toString('utf8', openEnd, formulaStart);
  const after = buffer.toString('utf8', formulaEnd, end);
  return moved + before + shiftedFormulaXml(cells, index, row, column, prefix, job) + after;
};

const shiftedFormulaXml = (
  cells: RowCells,
  index: number,
  row: number,
  column: number,
  prefix: string,
  job: SheetShift,
): string => {
  const { buffer } = cells;
  const openEnd = cells.formulaOpenEnd[index] as number;
  const own = job.unshared(cells.row, cells.column[index] as number);
  const text = own ?? rawText(buffer, openEnd, cells.formulaTextEnd[index] as number);
  const changed = job.formula(text);
  if (mayChangeValue(text, changed)) job.changed(row, column);
  if (own !== undefined) return `<${prefix}f>${escapeXmlText(changed)}</${prefix}f>`;
  const tag = buffer
    .toString('utf8', cells.formulaStart[index] as number, openEnd)
    .replace(/(\sref\s*=\s*["'])([^"']*)/, (whole, lead: string, ref: string) => {
      const rect = parseRect(ref);
      const moved = rect && job.shift ? movedRect(job.shift, rect) : rect;
      return moved ? lead + rectRef(moved) : whole;
    });
  return tag.endsWith('/>') ? tag : `${tag}${escapeXmlText(changed)}</${prefix}f>`;
};
