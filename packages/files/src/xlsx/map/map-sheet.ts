import { parseRect, type Rect, rectRef, spanRef } from '../ref.ts';
import { resolveStrings } from '../shared-strings.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import type { KindContext } from './cell-kind.ts';
import { chunkRule } from './chunk-rule.ts';
import type { SheetMap } from './map-types.ts';
import type { RawRegion, Region } from './regions.ts';
import { frameFacts } from './sheet-frame-facts.ts';
import { readSheetParts } from './sheet-parts.ts';
import { scanSheet } from './sheet-scan.ts';

const LONGEST = 120;
const MERGES_SHOWN = 20;

export const cutText = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

export type MappedSheet = { readonly map: SheetMap; readonly warnings: readonly string[]; readonly uncounted: number };

export const mapWorksheet = async (book: Workbook, sheet: SheetInfo, context: KindContext): Promise<MappedSheet> => {
  const scan = await scanSheet(book.parts.chunks(sheet.part), sheet.tables, context);
  const facts = frameFacts(scan.frame);
  const { regions: raw, uncounted } = scan.regions.finish(facts.merges);
  const regions = await withHeaders(book, raw);
  const hung = readSheetParts(book.parts, sheet.part);
  const { used } = scan;
  const declared = facts.declared === undefined ? undefined : parseRect(facts.declared);
  const differs = declared !== undefined && !sameRect(declared, used ?? { top: 1, left: 1, bottom: 1, right: 1 });
  const warnings = [
    ...(differs ? [`declared_range_differs:${sheet.name}`] : []),
    ...(scan.frame.disorder ? [`malformed_sheet:${sheet.name}`] : []),
  ];
  const map: SheetMap = {
    ...emptySheet(sheet),
    used_range: used ? rectRef(used) : null,
    ...(differs && declared ? { declared_range: spanRef(declared) } : {}),
    row_count: used ? used.bottom - used.top + 1 : 0,
    col_count: used ? used.right - used.left + 1 : 0,
    nonempty_cells: scan.nonempty,
    formula_count: scan.formulas,
    error_cells: scan.errors,
    regions,
    merged: { count: facts.merges.length, first: facts.merges.slice(0, MERGES_SHOWN).map(spanRef) },
    hidden_rows: scan.hiddenRows,
    hidden_cols: facts.hiddenColumns,
    frozen: facts.frozen,
    autofilter: facts.autofilter,
    charts: hung.charts.map((chart) => ({ ...chart, name: cutText(chart.name) })),
    images: hung.images,
    comments: hung.comments,
    conditional_formats: facts.conditionalFormats,
    validations: facts.validations,
    sparklines: facts.sparklines,
    protected: facts.isProtected,
    right_to_left: facts.rightToLeft,
    print_area: printAreaOf(book, sheet),
    has_charts: hung.charts.length > 0,
    has_merged_cells: facts.merges.length > 0,
    has_conditional_formatting: facts.conditionalFormats > 0,
    has_formulas: scan.formulas > 0,
    chunks: chunkRule(used, scan.filledRows),
  };
  return { map, warnings, uncounted };
};

/** A sheet of which nothing is known but its name; also what a chart sheet looks like. */
export const emptySheet = (sheet: SheetInfo): SheetMap => ({
  index: sheet.index,
  name: sheet.name,
  type: sheet.type,
  state: sheet.state,
  used_range: null,
  row_count: 0,
  col_count: 0,
  nonempty_cells: 0,
  formula_count: 0,
  error_cells: { count: 0, first: [] },
  regions: [],
  tables: sheet.tables.map(({ name, rect, columns }) => ({
    name,
    range: spanRef(rect),
    columns: columns.map(cutText),
  })),
  merged: { count: 0, first: [] },
  hidden_rows: [],
  hidden_cols: [],
  frozen: null,
  autofilter: null,
  charts: [],
  images: 0,
  comments: 0,
  conditional_formats: 0,
  validations: 0,
  sparklines: 0,
  protected: false,
  right_to_left: false,
  print_area: null,
  has_charts: false,
  has_merged_cells: false,
  has_conditional_formatting: false,
  has_formulas: false,
  chunks: { unit: 'rows', size: 50, count: 0, first: null, last: null },
});

const withHeaders = async (book: Workbook, raw: readonly RawRegion[]): Promise<Region[]> => {
  const needed = raw.flatMap(({ headers }) => (headers ?? []).filter((it) => typeof it === 'number'));
  const texts = await resolveStrings(book.strings, needed);
  return raw.map(({ rect: _, headers, ...rest }, index) => ({
    id: `r${index}`,
    range: rest.range,
    source: rest.source,
    row_count: rest.row_count,
    col_count: rest.col_count,
    header_row: rest.header_row,
    headers: headers?.map((it) => cutText(typeof it === 'number' ? (texts.get(it) ?? '') : it)) ?? null,
    column_types: rest.column_types,
    label: rest.label,
    has_formulas: rest.has_formulas,
  }));
};

const printAreaOf = (book: Workbook, sheet: SheetInfo): string | null =>
  book.names.find((it) => it.name === '_xlnm.Print_Area' && it.scope === sheet.name)?.refersTo ?? null;

const sameRect = (a: Rect, b: Rect): boolean =>
  a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right;
