import type { ReactNode } from 'react';
import { formatDate, formatMinor, formatNumber } from '../../i18n/format.ts';
import { typedDay, typedMinor, typedNumber } from '../typed/typed-number.ts';
import type { CellValue } from './grid-undo.ts';

export type GridColumn<Row> = {
  readonly key: string;
  readonly name: string;
  /** `money` holds the smallest unit of its currency, `date` a day such as 2026-11-16. */
  readonly kind?: 'text' | 'number' | 'percent' | 'money' | 'date' | 'choice';
  readonly value: (row: Row) => CellValue;
  /** How a cell looks when its value alone does not say it. */
  readonly show?: (row: Row) => ReactNode;
  readonly editable?: boolean | ((row: Row) => boolean);
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly currency?: string;
  readonly width?: number;
  readonly frozen?: boolean;
  /** What the last row says of the whole column. */
  readonly summary?: (rows: readonly Row[]) => CellValue;
};

type Shape = Pick<GridColumn<never>, 'kind' | 'choices' | 'currency'>;

/** Numbers, amounts and days are read left to right in every language. */
export const isNumeric = ({ kind = 'text' }: Shape): boolean => kind !== 'text' && kind !== 'choice';

export const cellText = (
  value: CellValue,
  { kind = 'text', choices, currency = 'ILS' }: Shape,
  language: string,
): string => {
  if (value === null || value === '') return '';
  if (kind === 'choice') return choices?.find((choice) => choice.value === value)?.label ?? String(value);
  if (typeof value === 'string') return kind === 'date' ? formatDate(value, language) : value;
  if (kind === 'money') return formatMinor(value, currency);
  return kind === 'percent' ? `${formatNumber(value, language)}%` : formatNumber(value, language);
};

/** What a person edits and what a spreadsheet gets: the value itself, without signs of any language. */
export const plainText = (value: CellValue, { kind, choices }: Shape): string => {
  if (value === null) return '';
  if (kind === 'choice') return choices?.find((choice) => choice.value === value)?.label ?? String(value);
  if (kind === 'money' && typeof value === 'number') return (value / 100).toFixed(2);
  return String(value);
};

/** The value of a typed or pasted text; undefined when the column cannot hold it. Nothing typed empties the cell. */
export const typedValue = (text: string, { kind = 'text', choices }: Shape): CellValue | undefined => {
  const bare = text.trim();
  if (kind === 'text') return text;
  if (bare === '') return null;
  switch (kind) {
    case 'number':
    case 'percent':
      return typedNumber(bare);
    case 'money':
      return typedMinor(bare);
    case 'date':
      return typedDay(bare);
    case 'choice':
      return choices?.find(({ value, label }) => value === bare || label === bare)?.value;
  }
};

/** The order of rows by one column: nothing last, numbers by size, words as the language sorts them. */
export const compareValues = (a: CellValue, b: CellValue, language: string): number => {
  if (a === b) return 0;
  if (a === null || a === '') return 1;
  if (b === null || b === '') return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return new Intl.Collator(language, { numeric: true }).compare(String(a), String(b));
};
