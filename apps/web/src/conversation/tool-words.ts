type Facts = Readonly<Record<string, unknown>>;
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file a call is about, wherever its tool names it. */
export const subjectOf = (input: Facts): string | undefined => {
  for (const name of ['path', 'file', 'source_path', 'source', 'target_path', 'output_path', 'query']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
    if (isFacts(value) && typeof value.path === 'string') return value.path;
  }
  return undefined;
};

/** What a tool does with its file, for people; its own name is for programmers. */
const deeds = {
  list_files: 'list',
  get_file_info: 'check',
  get_file_map: 'outline',
  read_file: 'read',
  recall_tool_result: 'again',
  table_get_map: 'outline',
  table_describe: 'columns',
  table_stats: 'figures',
  table_read_rows: 'rows',
  table_query: 'question',
  table_export: 'export',
  table_update_from_export: 'edit',
  write_text_file: 'write',
  edit_text_file: 'edit',
  csv_operations: 'edit',
  docx_operations: 'edit',
  xlsx_operations: 'edit',
  pptx_operations: 'edit',
  pdf_operations: 'edit',
  xlsx_get_styles: 'styles',
  docx_get_styles: 'styles',
  pptx_get_styles: 'styles',
  xlsx_copy_assets: 'assets',
  docx_copy_assets: 'assets',
  pptx_copy_assets: 'assets',
} as const;
export type Deed = (typeof deeds)[keyof typeof deeds];

/** Undefined for a tool that is not known here: it is called by its name. */
export const deedOf = (toolName: string): Deed | undefined =>
  Object.hasOwn(deeds, toolName) ? deeds[toolName as keyof typeof deeds] : undefined;

const mostRows = 50;
export type ResultTable = { readonly columns: readonly string[]; readonly rows: readonly Facts[] };

/** The rows a tool answered with, as far as they are shown; undefined where the answer is something else. */
export const tableOf = (result: Facts): ResultTable | undefined => {
  const found = [result, result.value].filter(isFacts).find(({ rows }) => Array.isArray(rows));
  const rows = (found?.rows ?? []) as readonly unknown[];
  if (found === undefined || rows.length === 0 || !rows.every((row) => isFacts(row) || Array.isArray(row)))
    return undefined;
  const named = Array.isArray(found.columns)
    ? found.columns.map((column) => (isFacts(column) ? String(column.name ?? '') : String(column)))
    : Object.keys(isFacts(rows[0]) ? rows[0] : {});
  if (named.length === 0) return undefined;
  const byName = (row: unknown): Facts =>
    Array.isArray(row) ? Object.fromEntries(named.map((name, at) => [name, row[at]])) : (row as Facts);
  return { columns: named, rows: rows.slice(0, mostRows).map(byName) };
};

/** Why a tool did not do it, in the tool's own words. */
export const refusalOf = (result: Facts | null): string | undefined => {
  if (result === null || result.ok !== false || !isFacts(result.error)) return undefined;
  const { message, code } = result.error;
  if (typeof message === 'string') return message;
  return typeof code === 'string' ? code : undefined;
};

export const isReceipt = (result: Facts): boolean => result.receipt === true;
