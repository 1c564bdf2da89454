import type { Direction } from '../text/bidi.ts';

export type Tone = 'normal' | 'muted' | 'accent' | 'inverse';

/** One paragraph. Without a direction of its own it takes that of its first letter. */
export type Text = {
  readonly text: string;
  readonly direction?: Direction;
  readonly size?: number;
  readonly bold?: boolean;
  readonly tone?: Tone;
};

/** Numbers line up at their right edge in either direction. */
export type Align = 'start' | 'end' | 'center' | 'number';

export type Column = { readonly share: number; readonly align: Align };

/** What stands in one cell, one paragraph below the other, under a picture if there is one. */
export type Cell = { readonly texts: readonly Text[]; readonly picture?: Picture };

export type Row = { readonly cells: readonly Cell[]; readonly style?: 'group' | 'total' };

/** A picture by the name its bytes are handed over with. */
export type Picture = {
  readonly id: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly alt: string;
};

/** The size of each picture by its name; a picture that is not there is left out. */
export type PictureSizes = ReadonlyMap<string, { readonly widthPx: number; readonly heightPx: number }>;

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: Text }
  | { readonly kind: 'paragraph'; readonly text: Text }
  | { readonly kind: 'space'; readonly points: number }
  /** Two columns that stay together, such as the sender and the facts of the document. */
  | {
      readonly kind: 'pair';
      readonly start: readonly Text[];
      readonly end: readonly Text[];
      readonly logo?: Picture;
    }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly head?: readonly string[];
      readonly rows: readonly Row[];
      /** The share of the width it takes, at the end side; a whole table otherwise. */
      readonly width?: number;
    };

/** One language of a document; it begins on a page of its own. */
export type Section = {
  readonly lang: 'he' | 'en';
  readonly direction: Direction;
  readonly blocks: readonly Block[];
  /** The line at the foot of each page. */
  readonly foot: (page: number, of: number) => string;
};

export type PrintedDocument = {
  readonly title: string;
  readonly author: string;
  /** ISO time; the only time a document carries, so that the same quote gives the same bytes. */
  readonly at: string;
  readonly accent: string;
  readonly sections: readonly Section[];
};
