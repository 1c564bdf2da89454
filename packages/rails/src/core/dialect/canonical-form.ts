import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { WorkflowSource } from '../authoring/workflow-source.ts';
import type { CompileWarning } from '../compiled.ts';
import { checkSchema } from '../compiler/passes/schema.ts';
import { type CompileError, createReport } from '../compiler/problem.ts';
import { normalise } from './normalise.ts';
import { isObject } from './rewriter.ts';

export type CanonicalForm = {
  readonly source: WorkflowSource;
  /** Ready to save: fields in the order the schema lists them, two spaces, a final newline. */
  readonly text: string;
  /** What was rewritten, and where it stood. */
  readonly rewritten: readonly CompileWarning[];
};

/** A workflow file as it would be written today. A file already in that form comes back as it is, but for layout. */
export const canonicalForm = (file: Json): Result<CanonicalForm, readonly CompileError[]> => {
  const { source, warnings, toAuthored } = normalise(file);
  const report = createReport(toAuthored);
  const parsed = checkSchema(isObject(source) ? { schemaVersion: 1, ...source } : source, report);
  if (!parsed) return err(report.errors);
  return ok({ source: parsed, text: `${JSON.stringify(parsed, null, 2)}\n`, rewritten: warnings });
};
