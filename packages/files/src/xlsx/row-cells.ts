import { refuseRead } from '../package/refusal.ts';

/** How a cell says its value is to be read: the `t` attribute. */
export const CellType = { number: 0, shared: 1, text: 2, boolean: 3, error: 4, inline: 5, date: 6 } as const;

/**
 * One row, cut into cells without copying: columns of numbers over a window of sheet bytes. It is reused for the next
 * row, so what is kept must be copied. Spans are positions in `buffer`; -1 means absent.
 */
export type RowCells = {
  buffer: Buffer;
  /** 1-based. */
  row: number;
  /** Where the row before ended: between `from` and `start` there is only white space or comments. */
  from: number;
  /** The whole `<row>` element. */
  start: number;
  openEnd: number;
  end: number;
  /** At `</row>`; equals `openEnd` when self-closing. */
  closeStart: number;
  selfClosing: boolean;
  count: number;
  column: Int32Array;
  style: Int32Array;
  type: Uint8Array;
  cellStart: Int32Array;
  cellEnd: Int32Array;
  /** Text of `<v>`. */
  valueStart: Int32Array;
  valueEnd: Int32Array;
  /** The `<f>` element, and its text inside. */
  formulaStart: Int32Array;
  formulaOpenEnd: Int32Array;
  formulaTextEnd: Int32Array;
  formulaEnd: Int32Array;
  /** What stands inside `<is>`. */
  inlineStart: Int32Array;
  inlineEnd: Int32Array;
  /** Rows or cells out of order, repeated or misnumbered were seen in this sheet. */
  disorder: boolean;
};

const COLUMNS = [
  'column',
  'style',
  'cellStart',
  'cellEnd',
  'valueStart',
  'valueEnd',
  'formulaStart',
  'formulaOpenEnd',
  'formulaTextEnd',
  'formulaEnd',
  'inlineStart',
  'inlineEnd',
] as const;

export const createRowCells = (): RowCells => {
  const cells = {
    buffer: Buffer.alloc(0),
    row: 0,
    from: 0,
    start: 0,
    openEnd: 0,
    end: 0,
    closeStart: 0,
    selfClosing: false,
    count: 0,
    type: new Uint8Array(64),
    disorder: false,
  } as RowCells;
  for (const name of COLUMNS) cells[name] = new Int32Array(64);
  return cells;
};

// A row holds at most 16,384 columns; more cells than this can only be repeats.
const MOST_CELLS = 65_536;

export const growRowCells = (cells: RowCells): void => {
  const size = cells.type.length * 2;
  if (size > MOST_CELLS) refuseRead('dimension', 'A row holds more cells than a sheet has columns.');
  const type = new Uint8Array(size);
  type.set(cells.type);
  cells.type = type;
  for (const name of COLUMNS) {
    const grown = new Int32Array(size);
    grown.set(cells[name]);
    cells[name] = grown;
  }
};

/** A cell that holds something: a value, a formula or an inline text. */
export const isFilled = (cells: RowCells, index: number): boolean =>
  (cells.valueEnd[index] as number) > (cells.valueStart[index] as number) ||
  (cells.formulaStart[index] as number) >= 0 ||
  (cells.inlineEnd[index] as number) > (cells.inlineStart[index] as number);
