import { refuseRead } from '../package/refusal.ts';
import { MAX_COL } from './ref.ts';
import { CellType, growRowCells, type RowCells } from './row-cells.ts';

const SPACE = 32;
const BANG = 33;
const QUOTE = 34;
const SLASH = 47;
const LT = 60;
const EQ = 61;
const GT = 62;

/**
 * Cuts the cells of one complete row, whose start tag has been read already. `prefix` is the length of the namespace
 * prefix with its colon. This is the loop a whole sheet goes through, hence bytes and no calls per character.
 */
export const scanRow = (cells: RowCells, prefix: number): void => {
  const { buffer } = cells;
  const end = cells.closeStart;
  let at = cells.openEnd;
  let previous = 0;
  cells.count = 0;
  while (at < end) {
    if (buffer[at] !== LT) {
      at++;
      continue;
    }
    const name = at + 1 + prefix;
    const next = buffer[name + 1];
    if (buffer[name] === 99 && (next === SPACE || next === GT || next === SLASH || isSpace(next))) {
      at = scanCell(cells, at, end, prefix, previous);
      previous = cells.column[cells.count - 1] as number;
    } else at = skipElement(buffer, at, end);
  }
};

/** The same for a row that was found before and is known only by where it stands. */
export const scanSpan = (
  cells: RowCells,
  buffer: Buffer,
  start: number,
  end: number,
  row: number,
  prefix: number,
): RowCells => {
  const openEnd = buffer.indexOf(GT, start) + 1;
  cells.buffer = buffer;
  cells.row = row;
  cells.from = start;
  cells.start = start;
  cells.openEnd = openEnd;
  cells.end = end;
  cells.selfClosing = openEnd >= end;
  cells.closeStart = cells.selfClosing ? openEnd : buffer.lastIndexOf(LT, end - 1);
  scanRow(cells, prefix);
  return cells;
};

const malformed = (): never => refuseRead('xml_malformed', 'A sheet of the workbook is not well-formed.');

const isSpace = (code: number | undefined): boolean => code === 10 || code === 13 || code === 9 || code === SPACE;

const scanCell = (cells: RowCells, start: number, end: number, prefix: number, previous: number): number => {
  const { buffer } = cells;
  if (cells.count >= cells.type.length) growRowCells(cells);
  const index = cells.count++;
  let column = 0;
  let style = 0;
  let type = 0;
  let closed = false;
  let at = start + 2 + prefix;
  for (;;) {
    if (at >= end) malformed();
    const code = buffer[at] as number;
    if (code === SPACE || code === 10 || code === 13 || code === 9) {
      at++;
      continue;
    }
    if (code === GT) {
      at++;
      break;
    }
    if (code === SLASH) {
      closed = true;
      at += 2;
      break;
    }
    let valueAt = at + 3;
    let quote = QUOTE;
    if (buffer[at + 1] !== EQ || buffer[at + 2] !== QUOTE) {
      const equals = buffer.indexOf(EQ, at);
      if (equals < 0 || equals >= end) malformed();
      let opening = equals + 1;
      while (isSpace(buffer[opening])) opening++;
      quote = buffer[opening] as number;
      valueAt = opening + 1;
      if (equals !== at + 1 && !isSpace(buffer[at + 1])) {
        const closing = buffer.indexOf(quote, valueAt);
        if (closing < 0 || closing >= end) malformed();
        at = closing + 1;
        continue;
      }
    }
    let p = valueAt;
    if (code === 114) {
      let digit = buffer[p] as number;
      while (digit > 57) {
        column = column * 26 + ((digit & 0xdf) - 64);
        digit = buffer[++p] as number;
      }
      let row = 0;
      while (digit >= 48 && digit <= 57) {
        row = row * 10 + digit - 48;
        digit = buffer[++p] as number;
      }
      if (row !== cells.row) cells.disorder = true;
      if (digit !== quote) malformed();
    } else if (code === 115) {
      let digit = buffer[p] as number;
      while (digit >= 48 && digit <= 57) {
        style = style * 10 + digit - 48;
        digit = buffer[++p] as number;
      }
      if (digit !== quote) malformed();
    } else if (code === 116) {
      type = typeAt(buffer, p, quote);
      while (p < end && buffer[p] !== quote) p++;
    } else while (p < end && buffer[p] !== quote) p++;
    at = p + 1;
  }
  if (column === 0) column = previous + 1;
  if (column > MAX_COL || column < 1) refuseRead('dimension', 'A cell lies beyond the grid of a sheet.');
  if (column <= previous) cells.disorder = true;
  cells.column[index] = column;
  cells.style[index] = style;
  cells.type[index] = type;
  cells.cellStart[index] = start;
  cells.valueStart[index] = -1;
  cells.valueEnd[index] = -1;
  cells.formulaStart[index] = -1;
  cells.inlineStart[index] = -1;
  cells.inlineEnd[index] = -1;
  if (!closed) at = scanContent(cells, index, at, end, prefix);
  cells.cellEnd[index] = at;
  return at;
};

