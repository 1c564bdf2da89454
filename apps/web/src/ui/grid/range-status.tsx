import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { cellText } from './grid-column.ts';
import type { CellValue } from './grid-undo.ts';
import { type Box, cellCount, placesIn } from './range.ts';

type Column = Parameters<typeof cellText>[1];

type Props = {
  readonly notice: string;
  readonly box: Box | undefined;
  readonly valueAt: (row: number, column: number) => { readonly value: CellValue; readonly column: Column } | undefined;
};

/** Adding up more cells than this at every move would be felt. */
const mostCells = 20_000;

/** What is selected and what it adds up to; above it, what a paste could not do. */
export const RangeStatus = ({ notice, box, valueAt }: Props) => {
  const { t, i18n } = useTranslation('parts');
  const count = box === undefined ? 0 : cellCount(box);
  const cells = box === undefined || count < 2 || count > mostCells ? [] : placesIn(box);
  const numbers = cells.flatMap(({ row, column }) => {
    const cell = valueAt(row, column);
    return typeof cell?.value === 'number' ? [{ value: cell.value, column: cell.column }] : [];
  });
  const column = numbers[0]?.column;
  // Shekels and hours have no sum.
  const isOneKind = numbers.every((number) => number.column.kind === column?.kind);
  const sum = numbers.reduce((total, { value }) => total + value, 0);
  return (
    <div
      role="status"
      className="flex min-h-8 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t bg-sunken px-3 py-1 text-faint text-xs"
    >
      <span className={notice === '' ? '' : 'text-draft-text'}>{notice}</span>
      {count > 1 && (
        <span className="flex gap-4 tabular-nums">
          <span>{t('grid.cells', { count, shown: formatCount(count, i18n.language) })}</span>
          {column !== undefined && isOneKind && numbers.length > 1 && (
            <>
              <span>
                {t('grid.average')} <bdi dir="ltr">{cellText(sum / numbers.length, column, i18n.language)}</bdi>
              </span>
              <span>
                {t('grid.sum')} <bdi dir="ltr">{cellText(sum, column, i18n.language)}</bdi>
              </span>
            </>
          )}
        </span>
      )}
    </div>
  );
};
