import { useState } from 'react';
import type { ColumnWidths } from 'react-data-grid';
import { keep, readKept } from '../../preferences/local-storage.ts';

const keyOf = (name: string): string => `atelier.grid.${name}`;

const readWidths = (name: string): ColumnWidths => {
  try {
    const stored: unknown = JSON.parse(readKept(keyOf(name)) ?? '{}');
    const entries = stored !== null && typeof stored === 'object' ? Object.entries(stored) : [];
    return new Map(
      entries.flatMap(([key, width]) => (typeof width === 'number' ? [[key, { type: 'resized', width }]] : [])),
    );
  } catch {
    return new Map();
  }
};

/** The widths a person gave the columns, remembered in this browser. */
export const useColumnWidths = (name: string) => {
  const [map, setMap] = useState(() => readWidths(name));
  const set = (next: ColumnWidths) => {
    setMap(next);
    const resized = [...next].filter(([, { type }]) => type === 'resized').map(([key, { width }]) => [key, width]);
    keep(keyOf(name), JSON.stringify(Object.fromEntries(resized)));
  };
  return { map, set };
};
