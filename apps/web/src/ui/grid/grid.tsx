import 'react-data-grid/lib/styles.css';
import './grid.css';
import { Direction } from 'radix-ui';
import { type ClipboardEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { Cell, type Column, DataGrid, type SortColumn } from 'react-data-grid';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { cellText, type GridColumn, isNumeric, plainText, typedValue } from './grid-column.ts';
import { GridEditor } from './grid-editor.tsx';
import { onGridKey } from './grid-keys.ts';
import { inOrder, type SheetRow, sortedKeys } from './grid-rows.ts';
import type { CellEdit, CellValue, EditBatch } from './grid-undo.ts';
import { isIn, placePasted, placesIn } from './range.ts';
import { RangeStatus } from './range-status.tsx';
import { parseTsv, writeTsv } from './tsv.ts';
import { useCellRange } from './use-cell-range.ts';
import { useColumnWidths } from './use-column-widths.ts';

type Props<Row> = {
  /** What its column widths are remembered under. */
  readonly name: string;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  /** One batch per gesture: a typed cell, a paste, a deletion. Absent where nothing can be changed. */
  readonly onEdit?: (batch: EditBatch) => void;
  /** What Alt+Enter opens of the row the cursor is in. */
  readonly onOpen?: (key: string) => void;
  readonly className?: string;
};

type Totals = Readonly<Record<string, CellValue>>;

/** A sheet to work in: cells are selected, typed, copied and pasted as in a spreadsheet. */
export const Grid = <Row,>({ name, label, rows, keyOf, columns, onEdit, onOpen, className }: Props<Row>) => {
  const { t, i18n } = useTranslation('parts');
  const language = i18n.language;
  const direction = Direction.useDirection();
  const range = useCellRange();
  const widths = useColumnWidths(name);
  const [sort, setSort] = useState<SortColumn>();
  const [order, setOrder] = useState<readonly string[]>();
  const [notice, setNotice] = useState('');
  const shown = useMemo(() => inOrder(rows, keyOf, order), [rows, keyOf, order]);

  const isEditable = (column: GridColumn<Row>, row: Row): boolean =>
    onEdit !== undefined && (typeof column.editable === 'function' ? column.editable(row) : column.editable === true);

  const editOf = (row: number, column: number, text: string): CellEdit | 'refused' | undefined => {
    const target = shown[row];
    const definition = columns[column];
    if (target === undefined || definition === undefined || !isEditable(definition, target.row)) return undefined;
    const after = typedValue(text, definition);
    if (after === undefined) return 'refused';
    return { row: target.key, column: definition.key, before: definition.value(target.row), after };
  };
  const send = (edits: readonly (CellEdit | 'refused' | undefined)[], outside = 0) => {
    const batch = edits.filter((edit) => typeof edit === 'object');
    const refused = edits.filter((edit) => edit === 'refused').length;
    const locked = edits.filter((edit) => edit === undefined).length;
    if (batch.some(({ before, after }) => before !== after)) onEdit?.(batch);
    setNotice(
      [
        refused > 0 ? t('grid.refused', { count: refused }) : '',
        locked > 0 ? t('grid.locked', { count: locked }) : '',
        outside > 0 ? t('grid.outside', { count: outside }) : '',
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
    );
  };

  const onSort = ([chosen]: readonly SortColumn[]) => {
    const column = columns.find(({ key }) => key === chosen?.columnKey);
    setSort(chosen);
    setOrder(
      chosen &&
        column &&
        sortedKeys(rows, keyOf, column, { column: column.key, descending: chosen.direction === 'DESC' }, language),
    );
  };

  const isEditing = (target: EventTarget): boolean => target instanceof Element && target.matches('input, select');
  const onCopy = (event: ClipboardEvent) => {
    if (range.box === undefined || isEditing(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    const { top, bottom, first, last } = range.box;
    const block = shown
      .slice(top, bottom + 1)
      .map(({ row }) => columns.slice(first, last + 1).map((column) => plainText(column.value(row), column)));
    event.clipboardData.setData('text/plain', writeTsv(block));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (range.box === undefined || onEdit === undefined || isEditing(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    const block = parseTsv(event.clipboardData.getData('text/plain'));
    const { cells, outside } = placePasted(block, range.box, { rows: shown.length, columns: columns.length });
    send(
      cells.map(({ row, column, text }) => editOf(row, column, text)),
      outside,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing(event.target) || range.box === undefined) return;
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') {
      event.preventDefault();
      range.selectAll(shown.length, columns.length);
    }
    const { top, bottom } = range.box;
    if (event.altKey && event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const key = shown[range.box.top]?.key;
      if (key !== undefined) onOpen(key);
    }
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyD' && onEdit !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      // As in Excel: the first row of the selection fills those under it; one cell alone takes the one above.
      const source = top === bottom ? top - 1 : top;
      const targets = placesIn(range.box).filter(({ row }) => row !== source);
      const textAt = (column: number): string => {
        const [definition, from] = [columns[column], shown[source]];
        return definition === undefined || from === undefined ? '' : plainText(definition.value(from.row), definition);
      };
      if (source >= 0) send(targets.map(({ row, column }) => editOf(row, column, textAt(column))));
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && onEdit !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      send(placesIn(range.box).map(({ row, column }) => editOf(row, column, '')));
    }
  };

  const sheetColumns = columns.map(
    (column): Column<SheetRow<Row>, Totals> => ({
      key: column.key,
      name: column.name,
      resizable: true,
      sortable: true,
      ...(column.width === undefined ? {} : { width: column.width }),
      ...(column.frozen === true ? { frozen: true } : {}),
      cellClass: isNumeric(column) ? 'grid-numeric' : null,
      headerCellClass: isNumeric(column) ? 'grid-numeric' : null,
      summaryCellClass: isNumeric(column) ? 'grid-numeric' : null,
      renderCell: ({ row }) =>
        column.show?.(row.row) ?? <CellText column={column} value={column.value(row.row)} language={language} />,
      renderSummaryCell: ({ row }) => <CellText column={column} value={row[column.key] ?? null} language={language} />,
      editable: (row) => isEditable(column, row.row),
      ...(onEdit === undefined || column.editable === undefined
        ? {}
        : {
            renderEditCell: (props) => <GridEditor column={column} props={props} />,
            // The answer to the edit before arrives while the next cell is typed in; its text must not be lost.
            editorOptions: { closeOnExternalRowChange: false },
          }),
    }),
  );
  const totals = columns.some(({ summary }) => summary !== undefined)
    ? [Object.fromEntries(columns.map((column) => [column.key, column.summary?.(rows) ?? null]))]
    : null;

  return (
    <div
      className={classNames('flex min-h-0 flex-col', className)}
      onCopyCapture={onCopy}
      onPasteCapture={onPaste}
      onKeyDownCapture={onKeyDown}
    >
      <DataGrid
        aria-label={label}
        aria-description={t('grid.keys')}
        className={classNames('atelier-grid min-h-0 flex-1', onEdit !== undefined && 'grid-editable')}
        direction={direction}
        columns={sheetColumns}
        rows={shown}
        rowKeyGetter={({ key }) => key}
        bottomSummaryRows={totals}
        rowHeight={34}
        headerRowHeight={34}
        sortColumns={sort === undefined ? [] : [sort]}
        onSortColumnsChange={onSort}
        columnWidths={widths.map}
        onColumnWidthsChange={widths.set}
        onRowsChange={(next, { indexes, column }) => {
          const at = columns.findIndex(({ key }) => key === column.key);
          send(indexes.map((index) => editOf(index, at, next[index]?.typed ?? '')));
        }}
        // Without it Ctrl+V would open the editor; the paste itself is read above.
        onCellPaste={({ row }) => row}
        onCellMouseDown={(_, event) => range.hold(event.shiftKey)}
        onCellKeyDown={(args, event) => {
          if (args.mode === 'ACTIVE') {
            onGridKey(args, event, range.hold, { rows: shown.length, columns: columns.length });
          }
        }}
        onActivePositionChange={({ rowIdx, column }) => {
          if (column !== undefined && rowIdx >= 0 && rowIdx < shown.length) {
            range.moveTo({ row: rowIdx, column: column.idx });
          } else {
            range.leave();
          }
        }}
        renderers={{
          renderCell: (key, props) => {
            const place = { row: props.rowIdx, column: props.column.idx };
            const isSelected = range.box !== undefined && isIn(range.box, place);
            return (
              <Cell
                key={key}
                {...props}
                aria-selected={isSelected}
                className={classNames(isSelected && 'grid-in-range', props.isCellActive && 'grid-active')}
                onMouseEnter={(event) => {
                  if (event.buttons === 1) range.drawTo(place);
                }}
              />
            );
          },
          noRowsFallback: <p className="col-span-full p-6 text-center text-muted">{t('grid.empty')}</p>,
        }}
      />
      <RangeStatus
        notice={notice}
        box={range.box}
        valueAt={(row, column) => {
          const definition = columns[column];
          const target = shown[row];
          if (definition === undefined || target === undefined) return undefined;
          return { value: definition.value(target.row), column: definition };
        }}
      />
    </div>
  );
};

type CellTextProps = {
  readonly column: Parameters<typeof cellText>[1];
  readonly value: CellValue;
  readonly language: string;
};

/** Numbers read left to right everywhere; a day in Hebrew has a Hebrew month in it and takes its own direction. */
const CellText = ({ column, value, language }: CellTextProps) => {
  const text = cellText(value, column, language);
  return isNumeric(column) && column.kind !== 'date' ? <bdi dir="ltr">{text}</bdi> : <bdi>{text}</bdi>;
};
