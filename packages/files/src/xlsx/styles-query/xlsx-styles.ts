import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import type { XmlElement } from '../../package/xml.ts';
import { attributeOf, childOf, elementsOf, flagOf, numberOf } from '../../package/xml-query.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { picturesOn } from '../assets/copy-image.ts';
import { selectRange } from '../read/select-range.ts';
import { type Rect, rectRef } from '../ref.ts';
import { walkSheet } from '../sheet-stream.ts';
import type { Styles } from '../styles.ts';
import { openWorkbook, type SheetInfo, type Workbook } from '../workbook.ts';

export type CellStyleGroup = {
  readonly style: number;
  readonly count: number;
  readonly samples: readonly string[];
  readonly number_format: string;
  readonly font: string;
  readonly fill: string;
  readonly border: string;
};

export type XlsxStyles = {
  readonly named_styles: readonly string[];
  readonly number_formats: readonly string[];
  readonly fonts: readonly string[];
  readonly fills: readonly string[];
  readonly borders: readonly string[];
  readonly cell_styles?: readonly CellStyleGroup[];
  readonly assets: readonly { readonly asset_id: string; readonly type: string }[];
  readonly supported_copy_asset_types: readonly string[];
  readonly omitted: readonly { readonly what: string; readonly shown: number; readonly total: number }[];
};

export const COPY_TYPES = [
  'named_style',
  'number_format',
  'cell_style',
  'column_widths',
  'conditional_format',
  'image',
  'sheet',
] as const;

const MOST_GROUPS = 50;
const MOST_SAMPLES = 3;
const MOST_BYTES = 32 * 1024 - 600;

export const xlsxStyles = (
  bytes: Uint8Array,
  options: { readonly sheet?: string | null } = {},
): Promise<FileResult<XlsxStyles>> =>
  settle(async () => {
    const book = openWorkbook(openPackage(bytes, { tolerateBadCrc: true }));
    const { styles } = book;
    const sheet = options.sheet ? selectRange(book, options.sheet, null).sheet : undefined;
    const groups = sheet ? await cellStyles(book, sheet) : undefined;
    const used = [...new Set(styles.formats.map((_, style) => styles.formatCode(style)))].toSorted();
    const names = styles.names.map(({ name }) => name).toSorted();
    const full: XlsxStyles = {
      named_styles: names,
      number_formats: used,
      fonts: unique(styles.fonts.map(fontWords)),
      fills: unique(styles.fills.map(fillWords)),
      borders: unique(styles.borders.map(borderWords)),
      ...(groups ? { cell_styles: groups.slice(0, MOST_GROUPS) } : {}),
      assets: assetsOf(book, names),
      supported_copy_asset_types: COPY_TYPES,
      omitted:
        groups && groups.length > MOST_GROUPS
          ? [{ what: 'cell styles', shown: MOST_GROUPS, total: groups.length }]
          : [],
    };
    return fitted(full);
  });

const assetsOf = (book: Workbook, names: readonly string[]): XlsxStyles['assets'] => {
  const sheets = book.sheets.filter(({ type }) => type === 'worksheet');
  return [
    ...names.map((name) => ({ asset_id: `named_style:${name}`, type: 'named_style' })),
    ...sheets.map(({ name }) => ({ asset_id: `sheet:${name}`, type: 'sheet' })),
    ...sheets.flatMap((sheet) =>
      picturesOn(book.parts, sheet).map((_, index) => ({ asset_id: `image:${sheet.name}!${index}`, type: 'image' })),
    ),
  ].toSorted((a, b) => (a.asset_id < b.asset_id ? -1 : 1));
};

