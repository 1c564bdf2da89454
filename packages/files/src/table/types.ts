export const columnTypes = ['integer', 'float', 'boolean', 'date', 'timestamp', 'time', 'string'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** The engine's type in the seven words a reader needs. */
export const typeOf = (engine: string): ColumnType => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)\b/i.test(engine)) return 'integer';
  if (/^(FLOAT|DOUBLE|REAL|DECIMAL)/i.test(engine)) return 'float';
  if (/^BOOLEAN/i.test(engine)) return 'boolean';
  if (/^DATE$/i.test(engine)) return 'date';
  if (/^TIMESTAMP|^DATETIME/i.test(engine)) return 'timestamp';
  return /^TIME/i.test(engine) ? 'time' : 'string';
};

export type TableColumn = {
  readonly name: string;
  readonly index: number;
  readonly inferred_type: ColumnType;
  readonly nullable: boolean;
  readonly original_name?: string;
  readonly numeric_text?: 'comma_decimal';
};

/** What ingestion learned, stored beside the rows so that a warm cache answers without the file. */
export type TableFacts = {
  readonly format: string;
  readonly delimiter: string;
  readonly quote_char: string;
  readonly escape_char: string;
  readonly newline: string;
  readonly skip_rows: number;
  readonly has_header: boolean;
  readonly encoding_detected: string;
  readonly encoding_confidence: number;
  readonly row_count: number;
  readonly column_count: number;
  readonly columns: readonly TableColumn[];
  readonly rejected_rows: {
    readonly count: number;
    readonly first: readonly { readonly line: number; readonly error: string }[];
  };
  readonly warnings: readonly string[];
};
