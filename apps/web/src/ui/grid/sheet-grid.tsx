import 'react-data-grid/lib/styles.css';
import './grid.css';
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Cell, type Column, DataGrid, type DataGridHandle } from 'react-data-grid';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../client/use-projection.ts';
import { formatCount } from '../../i18n/format.ts';
import { classNames } from '../class-names.ts';
import { onGridKey } from './grid-keys.ts';
import { cellCount, isIn } from './range.ts';
import { createRowBlocks, type LoadRows } from './row-blocks.ts';
import { writeTsv } from './tsv.ts';
import { useCellRange } from './use-cell-range.ts';

export type SheetColumn = {
  readonly key: string;
  readonly name: string;
  readonly width?: number;
  readonly numeric?: boolean;
  /** Stays in sight while the others scroll. */
  readonly frozen?: boolean;
};

type Props = {
  readonly label: string;
  readonly rowCount: number;
  readonly columns: readonly SheetColumn[];
  /** Rows [from, to) as they are shown. */
  readonly load: LoadRows;
  /** The sheet's own direction, which need not be the page's. */
  readonly direction: 'ltr' | 'rtl';
  /** Cells that stand out: those that changed. */
  readonly isMarked?: (row: number, column: number) => boolean;
  /** The cell that is brought into sight. */
  readonly at?: { readonly row: number; readonly column: number };
  /** Told which cell the cursor is in. */
  readonly onCell?: (row: number, column: number) => void;
  readonly className?: string;
};

const rowPx = 30;
const rowsAbove = 4;
const mostCopied = 100_000;

/** A sheet to look at, of any length: rows are fetched as they come into sight. Cells can be selected and copied. */
export const SheetGrid = ({ label, rowCount, columns, load, direction, isMarked, at, onCell, className }: Props) => {
  const { t, i18n } = useTranslation('parts');
  const blocks = useMemo(() => createRowBlocks(rowCount, load), [rowCount, load]);
  useProjection(blocks.version);
  const grid = useRef<DataGridHandle>(null);
  const range = useCellRange();
  const [notice, setNotice] = useState('');
  const rows = useMemo(() => Array.from({ length: rowCount }, (_, at) => at), [rowCount]);

  const showInSight = (element: HTMLElement | null | undefined) => {
    if (!element) return;
    const first = Math.floor(element.scrollTop / rowPx);
    blocks.show(first, first + Math.ceil(element.clientHeight / rowPx) + 20);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sheet begins at what is in sight of it
  useEffect(() => showInSight(grid.current?.element), [blocks]);

  const row = at?.row;
  const column = at?.column;
  useEffect(() => {
    if (row === undefined || column === undefined || row >= rowCount) return;
    // The grid measures itself first; before that there is nowhere to scroll.
    const timer = requestAnimationFrame(() => {
      // Some rows above it stay in sight, so that one sees what the change belongs to.
      grid.current?.element?.scrollTo({ top: Math.max(0, row - rowsAbove) * rowPx });
      grid.current?.scrollToCell({ idx: column });
    });
    return () => cancelAnimationFrame(timer);
  }, [row, column, rowCount]);

  const onCopy = (event: ClipboardEvent) => {
    const { box } = range;
    if (box === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const count = cellCount(box);
    if (count > mostCopied) return setNotice(t('grid.tooMany', { most: formatCount(mostCopied, i18n.language) }));
    // What was never in sight has to be fetched first, and the event is over by then.
    blocks
      .read(box.top, box.bottom)
      .then((lines) =>
        navigator.clipboard.writeText(writeTsv(lines.map((line) => line.slice(box.first, box.last + 1)))),
      )
      .then(
        () => setNotice(t('grid.copied', { count: count })),
        () => setNotice(t('grid.failed')),
      );
  };

  const sheetColumns = columns.map(
    (column, at): Column<number> => ({
      key: column.key,
      name: column.name,
      resizable: true,
      width: column.width ?? 140,
      frozen: column.frozen === true,
      cellClass: column.numeric === true ? 'grid-numeric' : null,
      renderCell: ({ row }) => {
        const cells = blocks.row(row);
        if (cells === undefined) return <span className="text-faint">{blocks.hasFailed(row) ? '!' : '…'}</span>;
        return column.numeric === true ? <bdi dir="ltr">{cells[at]}</bdi> : <bdi>{cells[at]}</bdi>;
      },
    }),
  );
  return (
    <div dir={direction} className={classNames('flex min-h-0 flex-col', className)} onCopyCapture={onCopy}>
      <DataGrid
        ref={grid}
        aria-label={label}
        className="atelier-grid min-h-0 flex-1"
        direction={direction}
        columns={sheetColumns}
        rows={rows}
        rowKeyGetter={(row) => row}
        rowHeight={rowPx}
        headerRowHeight={rowPx}
        onScroll={(event) => showInSight(event.currentTarget)}
        onCellMouseDown={(_, event) => range.hold(event.shiftKey)}
        onCellKeyDown={(args, event) => {
          if (args.mode === 'ACTIVE') onGridKey(args, event, range.hold, { rows: rowCount, columns: columns.length });
        }}
        onActivePositionChange={({ rowIdx, column }) => {
          if (column === undefined || rowIdx < 0) return range.leave();
          range.moveTo({ row: rowIdx, column: column.idx });
          onCell?.(rowIdx, column.idx);
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
                className={classNames(
                  isSelected && 'grid-in-range',
                  props.isCellActive && 'grid-active',
                  isMarked?.(place.row, place.column) === true && 'grid-changed',
                )}
                onMouseEnter={(event) => {
                  if (event.buttons === 1) range.drawTo(place);
                }}
              />
            );
          },
        }}
      />
      <p role="status" className="sr-only">
        {notice}
      </p>
    </div>
  );
};
