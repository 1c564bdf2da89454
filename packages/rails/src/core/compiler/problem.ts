import { z } from 'zod';
import type { CompileWarning, WarningCode } from '../compiled.ts';

export const CompileErrorCode = z.enum([
  'SCHEMA_INVALID',
  'INVALID_ID',
  'RESERVED_NAMESPACE',
  'DUPLICATE_STEP_ID',
  'DUPLICATE_LOOP_ID',
  'PROMPT_SOURCE_CONFLICT',
  'UNKNOWN_TEMPLATE',
  'MISSING_TEMPLATE_ARG',
  'INVALID_TEMPLATE_ARG',
  'RECURSIVE_TEMPLATE',
  'UNKNOWN_FEATURE',
  'INVALID_FEATURE_CONFIG',
  'UNKNOWN_REF',
  'UNKNOWN_CONTRACT',
  'UNKNOWN_CONDITION',
  'UNKNOWN_BINDING',
  'UNKNOWN_ASSESSMENT',
  'UNRESOLVED_TOKEN',
  'BUDGET_EXCEEDED',
  'UNPRODUCED_CONTEXT_KEY',
  'UNREACHABLE_STEP',
]);
export type CompileErrorCode = z.infer<typeof CompileErrorCode>;

/** `pointer` is a JSON pointer into the file as written; `fix` is what to change there. */
export const CompileError = z.object({
  code: CompileErrorCode,
  pointer: z.string(),
  message: z.string(),
  fix: z.string(),
});
export type CompileError = z.infer<typeof CompileError>;

/** Passes report and go on, so that an author sees everything that is wrong at once. */
export type Report = {
  readonly error: (code: CompileErrorCode, pointer: string, message: string, fix: string) => void;
  readonly warn: (code: WarningCode, pointer: string, message: string) => void;
  readonly errors: readonly CompileError[];
  readonly warnings: readonly CompileWarning[];
};

export const createReport = (toAuthored: (pointer: string) => string): Report => {
  const errors: CompileError[] = [];
  const warnings: CompileWarning[] = [];
  return {
    errors,
    warnings,
    error: (code, pointer, message, fix) => void errors.push({ code, pointer: toAuthored(pointer), message, fix }),
    warn: (code, pointer, message) => void warnings.push({ code, pointer: toAuthored(pointer), message }),
  };
};
