import { useTranslation } from 'react-i18next';
import type { GridWindow } from './shapes.ts';

/** As many runs of rows or columns as a line holds. */
const mostNamed = 8;

/** What a grid of values does not show of its sheet: what the file hides, and what stands over the cells. */
export const SheetBeside = ({ beside }: { readonly beside: NonNullable<GridWindow['beside']> }) => {
  const { t, i18n } = useTranslation('workshop');
  const named = (runs: readonly string[]): string =>
    runs.length > mostNamed ? `${runs.slice(0, mostNamed).join(', ')}, …` : runs.join(', ');
  const over = (['charts', 'images', 'comments'] as const).flatMap((kind) =>
    beside[kind] === 0 ? [] : [t(`viewer.over.${kind}`, { count: beside[kind] })],
  );
  return (
    <>
      {beside.hidden_rows.length > 0 && (
        <span className="block">{t('viewer.hiddenRows', { rows: named(beside.hidden_rows) })}</span>
      )}
      {beside.hidden_cols.length > 0 && (
        <span className="block">{t('viewer.hiddenColumns', { columns: named(beside.hidden_cols) })}</span>
      )}
      {over.length > 0 && (
        <span className="block">{t('viewer.notDrawn', { what: new Intl.ListFormat(i18n.language).format(over) })}</span>
      )}
    </>
  );
};
