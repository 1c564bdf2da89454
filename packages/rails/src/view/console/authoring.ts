import type { BuiltinEntry, CompileProblem, Validated, WorkflowView } from '@atelier/contracts';
import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import { workflowJsonSchema } from '../../core/authoring/json-schema.ts';
import type { Candidate } from '../../core/authoring/settle-sources.ts';
import { builtins } from '../../core/builtins/builtins.ts';
import { bundledFiles } from '../../core/builtins/bundled.ts';
import { catalogueOf } from '../../core/builtins/catalogue.ts';
import { canonical } from '../../core/canonical.ts';
import type { CompiledWorkflowSnapshotV1 } from '../../core/compiled.ts';
import { type Compiled, compileWorkflow } from '../../core/compiler/compile.ts';
import type { Bindings } from '../../core/compiler/passes/bindings.ts';
import { previewOf } from '../../core/compiler/preview.ts';
import type { Sha256 } from '../../core/crypto.ts';
import { canonicalForm } from '../../core/dialect/canonical-form.ts';

export { settleSources } from '../../core/authoring/settle-sources.ts';

/** Compiles what stands in an editor. Nothing is saved and nothing is pinned. */
export const validateText = (text: string, bindings: Bindings, sha256: Sha256): Validated => {
  const json = parseText(text);
  if (!json.ok) return { valid: false, errors: [json.error] };
  const compiled = compileWorkflow(json.value, { builtins, bindings, sha256, bundled: false });
  if (!compiled.ok) return { valid: false, errors: compiled.error.map((problem) => ({ ...problem })) };
  const form = canonicalForm(json.value);
  const rewritten = form.ok && canonical(form.value.source) !== canonical(withVersion(json.value));
  const { snapshot, workflowHash } = compiled.value;
  return {
    valid: true,
    workflowId: snapshot.workflowId,
    workflowHash,
    outline: outlineOfSnapshot(snapshot),
    warnings: snapshot.compiledWarnings.map((warning) => ({ ...warning })),
    canonicalText: form.ok && rewritten ? form.value.text : null,
  };
};

export const parseText = (text: string): Result<Json, CompileProblem> => {
  try {
    return ok(JSON.parse(text) as Json);
  } catch (cause) {
    return err({
      code: 'NOT_JSON',
      pointer: '',
      message: faultInWords(cause),
      fix: 'Look for a missing comma, quote or bracket near that place.',
    });
  }
};

/** The line and the column, where the engine tells them; its own words are for programmers. */
const faultInWords = (cause: unknown): string => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return line === undefined ? 'The text is not JSON.' : `The text is not JSON at line ${line}, column ${column}.`;
};

// The canonical form names its schema version; a file that does not is otherwise the same.
const withVersion = (json: Json): Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { schemaVersion: 1, ...json } : json;

export const outlineOfSnapshot = (snapshot: CompiledWorkflowSnapshotV1): WorkflowView['outline'] =>
  previewOf(snapshot).nodes as unknown as WorkflowView['outline'];

/** The parts of a workflow's page that follow from its compiled file. */
export const compiledFacts = ({ snapshot, source }: Compiled) => {
  const preview = previewOf(snapshot);
  return {
    examples: [...(source.examples ?? [])],
    about: source.about ?? null,
    recommendedPreferences: snapshot.recommendedPreferences ?? null,
    capabilities: { ...snapshot.capabilities } as Record<string, string>,
    contracts: [...preview.contracts],
    features: [...preview.features],
    warnings: snapshot.compiledWarnings.map((warning) => ({ ...warning })),
    outline: outlineOfSnapshot(snapshot),
    compiled: snapshot as unknown as Json,
  };
};

export const bundledText = (file: string): string | undefined => {
  const found = bundledFiles.find((each) => each.file === file);
  return found && `${JSON.stringify(found.source, null, 2)}\n`;
};

export const authoringHelp = (): { builtins: BuiltinEntry[]; schema: ReturnType<typeof workflowJsonSchema> } => ({
  builtins: catalogueOf(builtins).map(({ kind, id, summary, argSchema, snippet }) => ({
    kind,
    id,
    summary,
    argSchema,
    snippet,
  })),
  schema: workflowJsonSchema(),
});

export type WorkflowCandidate = Candidate;
