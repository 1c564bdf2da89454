import type { PlacedGlyph } from '../text/place-line.ts';

/** A4 in points, and the room inside its margins. */
export const sheet = { width: 595.28, height: 841.89, side: 46, top: 46, bottom: 58 } as const;

export type Measure = {
  /** Width of a character at size 1. */
  readonly widthOf: (char: string, bold: boolean) => number;
  readonly hasGlyph: (char: string) => boolean;
  /** Height above and depth below the baseline at size 1, both positive. */
  readonly ascent: number;
  readonly descent: number;
};

export type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Sect';

/** A node of the document's structure, for readers that do not look. Parents come before their children. */
export type StructureNode = {
  readonly role: Role;
  readonly parent: number | null;
  readonly text?: string;
  readonly lang?: string;
};

/** Something on a page; `y` counts from the top. Without a node it is decoration. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold: boolean;
      readonly colour: string;
      readonly glyphs: readonly PlacedGlyph[];
      readonly node: number | null;
    }
  | {
      readonly kind: 'fill';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
    }
  | {
      readonly kind: 'picture';
      readonly id: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly node: number | null;
    };

export type LaidOut = {
  readonly pages: readonly (readonly Mark[])[];
  readonly nodes: readonly StructureNode[];
  /** Whether readers are told that the document runs from right to left. */
  readonly isRtl: boolean;
};
