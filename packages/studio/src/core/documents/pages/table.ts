import type { Block, Cell, Column, Row } from './blocks.ts';
import { type Box, type Flow, fitPicture, textWidth } from './flow.ts';
import { heightOf, type SetLine, type Setting, setText } from './text-lines.ts';

type Table = Extract<Block, { readonly kind: 'table' }>;
/** What is still to be drawn of a cell. */
type CellRest = { readonly lines: readonly SetLine[]; readonly picture: Cell['picture'] };

const padding = { side: 5, top: 3.5 };
const pictureHeight = 70;
const ruleColour = '#d5dae1';
const groupColour = '#f2f4f7';

/** Rows stay whole where a page can hold them; the head stands on every page the table reaches. */
export const layTable = (table: Table, flow: Flow, setting: Setting, accent: string, parent: number): void => {
  const boxes = boxesOf(table.columns, table.width ?? 1);
  const node = flow.node('Table', parent);
  const widthOf = (at: number): number => (boxes[at]?.width ?? 0) - 2 * padding.side;
  const setCell = (cell: Cell, at: number, bold: boolean): CellRest => ({
    lines: cell.texts.flatMap((text) => setText(bold ? { ...text, bold: true } : text, widthOf(at), setting)),
    picture: cell.picture,
  });

  const head = table.head?.map((text, at) => setCell({ texts: [{ text, tone: 'inverse', size: 9 }] }, at, true));
  const headHeight = head ? rowHeight(head) : 0;
  let isFirstHead = true;
  const drawHead = (): void => {
    if (!head) return;
    for (const box of boxes) flow.fill(box, headHeight, accent, setting);
    // Said once to those who listen; the others need it on every page.
    const row = isFirstHead ? flow.node('TR', node) : null;
    for (const [at, { lines }] of head.entries()) {
      const cell = row === null ? null : flow.node('TH', row, { text: table.head?.[at] ?? '' });
      drawLines(flow, lines, inner(boxes[at]), table.columns[at]?.align ?? 'start', setting, cell);
    }
    isFirstHead = false;
    flow.down(headHeight);
  };

  const keepsFirstRow = headHeight + rowHeight(firstRow(table.rows).map((cell, at) => setCell(cell, at, false)));
  if (flow.room() < Math.min(keepsFirstRow, flow.fullRoom)) flow.newPage();
  drawHead();
  for (const row of table.rows) {
    const rowNode = flow.node('TR', node);
    const cellNodes = row.cells.map(({ texts }) =>
      flow.node('TD', rowNode, { text: texts.map(({ text }) => text).join('\n') }),
    );
    let rest = row.cells.map((cell, at) => setCell(cell, at, row.style !== undefined));
    const height = rowHeight(rest);
    if (height > flow.room() && height <= flow.fullRoom - headHeight) {
      flow.newPage();
      drawHead();
    }
    while (rest.length > 0) {
      const { now, later } = cut(rest, flow.room());
      drawRow(now, row, { boxes, columns: table.columns, cellNodes, flow, setting });
      if (later) {
        flow.newPage();
        drawHead();
      }
      rest = later ?? [];
    }
  }
};

const firstRow = (rows: readonly Row[]): readonly Cell[] => rows[0]?.cells ?? [];

type RowPlace = {
  readonly boxes: readonly Box[];
  readonly columns: readonly Column[];
  readonly cellNodes: readonly number[];
  readonly flow: Flow;
  readonly setting: Setting;
};

const drawRow = (cells: readonly CellRest[], row: Row, place: RowPlace): void => {
  const { boxes, columns, cellNodes, flow, setting } = place;
  const height = rowHeight(cells);
  for (const [at, box] of boxes.entries()) {
    if (row.style === 'group') flow.fill(box, height, groupColour, setting);
    flow.fill(box, row.style === 'total' ? 1.1 : 0.5, row.style === 'total' ? '#5b6470' : ruleColour, setting);
    const rest = cells[at];
    if (!rest) continue;
    const frame = inner(box);
    const node = cellNodes[at] ?? null;
    drawLines(flow, rest.lines, frame, columns[at]?.align ?? 'start', setting, node);
    if (!rest.picture) continue;
    const size = fitPicture(rest.picture, frame.width, pictureHeight);
    const figure = flow.node('Figure', node, { text: rest.picture.alt });
    const top = flow.y() + padding.top + heightOf(rest.lines) + 3;
    flow.picture(rest.picture, { start: frame.start, width: size.width }, size.height, setting, figure, top);
  }
  flow.down(height);
};

const drawLines = (
  flow: Flow,
  lines: readonly SetLine[],
  box: Box,
  align: Column['align'],
  setting: Setting,
  node: number | null,
): void => {
  let top = flow.y() + padding.top;
  for (const line of lines) {
    flow.line(line, box, align, setting, node, top);
    top += line.height;
  }
};

const rowHeight = (cells: readonly CellRest[]): number =>
  Math.max(0, ...cells.map(({ lines, picture }) => heightOf(lines) + (picture ? pictureHeight + 6 : 0))) +
  2 * padding.top;

/** As many lines of each cell as fit; a cell's picture comes with its last line. */
const cut = (
  cells: readonly CellRest[],
  room: number,
): { readonly now: readonly CellRest[]; readonly later: CellRest[] | null } => {
  if (rowHeight(cells) <= room) return { now: cells, later: null };
  const split = cells.map(({ lines, picture }) => {
    const pictureRoom = picture ? pictureHeight + 6 : 0;
    if (heightOf(lines) + pictureRoom + 2 * padding.top <= room)
      return { now: { lines, picture }, later: { lines: [], picture: undefined } };
    let used = 2 * padding.top;
    let count = 0;
    while (count < lines.length && used + (lines[count]?.height ?? 0) <= room) {
      used += lines[count]?.height ?? 0;
      count += 1;
    }
    return {
      now: { lines: lines.slice(0, count), picture: undefined },
      later: { lines: lines.slice(count), picture },
    };
  });
  return { now: split.map(({ now }) => now), later: split.map(({ later }) => later) };
};

const inner = (box: Box | undefined): Box => ({
  start: (box?.start ?? 0) + padding.side,
  width: (box?.width ?? 0) - 2 * padding.side,
});

const boxesOf = (columns: readonly Column[], share: number): readonly Box[] => {
  const whole = columns.reduce((all, column) => all + column.share, 0);
  let start = textWidth * (1 - share);
  return columns.map((column) => {
    const width = (textWidth * share * column.share) / whole;
    const box = { start, width };
    start += width;
    return box;
  });
};
