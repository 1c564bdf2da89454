import { type Rect, rectRef, union } from '../ref.ts';

export type FocusHint =
  | {
      readonly sheet: string;
      readonly row_start: number;
      readonly row_end: number;
      readonly col_start: number;
      readonly col_end: number;
    }
  | { readonly sheet: string };

/** What a batch really did, from which its summary and its hint are made. */
export interface Effects {
  readonly cell: (sheet: string, row: number, column: number) => void;
  readonly styled: (sheet: string, rect: Rect) => void;
  /** A change that is not a cell: a sentence in a few words. */
  readonly said: (sheet: string | null, words: string) => void;
  readonly renamed: (from: string, to: string) => void;
  readonly removed: (sheet: string) => void;
  /** Cells noted so far have moved. */
  readonly shifted: (sheet: string, move: (rect: Rect) => Rect | undefined) => void;
  readonly summary: (recalculated: number, cleared: number) => string;
  readonly hint: () => FocusHint | null;
  readonly counts: () => { readonly cells: number; readonly sheets: readonly string[] };
}

type SheetEffect = { cells: number; rect: Rect | undefined; styled: Rect | undefined; said: string[] };

export const createEffects = (): Effects => {
  const sheets = new Map<string, SheetEffect>();
  const general: string[] = [];
  const of = (name: string): SheetEffect => {
    const known = sheets.get(name) ?? { cells: 0, rect: undefined, styled: undefined, said: [] };
    sheets.set(name, known);
    return known;
  };
  return {
    cell: (sheet, row, column) => {
      const it = of(sheet);
      it.cells++;
      it.rect = union(it.rect, { top: row, left: column, bottom: row, right: column });
    },
    styled: (sheet, rect) => {
      const it = of(sheet);
      it.styled = union(it.styled, rect);
    },
    said: (sheet, words) => {
      general.push(words);
      if (sheet !== null) of(sheet).said.push(words);
    },
    renamed: (from, to) => {
      const known = sheets.get(from);
      if (!known) return;
      sheets.delete(from);
      sheets.set(to, known);
    },
    removed: (sheet) => void sheets.delete(sheet),
    shifted: (sheet, move) => {
      const it = sheets.get(sheet);
      if (!it) return;
      it.rect = it.rect && move(it.rect);
      it.styled = it.styled && move(it.styled);
    },
    summary: (recalculated, cleared) => {
      const sentences = [...new Set(general)];
      for (const [name, { cells, rect, styled }] of sheets) {
        if (cells > 0 && rect) sentences.push(`${count(cells, 'cell')} set in ${name}!${rectRef(rect)}`);
        else if (styled) sentences.push(`format changed in ${name}!${rectRef(styled)}`);
      }
      if (recalculated > 0) sentences.push(`${count(recalculated, 'formula')} recalculated`);
      if (cleared > 0) sentences.push(`${count(cleared, 'formula')} left to be recalculated on opening`);
      const text = sentences.length === 0 ? 'Nothing changed.' : `${sentences.join('; ')}.`;
      const upper = text.slice(0, 1).toUpperCase() + text.slice(1);
      return upper.length <= 240 ? upper : `${upper.slice(0, 239)}…`;
    },
    hint: () => {
      let best: { name: string; rect: Rect; area: number } | undefined;
      for (const [name, { rect, styled }] of sheets) {
        const shown = rect ?? styled;
        if (!shown) continue;
        const area = (shown.bottom - shown.top + 1) * (shown.right - shown.left + 1);
        if (!best || area > best.area) best = { name, rect: shown, area };
      }
      if (best) {
        const { name, rect } = best;
        return {
          sheet: name,
          row_start: rect.top - 1,
          row_end: rect.bottom - 1,
          col_start: rect.left - 1,
          col_end: rect.right - 1,
        };
      }
      const [name] = [...sheets].find(([, { said }]) => said.length > 0) ?? [];
      return name === undefined ? null : { sheet: name };
    },
    counts: () => ({
      cells: [...sheets.values()].reduce((sum, { cells }) => sum + cells, 0),
      sheets: [...sheets.keys()],
    }),
  };
};

const count = (number: number, word: string): string => `${number} ${number === 1 ? word : `${word}s`}`;
