import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import { type CompileEnvironment, compileWorkflow } from '../compiler/compile.ts';
import { isNamespaced } from '../compiler/passes/id-policy.ts';
import type { CompileError } from '../compiler/problem.ts';
import { canonicalForm } from '../dialect/canonical-form.ts';
import type { Candidate } from './settle-sources.ts';
import { beats, type SourceKind } from './source-kinds.ts';
import { suggestId } from './workflow-ids.ts';

export type SaveTarget = {
  readonly kind: SourceKind;
  readonly label: string;
  /** Digest of the file as its editor last saw it; null for a new file. */
  readonly expectedDigest: string | null;
};

export type SaveRefused =
  | { readonly code: 'WORKFLOW_INVALID'; readonly errors: readonly CompileError[] }
  | { readonly code: 'SOURCE_READ_ONLY'; readonly sourceKind: SourceKind }
  | { readonly code: 'LEGACY_ID'; readonly workflowId: string; readonly suggestedId: string }
  | { readonly code: 'ID_TAKEN'; readonly workflowId: string; readonly by: string }
  | { readonly code: 'CHANGED_ON_DISK'; readonly file: string; readonly digest: string | null };

export type SavePlan = { readonly workflowId: string; readonly file: string; readonly text: string };

/** Saving goes to user and project sources only, compiles first, and never overwrites what its editor has not seen. */
export const decideSave = (
  file: Json,
  target: SaveTarget,
  present: readonly Candidate[],
  environment: CompileEnvironment,
): Result<SavePlan, SaveRefused> => {
  if (target.kind !== 'user' && target.kind !== 'project')
    return err({ code: 'SOURCE_READ_ONLY', sourceKind: target.kind });
  const compiled = compileWorkflow(file, { ...environment, bundled: false });
  if (!compiled.ok) return err({ code: 'WORKFLOW_INVALID', errors: compiled.error });
  const form = canonicalForm(file);
  if (!form.ok) return err({ code: 'WORKFLOW_INVALID', errors: form.error });

  const workflowId = form.value.source.id;
  const sameId = present.filter(({ declaredId }) => declaredId === workflowId);
  const here = sameId.find(({ sourceKind, sourceLabel }) => sourceKind === target.kind && sourceLabel === target.label);
  if (!isNamespaced(workflowId) && !here) {
    const ids = new Set(present.map(({ declaredId }) => declaredId));
    const suggestedId = suggestId(workflowId, { kind: target.kind, digest: compiled.value.workflowHash }, (id) =>
      ids.has(id),
    );
    return err({ code: 'LEGACY_ID', workflowId, suggestedId });
  }
  const stronger = sameId.find(({ sourceKind }) => beats(sourceKind, target.kind));
  if (stronger) return err({ code: 'ID_TAKEN', workflowId, by: stronger.sourceLabel });
  if ((here?.digest ?? null) !== target.expectedDigest)
    return err({ code: 'CHANGED_ON_DISK', file: here?.file ?? `${workflowId}.json`, digest: here?.digest ?? null });
  return ok({ workflowId, file: here?.file ?? `${workflowId}.json`, text: form.value.text });
};
