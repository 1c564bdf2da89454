import type { FileServices } from '../../services/files.ts';

type Over = FileServices['over'];
type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string; readonly suggestion: string };
    };

export type ReadTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isCut: boolean;
};

const mostRows = 20_000;
const pageRows = 1_000;

const unreadable = (message: string) =>
  ({
    ok: false,
    error: { code: 'FILE_UNREADABLE', message, suggestion: 'Open it, save it again, and choose it once more.' },
  }) as const;

/** The rows of the first table of an xlsx or csv file, every cell as text. */
export const readTable = async (over: Over, name: string, bytes: Uint8Array): Promise<Answer<ReadTable>> => {
  const { createMemoryHost } = await import('@atelier/files');
  const host = createMemoryHost();
  host.put(name, bytes);
  const files = await over(host);
  const rows: (readonly string[])[] = [];
  let columns: readonly string[] = [];
  for (let start = 1; start <= mostRows; start += pageRows) {
    const page = await files.call('table_read_rows', { path: name, row_start: start, row_count: pageRows });
    if (!page.ok) return unreadable(page.error.message);
    const found = page as unknown as RowsAnswer;
    columns = found.columns.map((column) => (typeof column === 'string' ? column : column.name));
    rows.push(...found.rows.map((row) => row.map(cellText)));
    if (found.rows.length < pageRows) return { ok: true, value: { columns, rows, isCut: false } };
  }
  return { ok: true, value: { columns, rows, isCut: true } };
};

type RowsAnswer = {
  readonly columns: readonly (string | { readonly name: string })[];
  readonly rows: readonly (readonly unknown[])[];
};

const cellText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));

/** All text of a file, for knowledge. */
export const readText = async (
  over: Over,
  name: string,
  bytes: Uint8Array,
): Promise<Answer<{ readonly text: string }>> => {
  const { createMemoryHost } = await import('@atelier/files');
  const host = createMemoryHost();
  host.put(name, bytes);
  const read = await (await over(host)).text(name);
  if (!read.ok) return unreadable('The file could not be read.');
  const { text } = read.value as { readonly text: string };
  return text.trim() === '' ? unreadable('There is no text in this file.') : { ok: true, value: { text } };
};
