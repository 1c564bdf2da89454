import type { Certificate } from '../../package/certificate.ts';
import { openPackage } from '../../package/opc.ts';
import { refuseOp } from '../../package/refusal.ts';
import { zipToBuffer } from '../../package/zip-write.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { readCells } from '../cells.ts';
import { absentFormats } from '../edit/absent-formats.ts';
import { type BookEdit, createBookEdit } from '../edit/book-edit.ts';
import { finishBook } from '../edit/edit-xlsx.ts';
import { MOST_CELLS } from '../edit/ops-cells.ts';
import { readColumns, writeColumns } from '../edit/ops-layout.ts';
import { deleteSheet } from '../edit/ops-sheets.ts';
import { indexSheet } from '../edit/sheet-index.ts';
import { selectRange } from '../read/select-range.ts';
import { cellCount } from '../ref.ts';
import { openWorkbook, sheetNamed, type Workbook } from '../workbook.ts';
import { EMPTY_SHEET, workbookItems } from '../write/blank-workbook.ts';
import { conditionalFormatsOn, preparedRules, putConditionalFormats } from './copy-conditional.ts';
import { picturesOn, putPicture } from './copy-image.ts';
import { carriedSheet } from './copy-whole-sheet.ts';
import { createTransplant, type Transplant } from './transplant-styles.ts';

/** `cell_style:Sheet1!A1->Sheet2!B2:C9` as text, or its pieces. */
export type AssetRef =
  | string
  | {
      readonly type: string;
      readonly id?: string | null;
      readonly name?: string | null;
      readonly source?: string | null;
      readonly target?: string | null;
    };

export type CopyRequest = {
  readonly source: Uint8Array;
  /** Null makes a new workbook. */
  readonly target: Uint8Array | null;
  readonly assets: readonly AssetRef[];
  readonly stagingPath: string;
};

export type CopyResult = {
  readonly copied_count: number;
  readonly copied: readonly string[];
  readonly version: string | null;
  readonly warnings: readonly string[];
  readonly certificate: Certificate | null;
};

const KNOWN = new Set(['chart', 'pivot', 'macro', 'ole']);

/** Copies styles, formats, pictures and sheets from one workbook to another, all of them or none. */
export const copyXlsxAssets = (request: CopyRequest): Promise<FileResult<CopyResult>> =>
  settle(async () => {
    const from = openWorkbook(openPackage(request.source));
    const isNew = request.target === null;
    const wanted = request.assets.map(parsed);
    // A new workbook made of copied sheets has those sheets and no other.
    const bringsSheets = isNew && wanted.some(({ type }) => type === 'sheet');
    const first = bringsSheets ? 'To be removed' : 'Sheet1';
    const bytes =
      request.target ??
      (await zipToBuffer([
        ...workbookItems([first]),
        { from: 'bytes', name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from(EMPTY_SHEET) },
      ]));
    const edit = createBookEdit(openPackage(bytes));
    const { stylesPart } = edit.book();
    if (stylesPart === undefined || from.styles.document === undefined)
      return refuseOp('unsupported_structure', 'Both workbooks need a style table.');
    const styles = createTransplant(from.styles.document, edit.parts.xml(stylesPart), (formats) =>
      absentFormats(edit.parts, edit.book(), formats),
    );
    const copied: string[] = [];
    const applies: (() => Promise<void>)[] = [];
    for (const it of wanted) {
      applies.push(await prepare(edit, from, styles, it));
      copied.push(`${it.type}:${it.source}${it.target ? `->${it.target}` : ''}`);
    }
    const made = styles.finish();
    if (made) {
      edit.parts.put(stylesPart, made);
      edit.refresh();
    }
    for (const apply of applies) await apply();
    if (bringsSheets) await deleteSheet(edit, { op: 'delete_sheet', sheet: first });
    const { certificate } = await finishBook(edit, request.stagingPath, isNew);
    return {
      copied_count: copied.length,
      copied,
      version: certificate?.after ?? null,
      warnings: edit.warnings(),
      certificate,
    };
  });

type Parsed = { readonly type: string; readonly source: string; readonly target: string };

