import type { Files, FilesHost } from '@atelier/files';
import type { CellFormat, Sheet, SheetCell, SheetRow, Workbook } from '../../core/documents/sheets/workbook.ts';
import { addressOf, letterOf } from '../../core/documents/sheets/workbook.ts';

/** The office file tools over a host of our own, as the server lends them. */
export type OfficeTools = (host: FilesHost) => Promise<Pick<Files, 'call'>>;

const path = 'export.xlsx';

/** Writes a workbook with the repository's own writer: formulas carry their values, so previews show them, too. */
export const workbookToXlsx = async (workbook: Workbook, tools: OfficeTools): Promise<Uint8Array> => {
  const { createMemoryHost } = await import('@atelier/files');
  const host = createMemoryHost();
  const files = await tools(host);
  const answer = await files.call('xlsx_operations', {
    path,
    create_new: true,
    operations: workbook.sheets.flatMap(operationsOf),
  });
  const bytes = host.bytes(path);
  if (!answer.ok || !bytes) throw new Error(answer.ok ? 'the workbook was not written' : answer.error.message);
  return bytes;
};

const operationsOf = ({ name, isRtl, columns, rows, frozenRows }: Sheet): readonly object[] => [
  { op: 'ensure_sheet', sheet: name },
  {
    op: 'set_cells',
    sheet: name,
    cells: rows.flatMap((row, down) =>
      row.cells.flatMap((cell, across) =>
        cell === null || cell === ''
          ? []
          : [
              {
                cell: addressOf(down, across),
                ...contentOf(cell),
                style: styleOf(row, row.format ?? columns[across]?.format, cell),
              },
            ],
      ),
    ),
  },
  {
    op: 'set_column_widths',
    sheet: name,
    columns: columns.map(({ width }, at) => ({ column: letterOf(at), width })),
  },
  ...(isRtl ? [{ op: 'set_sheet_view', sheet: name, right_to_left: true }] : []),
  ...(frozenRows > 0 ? [{ op: 'freeze_panes', sheet: name, row: frozenRows, column: 0 }] : []),
];

const contentOf = (cell: Exclude<SheetCell, null>) => {
  if (typeof cell === 'string') return { value: cell, type: 'string' };
  if (typeof cell === 'number') return { value: cell, type: 'number' };
  return 'formula' in cell ? { value: `=${cell.formula}`, type: 'formula' } : { value: cell.date, type: 'date' };
};

const formats: Readonly<Record<CellFormat, string>> = {
  money: '#,##0.00',
  number: '#,##0.###',
  percent: '0.##%',
  date: 'yyyy-mm-dd',
  whole: '#,##0',
};

const rowStyles: Readonly<Record<NonNullable<SheetRow['style']>, object>> = {
  title: { font_bold: true, font_size: 14 },
  head: { font_bold: true, fill_color: '#1F4E79', font_color: '#FFFFFF', wrap_text: true },
  group: { font_bold: true, fill_color: '#F2F4F7' },
  total: { font_bold: true, border_top: { style: 'thin', color: null } },
};

const styleOf = (row: SheetRow, format: CellFormat | undefined, cell: SheetCell): object | null => {
  const isFigure = typeof cell !== 'string' && row.style !== 'head' && row.style !== 'title';
  const style = {
    ...(row.style === undefined ? {} : rowStyles[row.style]),
    ...(format !== undefined && isFigure ? { number_format: formats[format] } : {}),
  };
  return Object.keys(style).length === 0 ? null : style;
};
