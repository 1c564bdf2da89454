import type { Omitted, SheetMap, XlsxMap } from './map-types.ts';

const LIMITS = { full: 32 * 1024, compact: 16 * 1024 } as const;
/** The host adds the path and the root it read from. */
const HEADROOM = 600;
const SHEETS_SHOWN = 200;

type Sheet = Partial<SheetMap>;
type Level = (map: XlsxMap) => XlsxMap;

/** Sheds in a fixed order, one level at a time, until the map fits. */
export const shedMap = (map: XlsxMap, detail: keyof typeof LIMITS): XlsxMap => {
  const limit = LIMITS[detail] - HEADROOM;
  let shown = detail === 'compact' ? withoutLists(map) : map;
  for (const level of [withoutLists, withShortLists, countsOnly, namesOnly]) {
    if (sizeOf(shown) <= limit) return shown;
    shown = level(shown);
  }
  for (let keep = shown.sheets.length; sizeOf(shown) > limit && keep > 0; ) {
    keep = Math.floor(keep * 0.9);
    shown = fewerSheets(shown, keep);
  }
  return sizeOf(shown) <= limit ? shown : { ...shown, defined_names: [], warnings: shown.warnings.slice(0, 20) };
};

const sizeOf = (map: XlsxMap): number => Buffer.byteLength(JSON.stringify(map));

const withoutLists: Level = (map) => ({
  ...map,
  sheets: map.sheets.map((sheet) => {
    const { list: _, ...chunks } = sheet.chunks ?? { unit: 'rows', size: 50, count: 0, first: null, last: null };
    return { ...sheet, chunks };
  }),
});

const withShortLists: Level = (map) => {
  const omitted: Omitted[] = [...map.omitted];
  const cut = <T>(list: readonly T[], most: number, what: string, part: string | null): readonly T[] => {
    if (list.length <= most) return list;
    omitted.push({ what, shown: most, total: list.length, part });
    return list.slice(0, most);
  };
  const sheets = map.sheets.map((sheet): Sheet => {
    const name = sheet.name ?? '';
    const regions = cut(sheet.regions ?? [], 10, `regions of ${name}`, name).map((region) => ({
      ...region,
      headers: region.headers?.slice(0, 20) ?? null,
      column_types: region.column_types.slice(0, 20),
    }));
    const tables = cut(sheet.tables ?? [], 50, `tables of ${name}`, name).map((table) => ({
      ...table,
      columns: table.columns.slice(0, 20),
    }));
    return {
      ...sheet,
      regions,
      tables,
      charts: cut(sheet.charts ?? [], 50, `charts of ${name}`, name),
      hidden_rows: cut(sheet.hidden_rows ?? [], 50, `hidden rows of ${name}`, name),
      hidden_cols: cut(sheet.hidden_cols ?? [], 50, `hidden columns of ${name}`, name),
      ...(sheet.chunks ? { chunks: withShortRuns(sheet.chunks) } : {}),
    };
  });
  return { ...map, sheets, defined_names: cut(map.defined_names, 50, 'defined names', null), omitted };
};

const withShortRuns = (chunks: SheetMap['chunks']): SheetMap['chunks'] =>
  chunks.empty_runs && chunks.empty_runs.length > 50
    ? { ...chunks, empty_runs: chunks.empty_runs.slice(0, 50) }
    : chunks;

const countsOnly: Level = (map) => {
  const sheets = map.sheets.map(
    (sheet): Sheet => ({
      index: sheet.index ?? 0,
      name: sheet.name ?? '',
      ...(sheet.state === 'visible' ? {} : { state: sheet.state ?? 'visible' }),
      used_range: sheet.used_range ?? null,
      row_count: sheet.row_count ?? 0,
      col_count: sheet.col_count ?? 0,
      nonempty_cells: sheet.nonempty_cells ?? 0,
      formula_count: sheet.formula_count ?? 0,
      chunks: {
        unit: 'rows',
        size: 50,
        count: sheet.chunks?.count ?? 0,
        first: null,
        last: sheet.chunks?.last ?? null,
      },
    }),
  );
  const details = map.sheets.filter((sheet) => (sheet.regions?.length ?? 0) > 0).length;
  return {
    ...map,
    sheets,
    omitted: [{ what: 'sheet details', shown: 0, total: details, part: sheets[0]?.name ?? null }],
  };
};

const namesOnly: Level = (map) =>
  fewerSheets(
    {
      ...map,
      defined_names: [],
      sheets: map.sheets.map((sheet) => ({
        name: sheet.name ?? '',
        used_range: sheet.used_range ?? null,
        chunk_count: sheet.chunks?.count ?? 0,
      })),
      chunk_rule: { unit: 'rows', size: 50 },
      omitted: [
        ...map.omitted,
        ...(map.defined_names.length > 0
          ? [{ what: 'defined names', shown: 0, total: map.defined_names.length, part: null }]
          : []),
      ],
    },
    SHEETS_SHOWN,
  );

const fewerSheets = (map: XlsxMap, keep: number): XlsxMap => {
  if (map.sheets.length <= keep) return map;
  const next = map.sheets[keep]?.name ?? null;
  const others = map.omitted.filter((it) => it.what !== 'sheets');
  return {
    ...map,
    sheets: map.sheets.slice(0, keep),
    omitted: [...others, { what: 'sheets', shown: keep, total: map.sheet_count, part: next }],
  };
};
