import type { Json } from '@atelier/kernel/core';
import type { Rows } from './duck.ts';
import { typeOf } from './types.ts';

export const responseRows = 1_000;
const responseBytes = 48 * 1024;
const longestText = 2_000;

export type Page = {
  readonly columns: readonly string[];
  readonly column_types: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly warnings: readonly string[];
  readonly truncated_cells: readonly { readonly row: number; readonly column: string }[];
};

/** Rows as a model reads them, as many as one answer holds. Exact numbers stay exact: large ones become text. */
export const pageOf = ({ columns, types, rows }: Rows): Page => {
  const warnings = new Set<string>();
  const truncated_cells: { row: number; column: string }[] = [];
  const converted: Json[][] = [];
  let bytes = 0;
  for (const row of rows.slice(0, responseRows)) {
    const cut: { row: number; column: string }[] = [];
    const values = row.map((value, at) => {
      const cell = jsonValue(value, types[at] ?? '');
      if (cell === undefined) {
        warnings.add(`non_finite:${columns[at]}`);
        return null;
      }
      if (typeof cell !== 'string' || cell.length <= longestText) return cell;
      cut.push({ row: converted.length, column: columns[at] ?? '' });
      return `${cell.slice(0, longestText - 1)}…`;
    });
    bytes += Buffer.byteLength(JSON.stringify(values)) + 1;
    if (bytes > responseBytes && converted.length > 0) break;
    converted.push(values);
    truncated_cells.push(...cut);
  }
  return { columns, column_types: types.map(typeOf), rows: converted, warnings: [...warnings], truncated_cells };
};

/** Undefined stands for a number that JSON has no word for. */
export const jsonValue = (value: Json, type: string): Json | undefined => {
  if (value === null) return null;
  if (/^(U?(BIG|HUGE)INT)/.test(type)) return exact(String(value));
  if (/^DECIMAL/.test(type)) return String(value).replace(/[^0-9]/g, '').length > 15 ? String(value) : Number(value);
  if (/^(DOUBLE|FLOAT)/.test(type)) return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (/^TIMESTAMP/.test(type)) return String(value).replace(' ', 'T');
  return value;
};

const exact = (digits: string): Json => (Number.isSafeInteger(Number(digits)) ? Number(digits) : digits);
