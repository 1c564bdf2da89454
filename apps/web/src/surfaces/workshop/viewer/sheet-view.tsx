import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTroubleText } from '../../../files/use-trouble-text.ts';
import { formatCount } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SheetGrid } from '../../../ui/grid/sheet-grid.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useOrigin } from '../past/origin-context.ts';
import { columnName, directionOf, isNumeric } from './columns.ts';
import type { FileSource } from './file-source.ts';
import type { Focus } from './focus.ts';
import { GridWindow } from './shapes.ts';
import { SheetBeside } from './sheet-beside.tsx';
import { SheetTabs } from './sheet-tabs.tsx';

type Props = {
  readonly source: FileSource;
  readonly focus: Focus;
  readonly marks?: ReadonlySet<string>;
  readonly missing?: string;
};

const noCells: GridWindow['cells'] = [];

/** As many columns as the file layer gives at once. */
const windowColumns = 50;

/** The sheets of a workbook; rows are fetched as they come into sight. */
const SheetView = ({ source, focus, marks, missing }: Props) => {
  const { t, i18n } = useTranslation(['workshop', 'files']);
  const troubleText = useTroubleText('workshop');
  const [chosen, setChosen] = useState(focus.sheet);
  const origin = useOrigin();
  const { data, error } = useQuery({
    queryKey: ['workshop', 'sheet', source.path, source.version, chosen ?? null],
    queryFn: async () =>
      GridWindow.parse(
        await source.content({ ...(chosen === undefined ? {} : { sheet: chosen }), row_start: 0, row_count: 20 }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sheet = data?.sheet ?? '';
  const first = data?.cells ?? noCells;
  const columnCount = data?.col_count ?? 0;
  const load = useCallback(
    async (from: number, to: number) => {
      const starts = Array.from(
        { length: Math.max(1, Math.ceil(columnCount / windowColumns)) },
        (_, at) => at * windowColumns,
      );
      const windows = await Promise.all(
        starts.map(async (start) =>
          GridWindow.parse(
            await source.content({
              sheet,
              row_start: from,
              row_count: to - from,
              col_start: start,
              col_count: windowColumns,
            }),
          ),
        ),
      );
      return Array.from({ length: to - from }, (_, down) => [
        formatCount(from + down + 1, 'en'),
        ...windows.flatMap(({ cells }) => (cells[down] ?? []).map(({ display }) => display)),
      ]);
    },
    [source, sheet, columnCount],
  );
  const columns = useMemo(
    () => [
      { key: '#', name: '', width: 64, numeric: true, frozen: true },
      ...Array.from({ length: columnCount }, (_, at) => ({
        key: columnName(at),
        name: columnName(at),
        numeric: isNumeric(first.map((row) => row[at]?.type ?? 'blank')),
      })),
    ],
    [columnCount, first],
  );
  const isMarked = useCallback(
    (row: number, column: number) => marks?.has(`${sheet}!${columnName(column - 1)}${row + 1}`) === true,
    [marks, sheet],
  );
  if (error !== null) {
    return (
      <div className="p-4">
        {missing === undefined ? (
          <Banner tone="danger" title={t('viewer.failed')}>
            {troubleText(error)}
          </Banner>
        ) : (
          <p className="text-muted">{missing}</p>
        )}
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className="p-4">
        <SkeletonLines lines={8} />
      </div>
    );
  }
  const isHere = focus.sheet === undefined || focus.sheet === sheet;
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden">
      <SheetTabs sheets={data.sheets} hidden={data.hidden_sheets} value={sheet} onChange={setChosen} />
      <SheetGrid
        key={sheet}
        label={`${source.path}, ${sheet}`}
        rowCount={data.row_count}
        columns={columns}
        load={load}
        direction={data.right_to_left ? 'rtl' : directionOf((data.cells[0] ?? []).map(({ display }) => display))}
        {...(marks === undefined ? {} : { isMarked })}
        {...(isHere && focus.row !== undefined ? { at: { row: focus.row, column: (focus.column ?? 0) + 1 } } : {})}
        {...(origin === undefined
          ? {}
          : {
              onCell: (row: number, column: number) => {
                if (column > 0) origin({ kind: 'cell', sheet, cell: `${columnName(column - 1)}${row + 1}` });
              },
            })}
        className="min-h-64 flex-1"
      />
      <p className="shrink-0 border-line border-t px-3 py-1 text-faint text-xs tabular-nums">
        {t('viewer.rows', { count: data.row_count, formatted: formatCount(data.row_count, i18n.language) })}
        {' · '}
        {t('viewer.columns', { count: data.col_count })}
        {first.some((row) => row.some(({ display, formula }) => display === '?' && formula !== null)) && (
          <span className="block">{t('files:notCalculated')}</span>
        )}
        {data.beside && <SheetBeside beside={data.beside} />}
      </p>
    </div>
  );
};

/** A default export, so that the grid is fetched only where a sheet is shown. */
export default SheetView;