const scanContent = (cells: RowCells, index: number, from: number, end: number, prefix: number): number => {
  const { buffer } = cells;
  let at = from;
  for (;;) {
    while (at < end && buffer[at] !== LT) at++;
    if (at >= end) malformed();
    if (buffer[at + 1] === SLASH) {
      at += 2;
      while (at < end && buffer[at] !== GT) at++;
      return at + 1;
    }
    const name = at + 1 + prefix;
    const letter = buffer[name];
    const next = buffer[name + 1];
    if (letter === 118 && next === GT) {
      let p = name + 2;
      const start = p;
      while (p < end && (buffer[p] !== LT || buffer[p + 1] === BANG)) p++;
      cells.valueStart[index] = start;
      cells.valueEnd[index] = p;
      at = p + 4 + prefix;
      if (buffer[at - 1] !== GT) at = past(buffer, GT, p, end);
      continue;
    }
    if ((letter === 118 || letter === 102) && (next === SPACE || next === SLASH || next === GT || isSpace(next))) {
      const start = at;
      const openEnd = past(buffer, GT, at, end);
      let textEnd = openEnd;
      at = openEnd;
      if (buffer[openEnd - 2] !== SLASH) {
        while (textEnd < end && (buffer[textEnd] !== LT || buffer[textEnd + 1] === BANG)) textEnd++;
        at = past(buffer, GT, textEnd, end);
      }
      if (letter === 118) {
        cells.valueStart[index] = openEnd;
        cells.valueEnd[index] = textEnd;
      } else {
        cells.formulaStart[index] = start;
        cells.formulaOpenEnd[index] = openEnd;
        cells.formulaTextEnd[index] = textEnd;
        cells.formulaEnd[index] = at;
      }
      continue;
    }
    if (letter === 105 && next === 115 && (buffer[name + 2] === GT || buffer[name + 2] === SLASH)) {
      const start = past(buffer, GT, at, end);
      const stop = skipElement(buffer, at, end);
      cells.inlineStart[index] = start;
      cells.inlineEnd[index] = Math.max(start, buffer.lastIndexOf(LT, stop - 1));
      at = stop;
      continue;
    }
    at = skipElement(buffer, at, end);
  }
};

const past = (buffer: Buffer, code: number, from: number, end: number): number => {
  let at = from;
  while (at < end && buffer[at] !== code) at++;
  return at < end ? at + 1 : malformed();
};

const typeAt = (buffer: Buffer, at: number, quote: number): number => {
  switch (buffer[at]) {
    case 115:
      return buffer[at + 1] === quote ? CellType.shared : CellType.text;
    case 98:
      return CellType.boolean;
    case 101:
      return CellType.error;
    case 105:
      return CellType.inline;
    case 100:
      return CellType.date;
    default:
      return CellType.number;
  }
};

/** Just after the element (or comment) that starts at `start`. */
const skipElement = (buffer: Buffer, start: number, end: number): number => {
  let depth = 0;
  let at = start;
  while (at < end) {
    let tag = at;
    while (tag < end && buffer[tag] !== LT) tag++;
    if (tag >= end) malformed();
    if (buffer[tag + 1] === BANG) {
      // `-->` or `]]>`, byte by byte: a million sections would be a million searches.
      const mark = buffer[tag + 2] === 45 ? 45 : 93;
      at = tag + 5;
      while (at < end && (buffer[at] !== GT || buffer[at - 1] !== mark || buffer[at - 2] !== mark)) at++;
      if (at >= end) malformed();
      at++;
    } else {
      const close = past(buffer, GT, tag, end);
      if (buffer[tag + 1] === SLASH) depth--;
      else if (buffer[close - 2] !== SLASH) depth++;
      at = close;
    }
    if (depth === 0) return at;
    if (depth < 0 || depth > 256) malformed();
  }
  return malformed();
};
