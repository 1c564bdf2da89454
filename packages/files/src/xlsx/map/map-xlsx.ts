import { openPackage } from '../../package/opc.ts';
import { isRefusal, refuseOp } from '../../package/refusal.ts';
import { versionOf } from '../../package/version-of.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { blankStrings } from '../shared-strings.ts';
import type { Styles } from '../styles.ts';
import { openWorkbook, type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import type { KindContext } from './cell-kind.ts';
import { cutText, emptySheet, type MappedSheet, mapWorksheet } from './map-sheet.ts';
import type { XlsxMap } from './map-types.ts';
import { shedMap } from './shed-map.ts';

export type MapOptions = {
  /** Narrow to one sheet by name. */
  readonly part?: string | null;
  readonly detail?: 'compact' | 'full' | null;
};

export const mapXlsx = (bytes: Uint8Array, options: MapOptions = {}): Promise<FileResult<XlsxMap>> =>
  settle(async () => {
    const source = openPackage(bytes, { tolerateBadCrc: true });
    const book = openWorkbook(source);
    const sheets = chosenSheets(book, options.part ?? null);
    const context = kindContext(book.styles, sheets.length > 0 ? await blankStrings(book.strings) : new Uint8Array(0));
    const mapped: MappedSheet[] = [];
    for (const sheet of sheets) mapped.push(await mapSheet(book, sheet, context));
    const names = book.names.filter((it) => !it.hidden);
    const map: XlsxMap = {
      kind: 'xlsx',
      format: book.hasMacros ? 'xlsm' : book.isTemplate ? 'xltx' : 'xlsx',
      size_bytes: bytes.length,
      version: versionOf(bytes),
      readable: true,
      read_only: book.hasMacros || book.isTemplate,
      sheet_count: book.sheets.length,
      sheets: mapped.map(({ map: it }) => it),
      defined_names: names.map(({ name, scope, refersTo }) => ({ name, scope, refers_to: cutText(refersTo) })),
      external_links: book.externalLinks,
      has_macros: book.hasMacros,
      is_template: book.isTemplate,
      date1904: book.date1904,
      calc_mode: book.calcMode,
      pivot_count: book.pivots,
      total_formulas: mapped.reduce((sum, { map: it }) => sum + it.formula_count, 0),
      omitted: mapped.flatMap(({ map: it, uncounted }) =>
        uncounted > 0
          ? [
              {
                what: `regions of ${it.name}`,
                shown: it.regions.length,
                total: it.regions.length + uncounted,
                part: it.name,
              },
            ]
          : [],
      ),
      warnings: [
        ...mapped.flatMap(({ warnings }) => warnings),
        ...[...source.damaged].map((part) => `damaged_part:${part}`),
        ...(book.externalLinks > 0 ? ['external_links'] : []),
        ...(book.hasMacros ? ['has_macros'] : []),
      ],
    };
    return shedMap(map, options.detail ?? 'full');
  });

export const kindContext = (styles: Styles, blanks: Uint8Array): KindContext => ({
  isDateStyle: Uint8Array.from({ length: Math.max(1, styles.formats.length) }, (_, style) =>
    styles.dateKind(style) === 'none' ? 0 : 1,
  ),
  blankStrings: blanks,
});

const chosenSheets = (book: Workbook, part: string | null): readonly SheetInfo[] => {
  if (part === null) return book.sheets;
  const found = sheetNamed(book, part);
  if (found) return [found];
  return refuseOp('unknown_sheet', `There is no sheet named ${part.slice(0, 60)}.`, {
    candidates: book.sheets.map(({ name }) => name),
  });
};

/** A sheet that is merely broken does not hide the others; a hostile one refuses the file. */
const DEGRADES: ReadonlySet<string> = new Set(['xml_malformed', 'damaged', 'archive_malformed']);

const mapSheet = async (book: Workbook, sheet: SheetInfo, context: KindContext): Promise<MappedSheet> => {
  if (sheet.type !== 'worksheet') return { map: emptySheet(sheet), warnings: [], uncounted: 0 };
  try {
    return await mapWorksheet(book, sheet, context);
  } catch (cause) {
    if (!isRefusal(cause) || !DEGRADES.has(cause.error.reason)) throw cause;
    const { reason } = cause.error;
    return {
      map: { ...emptySheet(sheet), map_error: reason },
      warnings: [`sheet_unreadable:${sheet.name}`],
      uncounted: 0,
    };
  }
};
