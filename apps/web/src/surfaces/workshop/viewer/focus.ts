/** Where a viewer begins: the place of a change. */
export type Focus = {
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: number;
  /** The column of a table, by its heading. */
  readonly heading?: string;
  readonly section?: number;
  readonly slide?: number;
  readonly page?: number;
  readonly line?: number;
};

const numberIn = (hint: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = hint[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
};

/** The hint of an edit as a place; what it does not say is left out. A sheet counts from 0, the rows of a table from 1. */
export const focusOf = (hint: Readonly<Record<string, unknown>> | null): Focus => {
  if (hint === null) return {};
  const isSheet = typeof hint.sheet === 'string';
  const row = numberIn(hint, 'row_start');
  const column = numberIn(hint, 'col_start');
  const section = numberIn(hint, 'section_index');
  const slide = numberIn(hint, 'slide_index');
  const page = numberIn(hint, 'page');
  const line = numberIn(hint, 'line');
  return {
    ...(isSheet ? { sheet: String(hint.sheet) } : {}),
    ...(row === undefined ? {} : { row: isSheet ? row : Math.max(0, row - 1) }),
    ...(column === undefined ? {} : { column }),
    ...(typeof hint.column === 'string' ? { heading: hint.column } : {}),
    ...(section === undefined ? {} : { section }),
    ...(slide === undefined ? {} : { slide }),
    ...(page === undefined ? {} : { page }),
    ...(line === undefined ? {} : { line }),
  };
};
