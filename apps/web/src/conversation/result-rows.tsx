import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { Table } from '../ui/table.tsx';
import type { ResultTable } from './tool-words.ts';

const mostDigits = 6;

/** Rows a tool answered with, their numbers written as everywhere else. */
export const ResultRows = ({ table }: { readonly table: ResultTable }) => {
  const { t, i18n } = useTranslation('conversation');
  const { columns, rows } = table;
  const isNumeric = (column: string) =>
    rows.every((row) => row[column] === null || typeof row[column] === 'number') &&
    rows.some((row) => typeof row[column] === 'number');
  const shown = (value: unknown) =>
    typeof value === 'number'
      ? formatNumber(value, i18n.language, mostDigits)
      : value === null || value === undefined
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return (
    <Table
      label={t('tool.result')}
      columns={columns.map((column) => ({
        id: column,
        header: column,
        numeric: isNumeric(column),
        cell: (row: { readonly cells: Readonly<Record<string, unknown>> }) => <bdi>{shown(row.cells[column])}</bdi>,
      }))}
      rows={rows.map((cells, at) => ({ cells, at }))}
      keyOf={({ at }) => String(at)}
    />
  );
};
