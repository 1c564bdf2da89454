import { type Direction, firstStrongDirection, levelsOf } from '../text/bidi.ts';
import { breakLines } from '../text/break-lines.ts';
import { isolateIslands } from '../text/isolate.ts';
import { type PlacedLine, placeLine } from '../text/place-line.ts';
import { printable } from '../text/printable.ts';
import type { Text, Tone } from './blocks.ts';
import type { Measure } from './page.ts';

/** A line ready to be put somewhere: all it needs is the box to stand in. */
export type SetLine = PlacedLine & {
  readonly size: number;
  readonly bold: boolean;
  readonly tone: Tone;
  readonly height: number;
  /** From the top of the line to its baseline. */
  readonly baseline: number;
};

export type Setting = {
  readonly measure: Measure;
  readonly direction: Direction;
  /** The direction of the whole file, by which extractors read every line of it. */
  readonly pageIsRtl: boolean;
};

const leading = 1.32;
export const bodySize = 9.5;

/** A paragraph broken to a width. */
export const setText = (given: Text, width: number, { measure, direction, pageIsRtl }: Setting): readonly SetLine[] => {
  const size = given.size ?? bodySize;
  const bold = given.bold ?? false;
  const tone = given.tone ?? 'normal';
  const widthOf = (char: string): number => measure.widthOf(char, bold) * size;
  const height = size * leading;
  const baseline = (height - (measure.ascent + measure.descent) * size) / 2 + measure.ascent * size;
  return printable(given.text, measure.hasGlyph)
    .split('\n')
    .flatMap((paragraph) => {
      const text = isolateIslands(paragraph);
      const base = given.direction ?? firstStrongDirection(paragraph, direction);
      const levels = levelsOf(text, base);
      const isReadRtl = pageIsRtl || base === 'rtl';
      return breakLines(text, widthOf, width).map(
        ({ from, to }): SetLine => ({
          ...(to < from ? { width: 0, glyphs: [] } : placeLine({ text, levels, from, to }, widthOf, isReadRtl)),
          size,
          bold,
          tone,
          height,
          baseline,
        }),
      );
    });
};

export const heightOf = (lines: readonly SetLine[]): number => lines.reduce((all, { height }) => all + height, 0);
