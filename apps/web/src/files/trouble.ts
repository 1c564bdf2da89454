import type { ErrorEnvelope } from '@atelier/contracts';

/** Why a file cannot be looked into, as far as a person can do something about it. */
export type Trouble = 'encrypted' | 'damaged' | 'tooLarge' | 'tooSlow' | 'gone' | 'unknown';

const byReason: Readonly<Record<string, Trouble>> = {
  encrypted: 'encrypted',
  damaged: 'damaged',
  archive_malformed: 'damaged',
  archive_path: 'damaged',
  xml_dtd: 'damaged',
  xml_depth: 'damaged',
  xml_malformed: 'damaged',
  pdf_malformed: 'damaged',
  csv_rows_rejected: 'damaged',
  archive_bomb: 'tooLarge',
  dimension: 'tooLarge',
  image_pixels: 'tooLarge',
  line_too_long: 'tooLarge',
  memory: 'tooLarge',
  query_memory: 'tooLarge',
  too_large: 'tooLarge',
  limit_output: 'tooLarge',
  not_found: 'gone',
  missing: 'gone',
};

const byCode: Readonly<Record<string, Trouble>> = {
  FILE_READ_FAILED: 'damaged',
  LIMIT_FILE_SIZE: 'tooLarge',
  TOOL_TIMEOUT: 'tooSlow',
  TOOL_WORKER_UNAVAILABLE: 'tooSlow',
  TOOL_FAILED: 'unknown',
  UNSUPPORTED_INPUT: 'unknown',
  VALIDATION_FAILED: 'unknown',
  PREVIEW_UNAVAILABLE: 'unknown',
};

/** Undefined for what is not about the file: a person's words for that are kept by code. */
export const troubleOf = ({ code, details }: Pick<ErrorEnvelope, 'code' | 'details'>): Trouble | undefined => {
  const { reason } = (details ?? {}) as { readonly reason?: unknown };
  const known = typeof reason === 'string' && Object.hasOwn(byReason, reason) ? byReason[reason] : undefined;
  return known ?? (Object.hasOwn(byCode, code) ? byCode[code] : undefined);
};

/** A file that could not be looked into; screens say why in their own words. */
export class FileTrouble extends Error {
  readonly envelope: ErrorEnvelope;
  constructor(envelope: ErrorEnvelope) {
    super(envelope.message);
    this.name = 'FileTrouble';
    this.envelope = envelope;
  }
}
