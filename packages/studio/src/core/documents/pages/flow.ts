import type { Align, Picture, Tone } from './blocks.ts';
import { type Mark, type Role, type StructureNode, sheet } from './page.ts';
import type { SetLine, Setting } from './text-lines.ts';

/** A box measured from the start edge of the text: the left one in English, the right one in Hebrew. */
export type Box = { readonly start: number; readonly width: number };

export const textWidth = sheet.width - 2 * sheet.side;
const lowest = sheet.height - sheet.bottom;

/** Pages being filled from the top. Everything below speaks of start and end, and only here become left and right. */
export const createFlow = (accent: string) => {
  const pages: Mark[][] = [];
  const nodes: StructureNode[] = [];
  let y: number = sheet.top;

  const colourOf: Readonly<Record<Tone, string>> = {
    normal: '#1c2128',
    muted: '#5b6470',
    accent,
    inverse: '#ffffff',
  };
  const put = (mark: Mark): void => void pages.at(-1)?.push(mark);
  const leftOf = ({ start, width }: Box, { direction }: Setting): number =>
    direction === 'rtl' ? sheet.width - sheet.side - start - width : sheet.side + start;

  const flow = {
    pages,
    nodes,
    y: () => y,
    room: () => lowest - y,
    /** All the room of an empty page. */
    fullRoom: lowest - sheet.top,
    newPage: (): void => {
      pages.push([]);
      y = sheet.top;
    },
    down: (points: number): void => {
      y += points;
    },
    node: (role: Role, parent: number | null, more: { readonly text?: string; readonly lang?: string } = {}): number =>
      nodes.push({ role, parent, ...more }) - 1,
    fill: (box: Box, height: number, colour: string, setting: Setting, top = y): void =>
      put({ kind: 'fill', x: leftOf(box, setting), y: top, width: box.width, height, colour }),
    /** A line whose top is at `top`, aligned in its box. */
    line: (line: SetLine, box: Box, align: Align, setting: Setting, node: number | null, top = y): void => {
      if (line.glyphs.length === 0) return;
      const left = leftOf(box, setting);
      const slack = box.width - line.width;
      const isLeft = align !== 'number' && (align === 'start') === (setting.direction === 'ltr');
      put({
        kind: 'text',
        x: align === 'center' ? left + slack / 2 : isLeft ? left : left + slack,
        y: top + line.baseline,
        size: line.size,
        bold: line.bold,
        colour: colourOf[line.tone],
        glyphs: line.glyphs,
        node,
      });
    },
    picture: ({ id }: Picture, box: Box, height: number, setting: Setting, node: number | null, top = y): void =>
      put({ kind: 'picture', id, x: leftOf(box, setting), y: top, width: box.width, height, node }),
  };
  return flow;
};

export type Flow = ReturnType<typeof createFlow>;

/** The size of a picture inside a frame, its shape kept. */
export const fitPicture = ({ widthPx, heightPx }: Picture, width: number, height: number) => {
  const scale = Math.min(width / Math.max(1, widthPx), height / Math.max(1, heightPx));
  return { width: widthPx * scale, height: heightPx * scale };
};