/** Lists are halved, longest first, until the answer fits. */
const fitted = (styles: XlsxStyles): XlsxStyles => {
  let shown = styles;
  const totals = new Map<string, number>();
  const lists = ['named_styles', 'number_formats', 'fonts', 'fills', 'borders', 'cell_styles', 'assets'] as const;
  while (Buffer.byteLength(JSON.stringify(shown)) > MOST_BYTES) {
    const longest = lists.reduce((a, b) =>
      JSON.stringify(shown[b] ?? []).length > JSON.stringify(shown[a] ?? []).length ? b : a,
    );
    const list = shown[longest] ?? [];
    totals.set(longest, Math.max(totals.get(longest) ?? 0, list.length));
    shown = { ...shown, [longest]: list.slice(0, Math.floor(list.length / 2)) };
    const cut = [...totals].map(([what, total]) => ({
      what,
      shown: (shown[what as (typeof lists)[number]] ?? []).length,
      total,
    }));
    shown = { ...shown, omitted: [...styles.omitted, ...cut] };
  }
  return shown;
};

const unique = (items: readonly string[]): string[] => [...new Set(items)];

type Run = { top: number; left: number; bottom: number; right: number };

const cellStyles = async (book: Workbook, sheet: SheetInfo): Promise<CellStyleGroup[]> => {
  const counts = new Map<number, { count: number; runs: Run[] }>();
  await walkSheet(book.parts.chunks(sheet.part), {
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        const style = cells.style[index] as number;
        const known = counts.get(style) ?? { count: 0, runs: [] };
        counts.set(style, known);
        known.count++;
        extend(known.runs, cells.row, cells.column[index] as number);
      }
    },
  });
  return [...counts]
    .toSorted(([a, x], [b, y]) => y.count - x.count || a - b)
    .map(([style, { count, runs }]) => ({
      style,
      count,
      samples: runs.map((run: Rect) => rectRef(run)),
      ...facts(book.styles, style),
    }));
};

/** Grows the last sample to the right within a row, or down when a whole row of it repeats. */
const extend = (runs: Run[], row: number, column: number): void => {
  const last = runs.at(-1);
  if (last && row === last.top && row === last.bottom && column === last.right + 1) {
    last.right = column;
    return;
  }
  if (last && row === last.bottom + 1 && column === last.left && last.left === last.right) {
    last.bottom = row;
    return;
  }
  if (last && row >= last.top && row <= last.bottom && column >= last.left && column <= last.right) return;
  if (runs.length < MOST_SAMPLES) runs.push({ top: row, left: column, bottom: row, right: column });
};

const facts = (styles: Styles, style: number) => {
  const format = styles.formats[style];
  return {
    number_format: styles.formatCode(style),
    font: fontWords(styles.fonts[numberOf(format, 'fontId') ?? 0]),
    fill: fillWords(styles.fills[numberOf(format, 'fillId') ?? 0]),
    border: borderWords(styles.borders[numberOf(format, 'borderId') ?? 0]),
  };
};

const colorWords = (element: XmlElement | undefined): string => {
  const rgb = attributeOf(element, 'rgb');
  if (rgb) return `#${rgb.slice(-6)}`;
  const theme = attributeOf(element, 'theme');
  return theme === undefined ? '' : `theme ${theme}`;
};

const fontWords = (font: XmlElement | undefined): string => {
  const value = (name: string) => attributeOf(childOf(font, ns.sheet, name), 'val') ?? '';
  const marks = ['b', 'i', 'u', 'strike'].filter((name) => {
    const element = childOf(font, ns.sheet, name);
    return element !== undefined && flagOf(element, 'val', true);
  });
  return [value('name'), value('sz'), ...marks, colorWords(childOf(font, ns.sheet, 'color'))]
    .filter((it) => it !== '')
    .join(' ');
};

const fillWords = (fill: XmlElement | undefined): string => {
  const pattern = childOf(fill, ns.sheet, 'patternFill');
  const type = attributeOf(pattern, 'patternType') ?? (pattern ? 'none' : 'gradient');
  return [type, colorWords(childOf(pattern, ns.sheet, 'fgColor'))].filter((it) => it !== '').join(' ');
};

const borderWords = (border: XmlElement | undefined): string => {
  const sides = (border ? elementsOf(border) : []).flatMap((side) => {
    const style = attributeOf(side, 'style');
    return style ? [`${side.local} ${style}`] : [];
  });
  return sides.length === 0 ? 'none' : sides.join(', ');
};
