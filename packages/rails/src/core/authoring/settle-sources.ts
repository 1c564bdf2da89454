import type { Result } from '@atelier/kernel/core';
import type { RecommendedPreferences, WorkflowKind } from '../compiled.ts';
import type { Compiled } from '../compiler/compile.ts';
import { isNamespaced } from '../compiler/passes/id-policy.ts';
import type { CompileError } from '../compiler/problem.ts';
import { byCodeUnit, type Digest } from '../ids.ts';
import { PRECEDENCE, type SourceKind } from './source-kinds.ts';
import { suggestId } from './workflow-ids.ts';

/** One file of one source, compiled or refused. `file` is relative to its source. */
export type Candidate = {
  readonly sourceKind: SourceKind;
  readonly sourceLabel: string;
  /** For suggested ids, where the source was configured with one. */
  readonly namespace?: string;
  readonly file: string;
  readonly digest: string;
  readonly declaredId?: string;
  readonly result: Result<Compiled, readonly CompileError[]>;
};

export type Listed = {
  readonly workflowId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly kind: WorkflowKind;
  readonly workflowHash: Digest | null;
  readonly idStatus: 'namespaced' | 'legacy';
  readonly suggestedId?: string;
  readonly sourceKind: SourceKind;
  readonly sourceLabel: string;
  readonly tags?: readonly string[];
  readonly examples?: readonly string[];
  readonly recommendedPreferences?: RecommendedPreferences;
};
export type SettledWorkflow = { readonly listed: Listed; readonly compiled: Compiled; readonly candidate: Candidate };
export type SourceProblem = {
  readonly sourceLabel: string;
  readonly file: string;
  readonly workflowId?: string;
  readonly errors: readonly CompileError[];
};
export type Settled = { readonly workflows: readonly SettledWorkflow[]; readonly problems: readonly SourceProblem[] };

/** Decides which file each id means. What loses or cannot be used is told, never dropped. */
export const settleSources = (candidates: readonly Candidate[]): Settled => {
  const ordered = [...candidates].sort(
    (a, b) =>
      PRECEDENCE.indexOf(a.sourceKind) - PRECEDENCE.indexOf(b.sourceKind) ||
      byCodeUnit(a.sourceLabel, b.sourceLabel) ||
      byCodeUnit(a.file, b.file),
  );
  const winners = new Map<string, { readonly candidate: Candidate; readonly compiled: Compiled }>();
  const problems: SourceProblem[] = [];
  for (const candidate of ordered) {
    if (!candidate.result.ok) {
      problems.push(problemOf(candidate, candidate.result.error));
      continue;
    }
    const id = candidate.result.value.snapshot.workflowId;
    const winner = winners.get(id)?.candidate;
    if (winner) problems.push(problemOf(candidate, [taken(id, winner)]));
    else winners.set(id, { candidate, compiled: candidate.result.value });
  }
  const workflows = [...winners.values()]
    .map(({ candidate, compiled }) => ({ candidate, compiled, listed: listedOf(candidate, compiled, winners) }))
    .sort(byNamespaceKindId);
  return { workflows, problems };
};

const problemOf = ({ sourceLabel, file, declaredId }: Candidate, errors: readonly CompileError[]): SourceProblem =>
  declaredId === undefined ? { sourceLabel, file, errors } : { sourceLabel, file, workflowId: declaredId, errors };

const taken = (id: string, winner: Candidate): CompileError => ({
  code: 'INVALID_ID',
  pointer: '/id',
  message: `\`${id}\` is already provided by ${winner.sourceLabel} (${winner.file}), which comes first.`,
  fix: 'Give this workflow another id, or remove one of the two files.',
});

const listedOf = (
  candidate: Candidate,
  { snapshot, workflowHash, source }: Compiled,
  winners: ReadonlyMap<string, unknown>,
): Listed => {
  const legacy = !isNamespaced(snapshot.workflowId);
  return {
    workflowId: snapshot.workflowId,
    name: snapshot.name,
    description: snapshot.description,
    version: snapshot.version,
    kind: snapshot.kind,
    workflowHash,
    idStatus: legacy ? 'legacy' : 'namespaced',
    ...(legacy
      ? {
          suggestedId: suggestId(
            snapshot.workflowId,
            {
              kind: candidate.sourceKind,
              digest: candidate.digest,
              ...(candidate.namespace === undefined ? {} : { namespace: candidate.namespace }),
            },
            (id) => winners.has(id),
          ),
        }
      : {}),
    sourceKind: candidate.sourceKind,
    sourceLabel: candidate.sourceLabel,
    ...(source.tags ? { tags: source.tags } : {}),
    ...(source.examples ? { examples: source.examples } : {}),
    ...(snapshot.recommendedPreferences ? { recommendedPreferences: snapshot.recommendedPreferences } : {}),
  };
};

const byNamespaceKindId = ({ listed: a }: SettledWorkflow, { listed: b }: SettledWorkflow): number =>
  byCodeUnit(namespaceOf(a.workflowId), namespaceOf(b.workflowId)) ||
  Number(a.kind === 'routine') - Number(b.kind === 'routine') ||
  byCodeUnit(a.workflowId, b.workflowId);

const namespaceOf = (id: string): string => (id.includes('.') ? id.slice(0, id.indexOf('.')) : '');
