/** Where a viewer begins: the place of a change. */
export type Focus = {
  readonly sheet?: string;
  readonly row?: number;
  readonly column?: number;
  readonly section?: number;
  readonly slide?: number;
  readonly page?: number;
  readonly line?: number;
};

const numberIn = (hint: Readonly<Record<string, unknown>>, ...names: readonly string[]): number | undefined => {
  for (const name of names) {
    const value = hint[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  }
  return undefined;
};

/** The hint of an edit as a place; what it does not say is left out. Rows and columns of a hint count from 1. */
export const focusOf = (hint: Readonly<Record<string, unknown>> | null): Focus => {
  if (hint === null) return {};
  const row = numberIn(hint, 'row_start', 'row');
  const column = numberIn(hint, 'col_start', 'column');
  const section = numberIn(hint, 'section_index');
  const slide = numberIn(hint, 'slide_index');
  const page = numberIn(hint, 'page');
  const line = numberIn(hint, 'line');
  return {
    ...(typeof hint.sheet === 'string' ? { sheet: hint.sheet } : {}),
    ...(row === undefined ? {} : { row: Math.max(0, row - 1) }),
    ...(column === undefined ? {} : { column: Math.max(0, column - 1) }),
    ...(section === undefined ? {} : { section }),
    ...(slide === undefined ? {} : { slide }),
    ...(page === undefined ? {} : { page }),
    ...(line === undefined ? {} : { line }),
  };
};
