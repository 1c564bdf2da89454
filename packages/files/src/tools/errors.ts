// Types alone: every worker loads this file, and the kernel's core with its schemas is half of what starting one would cost.
import type { ErrorEnvelope, Result, Retry } from '@atelier/kernel/core';

/** Every refusal this layer can give: a code the surfaces know and a reason from a closed set. */
export const reasonsByCode = {
  VALIDATION_FAILED: [
    'bad_selector',
    'selector_not_for_kind',
    'unknown_sheet',
    'unknown_section',
    'ambiguous_section',
    'index_out_of_range',
    'bad_range',
    'unknown_column',
    'bad_query',
    'query_not_read_only',
    'forbidden_function',
    'bad_op',
    'no_match',
    'ambiguous_match',
    'read_only_format',
    'kind_mismatch',
    'unencodable',
    'target_exists',
    'ext_mismatch',
    'no_placeholder',
    'unknown_layout',
    'array_formula',
    'unsupported_structure',
    'asset_not_found',
    'dependent_change',
    'limit_rows',
    'limit_cols',
    'limit_ops',
    'limit_output',
  ],
  CONFLICT_STALE_STATE: ['version', 'expect'],
  SANDBOX_VIOLATION: ['bad_path', 'not_draft'],
  FILE_READ_FAILED: [
    'not_found',
    'missing',
    'damaged',
    'encrypted',
    'archive_bomb',
    'archive_malformed',
    'archive_path',
    'xml_dtd',
    'xml_depth',
    'xml_malformed',
    'dimension',
    'image_pixels',
    'line_too_long',
    'csv_rows_rejected',
    'pdf_malformed',
  ],
  FILE_WRITE_FAILED: ['verify_failed', 'io'],
  DISK_FULL: ['io'],
  TOOL_TIMEOUT: ['parse', 'query', 'export', 'render'],
  TOOL_FAILED: ['memory', 'crashed', 'query_memory', 'internal', 'cancelled'],
  TOOL_WORKER_UNAVAILABLE: ['pool_down'],
  LIMIT_FILE_SIZE: ['too_large'],
  UNSUPPORTED_INPUT: ['opaque'],
  PREVIEW_UNAVAILABLE: ['no_renderer', 'render_failed'],
} as const;

export type FileErrorCode = keyof typeof reasonsByCode;
export type ReasonOf<Code extends FileErrorCode> = (typeof reasonsByCode)[Code][number];

type Facts = {
  /** One sentence a model can act on: no host paths, no file text beyond the offending token. */
  readonly message: string;
  readonly hint?: string;
  /** Which operation of a batch was refused, from 0. */
  readonly op_index?: number;
  /** What would have been valid, or the several things that matched. */
  readonly candidates?: readonly (string | number)[];
};

export type FileError = {
  [Code in FileErrorCode]: { readonly code: Code; readonly reason: ReasonOf<Code> } & Facts;
}[FileErrorCode];

export type FileResult<T> = Result<T, FileError>;

/** `refuse('VALIDATION_FAILED', 'bad_range', 'A1:?? is not a range.', { hint: 'Use A1:B2.' })` */
export const refuse = <Code extends FileErrorCode>(
  code: Code,
  reason: ReasonOf<Code>,
  message: string,
  facts: Omit<Facts, 'message'> = {},
): Result<never, FileError> => ({ ok: false, error: { code, reason, message, ...facts } as FileError });

/**
 * A refusal found deep inside a parser, where returning it through every frame would drown the code.
 * It is caught once, by `settle`, at the entry of the handler.
 */
export class FileRefusal extends Error {
  readonly error: FileError;
  constructor(error: FileError) {
    super(error.message);
    this.name = 'FileRefusal';
    this.error = error;
  }
}

export const refusal = <Code extends FileErrorCode>(
  code: Code,
  reason: ReasonOf<Code>,
  message: string,
  facts: Omit<Facts, 'message'> = {},
): FileRefusal => new FileRefusal({ code, reason, message, ...facts } as FileError);

/** Turns a thrown `FileRefusal` back into data; anything else is a fault and goes on flying. */
export const settle = async <T>(work: () => Promise<T> | T): Promise<FileResult<T>> => {
  try {
    return { ok: true, value: await work() };
  } catch (cause) {
    if (cause instanceof FileRefusal) return { ok: false, error: cause.error };
    throw cause;
  }
};

const retryByCode: { readonly [Code in FileErrorCode]?: Retry } = {
  TOOL_TIMEOUT: { kind: 'retryable_immediate' },
  TOOL_FAILED: { kind: 'retryable_immediate' },
  TOOL_WORKER_UNAVAILABLE: { kind: 'retryable_after_ms', afterMs: 1_000 },
  PREVIEW_UNAVAILABLE: { kind: 'retryable_immediate' },
};

export const errorToEnvelope = ({ code, reason, message, hint, op_index, candidates }: FileError): ErrorEnvelope => ({
  code,
  message,
  ...(hint === undefined ? {} : { suggestion: hint }),
  // What did not fit into memory does not fit the next time.
  retry: (reason === 'memory' ? undefined : retryByCode[code]) ?? { kind: 'not_retryable' },
  details: {
    reason,
    ...(op_index === undefined ? {} : { op_index }),
    ...(candidates === undefined ? {} : { candidates: [...candidates] }),
  },
});
