import { ErrorEnvelope, type FileKind } from '@atelier/contracts';
import { FileTrouble } from '../../../files/trouble.ts';

/** One version of one file, and the ways to look into it. No model has a part in it. */
export type FileSource = {
  readonly path: string;
  readonly kind: FileKind;
  /** Names the bytes. */
  readonly version: string;
  readonly sizeBytes: number;
  /** Where the bytes are. */
  readonly address: string;
  /** A picture of one page, counted from 1. */
  readonly pageAddress: (page: number, scale?: number) => string;
  /** A window of it as the file layer gives it; undefined where it cannot. */
  readonly content: (options: Readonly<Record<string, number | string>>) => Promise<unknown>;
  readonly map: () => Promise<unknown>;
};

/** The value of a file layer's answer, or why there is none. */
export const fileAnswer = (answer: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) throw new Error('The file layer gave no answer.');
  const { ok, value, error } = answer as { ok?: unknown; value?: unknown; error?: unknown };
  if (ok === false) {
    const told = ErrorEnvelope.safeParse(error);
    throw told.success ? new FileTrouble(told.data) : new Error('The file cannot be read.');
  }
  // Some answers wrap what they give, others are it.
  return ok === true && value !== undefined ? value : answer;
};