const parsed = (asset: AssetRef): Parsed => {
  if (typeof asset !== 'string')
    return { type: asset.type, source: asset.source ?? asset.name ?? asset.id ?? '', target: asset.target ?? '' };
  const [, type = '', source = '', target = ''] = /^([a-z_]+):(.*?)(?:->(.*))?$/.exec(asset) ?? [];
  return { type, source, target };
};

/** Looks an asset up and gives what puts it in place, so that a missing one is found before anything is done. */
const prepare = async (
  edit: BookEdit,
  from: Workbook,
  styles: Transplant,
  asset: Parsed,
): Promise<() => Promise<void>> => {
  switch (asset.type) {
    case 'named_style':
      if (!styles.namedStyle(asset.source)) return missing(asset);
      return async () => undefined;
    case 'cell_style':
    case 'number_format': {
      const { sheet, rect } = selectRange(from, null, asset.source);
      if (!rect || asset.target === '') return missing(asset);
      const [cell] = await readCells(from, sheet, { ...rect, bottom: rect.top, right: rect.left });
      const style = cell?.style ?? 0;
      const number = asset.type === 'cell_style' ? styles.cellFormat(style) : undefined;
      const code = styles.numberFormatOf(style);
      return async () => {
        const place = selectRange(edit.book(), null, asset.target);
        const area = place.rect ?? missing(asset);
        if (cellCount(area) > MOST_CELLS) refuseOp('limit_ops', `One call may touch at most ${MOST_CELLS} cells.`);
        for (let row = area.top; row <= area.bottom; row++)
          for (let column = area.left; column <= area.right; column++)
            edit
              .draft(place.sheet)
              .patch(row, column, number === undefined ? { styles: [{ numberFormat: code }] } : { baseStyle: number });
      };
    }
    case 'conditional_format': {
      const { sheet, rect } = placeOf(from, asset.source);
      const { formats, prefix } = await conditionalFormatsOn(from, sheet, rect);
      if (formats.length === 0) return missing(asset);
      const rules = preparedRules(formats, styles);
      return async () => {
        const place = asset.target === '' ? placeOf(edit.book(), sheet.name) : placeOf(edit.book(), asset.target);
        await putConditionalFormats(edit, place, formats, rules, prefix);
      };
    }
    case 'image': {
      const [, name = '', index = ''] = /^(.*)!(\d+)$/.exec(asset.source) ?? [];
      const sheet = sheetNamed(from, name.replace(/^'|'$/g, '').replaceAll("''", "'"));
      const picture = sheet && picturesOn(from.parts, sheet)[Number(index)];
      if (!picture || asset.target === '') return missing(asset);
      return async () => {
        const place = placeOf(edit.book(), asset.target);
        const corner = place.rect ?? { top: 1, left: 1 };
        await putPicture(edit, place.sheet, { row: corner.top, column: corner.left }, picture);
      };
    }
    case 'sheet': {
      const sheet = sheetNamed(from, asset.source);
      if (sheet?.type !== 'worksheet') return missing(asset);
      return carriedSheet(edit, from, sheet, asset.target === '' ? sheet.name : asset.target, styles);
    }
    case 'column_widths': {
      const { sheet } = selectRange(from, asset.source, null);
      const { frame } = await indexSheet(from.parts.chunks(sheet.part));
      // Styles of columns are numbers of another table; only sizes are taken along.
      const columns = readColumns(frame.document.root).map((column) => ({
        ...column,
        attributes: new Map([...column.attributes].filter(([name]) => name !== 'style')),
      }));
      return async () => {
        const place = selectRange(edit.book(), asset.target === '' ? null : asset.target, null);
        await edit.draft(place.sheet).editFrame((change, root, prefix) => writeColumns(change, root, prefix, columns));
        edit.effects.said(place.sheet.name, 'column widths copied');
      };
    }
    default:
      if (KNOWN.has(asset.type))
        return refuseOp('unsupported_structure', `Assets of type ${asset.type} cannot be copied between workbooks.`);
      return missing(asset);
  }
};

/** A sheet by its name, or a range on one. */
const placeOf = (book: Workbook, written: string) => {
  const sheet = sheetNamed(book, written);
  return sheet?.type === 'worksheet' ? { sheet, rect: undefined } : selectRange(book, null, written);
};

const missing = ({ type, source }: Parsed): never =>
  refuseOp('asset_not_found', `There is no asset ${`${type}:${source}`.slice(0, 80)}.`);
