import { FileRefusal, type ReasonOf, refusal } from '../tools/errors.ts';

type Facts = {
  readonly hint?: string;
  readonly op_index?: number;
  readonly candidates?: readonly (string | number)[];
};

/** The file itself cannot be read as asked. */
export const refuseRead = (reason: ReasonOf<'FILE_READ_FAILED'>, message: string): never => {
  throw refusal('FILE_READ_FAILED', reason, message);
};

/** The request does not fit the file. */
export const refuseOp = (reason: ReasonOf<'VALIDATION_FAILED'>, message: string, facts: Facts = {}): never => {
  throw refusal('VALIDATION_FAILED', reason, message, facts);
};

/** What we wrote is not what we meant to write; nothing is handed over. */
export const refuseWrite = (reason: ReasonOf<'FILE_WRITE_FAILED'>, message: string): never => {
  throw refusal('FILE_WRITE_FAILED', reason, message);
};

export const isRefusal = (cause: unknown): cause is FileRefusal => cause instanceof FileRefusal;

/** Throws the same refusal again with the index of the operation that met it; a fault goes on flying. */
export const atOp = (cause: unknown, opIndex: number): never => {
  if (cause instanceof FileRefusal) throw new FileRefusal({ ...cause.error, op_index: opIndex });
  throw cause;
};
