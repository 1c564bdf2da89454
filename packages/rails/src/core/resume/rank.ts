import { byCodeUnit } from '../ids.ts';
import type { RunSummary } from './summary.ts';
import { holdsAll, wordsOf } from './words.ts';

export type Match =
  | 'matched_exact_id'
  | 'matched_head_sha'
  | 'matched_branch'
  | 'matched_notes'
  | 'matched_workflow_id'
  | 'matched_repo_root'
  | 'recency_fallback';

export type ResumeQuery = {
  readonly query?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
  readonly gitHeadSha?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly repoRootHash?: string | undefined;
  readonly sameWorkspaceOnly?: boolean | undefined;
  readonly prefer?: 'workspace' | 'text' | undefined;
};

export type Ranked = { readonly run: RunSummary; readonly whyMatched: readonly Match[] };

/** Tiers from surest to weakest; the place of a match in the list is its tier. */
const TIERS: Record<'workspace' | 'text', readonly Match[]> = {
  workspace: ['matched_exact_id', 'matched_head_sha', 'matched_branch', 'matched_notes', 'matched_workflow_id'],
  text: ['matched_exact_id', 'matched_notes', 'matched_workflow_id', 'matched_head_sha', 'matched_branch'],
};

/** The best `limit` runs and how many there were to choose from. Ties end in the session id: the order is total. */
export const rankRuns = (
  runs: readonly RunSummary[],
  query: ResumeQuery,
  limit: number,
): { readonly ranked: readonly Ranked[]; readonly totalEligible: number } => {
  const words = wordsOf(query.query ?? '');
  const tiers = TIERS[query.prefer ?? 'workspace'];
  const wantsExact = query.sessionId !== undefined || query.runId !== undefined;
  const best: (Ranked & { readonly tier: number })[] = [];
  let totalEligible = 0;
  for (const run of runs) {
    if (query.sameWorkspaceOnly && run.repoRootHash !== query.repoRootHash) continue;
    const whyMatched = matchesOf(run, query, words);
    if (wantsExact && !whyMatched.includes('matched_exact_id')) continue;
    totalEligible += 1;
    const tier = tiers.findIndex((match) => whyMatched.includes(match));
    const entry = {
      run,
      tier: tier < 0 ? tiers.length : tier,
      whyMatched: tier < 0 ? ([...whyMatched, 'recency_fallback'] as const) : whyMatched,
    };
    const last = best.at(-1);
    if (best.length === limit && last && compare(last, entry) <= 0) continue;
    const at = best.findIndex((other) => compare(entry, other) < 0);
    best.splice(at < 0 ? best.length : at, 0, entry);
    if (best.length > limit) best.pop();
  }
  return { ranked: best.map(({ run, whyMatched }) => ({ run, whyMatched })), totalEligible };
};

const matchesOf = (run: RunSummary, query: ResumeQuery, words: readonly string[]): readonly Match[] => {
  const found: Match[] = [];
  if (query.sessionId === run.sessionId || query.runId === run.runId) found.push('matched_exact_id');
  if (query.gitHeadSha !== undefined && query.gitHeadSha === run.gitHeadSha) found.push('matched_head_sha');
  if (query.gitBranch !== undefined && run.gitBranch !== null && samePrefix(query.gitBranch, run.gitBranch))
    found.push('matched_branch');
  if (holdsAll(run.words, words)) found.push('matched_notes');
  if (holdsAll(run.workflowWords, words)) found.push('matched_workflow_id');
  if (query.repoRootHash !== undefined && query.repoRootHash === run.repoRootHash) found.push('matched_repo_root');
  return found;
};

const samePrefix = (a: string, b: string): boolean => a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));

type Entry = Ranked & { readonly tier: number };
const compare = (a: Entry, b: Entry): number =>
  a.tier - b.tier ||
  Number(isOver(a.run)) - Number(isOver(b.run)) ||
  byCodeUnit(b.run.lastActivityAt, a.run.lastActivityAt) ||
  b.run.lastActivitySeq - a.run.lastActivitySeq ||
  byCodeUnit(a.run.sessionId, b.run.sessionId) ||
  byCodeUnit(a.run.runId, b.run.runId);

const isOver = ({ status }: RunSummary): boolean => status === 'complete' || status === 'complete_with_gaps';
