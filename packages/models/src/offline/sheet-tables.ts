import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject } from './plan.ts';
import { columnLetters, columnNumber } from './rules/column-letters.ts';

/** One table of a sheet: where it stands, its heads, and how many of its rows nobody sees. */
export type SheetTable = { readonly range: string | null; readonly heads: readonly string[]; readonly hidden: number };

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
type Region = Box & { readonly headerRow: number | null; readonly heads: readonly string[] };

/** The tables of a sheet, the largest first. A blank row inside a table does not end it. */
export const tablesOnSheet = (sheet: JsonObject): readonly SheetTable[] => {
  const regions = asList(sheet.regions).map(asObject).flatMap(regionOf);
  const size = ({ left, right, top, bottom }: Box) => (right - left + 1) * (bottom - top + 1);
  const headed = regions
    .filter((each) => each.headerRow !== null && each.bottom > (each.headerRow ?? 0) && each.right > each.left)
    .toSorted((a, b) => size(b) - size(a));
  const hidden = asList(sheet.hidden_rows).flatMap((each) => rowsIn(String(each)));
  const tables = headed.map((table): SheetTable => {
    const all = regions.filter(
      (each) =>
        each.headerRow === null &&
        each.top > table.bottom &&
        each.left === table.left &&
        each.right > each.left &&
        each.right <= table.right &&
        headed.every(
          (other) =>
            other.left > table.right || other.right < table.left || other.top <= table.top || other.top > each.top,
        ),
    );
    const bottom = Math.max(table.bottom, ...all.map((each) => each.bottom));
    const isWhole = headed.length === 1 && all.length === 0;
    const [top, unseen] = [table.headerRow ?? table.top, hidden.filter((row) => row > table.top && row <= bottom)];
    return {
      range: isWhole ? null : `${columnLetters(table.left)}${top}:${columnLetters(table.right)}${bottom}`,
      heads: table.heads,
      hidden: unseen.length,
    };
  });
  return tables.length > 0 ? tables : [{ range: null, heads: [], hidden: hidden.length }];
};

const regionOf = (region: JsonObject): readonly Region[] => {
  const box = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(String(region.range ?? ''));
  if (!box) return [];
  const [, from = 'A', top = '1', to = from, bottom = top] = box;
  return [
    {
      left: columnNumber(from),
      right: columnNumber(to),
      top: Number(top),
      bottom: Number(bottom),
      headerRow: typeof region.header_row === 'number' ? region.header_row : null,
      heads: asList(region.headers).map(String),
    },
  ];
};

const rowsIn = (said: string): readonly number[] => {
  const [from = 0, to = from] = said.split(/[-:]/).map(Number);
  return Number.isInteger(from) && Number.isInteger(to)
    ? Array.from({ length: Math.min(to - from + 1, mostHidden) }, (_, at) => from + at)
    : [];
};
const mostHidden = 100_000;
