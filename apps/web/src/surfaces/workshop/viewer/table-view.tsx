import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SheetGrid } from '../../../ui/grid/sheet-grid.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useOrigin } from '../past/origin-context.ts';
import { directionOf } from './columns.ts';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { useCsvTable } from './use-csv-table.ts';

type Props = { readonly source: FileSource; readonly focus: Focus; readonly marks?: ReadonlySet<string> };

/** A csv as a grid, of any length. */
const TableView = ({ source, focus, marks }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { table, error } = useCsvTable(source);
  const origin = useOrigin();
  const load = useCallback(
    async (from: number, to: number) =>
      ((await table?.rows(from, to)) ?? []).map((cells, at) => [formatCount(from + at + 1, 'en'), ...cells]),
    [table],
  );
  const isMarked = useCallback(
    (row: number, column: number) => marks?.has(`#${row + 1}!${table?.header[column - 1] ?? ''}`) === true,
    [marks, table],
  );
  const columns = useMemo(
    () => [
      { key: '#', name: '', width: 64, numeric: true, frozen: true },
      ...(table?.header ?? []).map((name, at) => ({ key: `c${at}`, name })),
    ],
    [table],
  );
  if (error !== null) {
    return (
      <div className="p-4">
        <Banner tone="danger" title={t('viewer.failed')} />
      </div>
    );
  }
  if (table === undefined) {
    return (
      <div className="p-4">
        <SkeletonLines lines={8} />
      </div>
    );
  }
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden">
      <SheetGrid
        label={source.path}
        rowCount={table.rowCount}
        columns={columns}
        load={load}
        direction={directionOf(table.header)}
        {...(marks === undefined ? {} : { isMarked })}
        {...(focus.row === undefined
          ? {}
          : { at: { row: focus.row, column: table.header.indexOf(focus.heading ?? '') + 1 } })}
        {...(origin === undefined
          ? {}
          : {
              onCell: (row: number) => {
                table.lineOf(row).then((line) => origin({ kind: 'line', line }), console.error);
              },
            })}
        className="min-h-64 flex-1"
      />
      <p className="shrink-0 border-line border-t px-3 py-1 text-faint text-xs tabular-nums">
        {t('viewer.rows', { count: table.rowCount, formatted: formatCount(table.rowCount, i18n.language) })}
        {' · '}
        {t('viewer.columns', { count: table.header.length })}
      </p>
    </div>
  );
};

/** A default export, so that the grid is fetched only where a table is shown. */
export default TableView;
