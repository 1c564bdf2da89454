import { byCodeUnit } from '../ids.ts';
import type { RunSummary } from './summary.ts';
import { closenessTo, holdsAll, tellingWords, wordsOf } from './words.ts';

export type Match =
  | 'matched_exact_id'
  | 'matched_head_sha'
  | 'matched_branch'
  | 'matched_notes'
  | 'matched_workflow_id'
  | 'matched_some_words'
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

export type Ranking = {
  readonly ranked: readonly Ranked[];
  readonly totalEligible: number;
  /** Words were asked for and no run holds any that tells it apart. */
  readonly noMatch: boolean;
};

/** Tiers from surest to weakest; the place of a match in the list is its tier. */
const TIERS: Record<'workspace' | 'text', readonly Match[]> = {
  workspace: [
    'matched_exact_id',
    'matched_head_sha',
    'matched_branch',
    'matched_notes',
    'matched_workflow_id',
    'matched_some_words',
  ],
  text: [
    'matched_exact_id',
    'matched_notes',
    'matched_workflow_id',
    'matched_some_words',
    'matched_head_sha',
    'matched_branch',
  ],
};

/**
 * The best `limit` runs and how many there were to choose from. Words decide within a tier before recency, and a run
 * that holds all the words is among the best wherever its tier stands. Ties end in the ids: the order is total.
 */
export const rankRuns = (runs: readonly RunSummary[], query: ResumeQuery, limit: number): Ranking => {
  const words = wordsOf(query.query ?? '');
  const tiers = TIERS[query.prefer ?? 'workspace'];
  const wantsExact = query.sessionId !== undefined || query.runId !== undefined;
  const eligible = query.sameWorkspaceOnly
    ? runs.filter(({ repoRootHash }) => repoRootHash === query.repoRootHash)
    : runs;
  const scoreOf = scorer(eligible, tellingWords(words));
  const best = keepBest(limit);
  const holdingAll = keepBest(limit);
  let closest: Entry | undefined;
  let totalEligible = 0;
  let noMatch = query.query !== undefined;
  for (const [at, run] of eligible.entries()) {
    const { score, holdsAllWords } = scoreOf(at);
    const whyMatched = matchesOf(run, query, words, score);
    if (wantsExact && !whyMatched.includes('matched_exact_id')) continue;
    totalEligible += 1;
    if (score > 0 || whyMatched.includes('matched_exact_id')) noMatch = false;
    const tier = tiers.findIndex((match) => whyMatched.includes(match));
    const entry: Entry = {
      run,
      score,
      tier: tier < 0 ? tiers.length : tier,
      whyMatched: tier < 0 ? [...whyMatched, 'recency_fallback'] : whyMatched,
    };
    best.offer(entry);
    if (holdsAllWords) holdingAll.offer(entry);
    if (score > 0 && (!closest || score > closest.score || (score === closest.score && compare(entry, closest) < 0)))
      closest = entry;
  }
  const sure = holdingAll.entries.length > 0 ? holdingAll.entries : closest ? [closest] : [];
  const chosen = [...new Set([...sure, ...best.entries])].slice(0, limit).sort(compare);
  return { ranked: chosen.map(({ run, whyMatched }) => ({ run, whyMatched })), totalEligible, noMatch };
};

type Entry = Ranked & { readonly tier: number; readonly score: number };

const keepBest = (limit: number) => {
  const entries: Entry[] = [];
  return {
    entries: entries as readonly Entry[],
    offer: (entry: Entry): void => {
      const last = entries.at(-1);
      if (entries.length === limit && last && compare(last, entry) <= 0) return;
      const at = entries.findIndex((other) => compare(entry, other) < 0);
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      if (entries.length > limit) entries.pop();
    },
  };
};

/** A word counts the more the fewer runs hold it, so "the" and "release" do not weigh what "billing" weighs. */
const scorer = (runs: readonly RunSummary[], words: readonly string[]) => {
  const found = words.map((word) => {
    const levels = new Float32Array(runs.length);
    const closeness = closenessTo(word);
    let holders = 0;
    let at = 0;
    for (const run of runs) {
      const level = Math.max(closeness(run.words), closeness(run.workflowWords));
      levels[at] = level;
      at += 1;
      if (level > 0) holders += 1;
    }
    return { levels, weight: holders === 0 ? 0 : Math.log(1 + runs.length / holders) };
  });
  return (at: number): { readonly score: number; readonly holdsAllWords: boolean } => {
    let score = 0;
    let held = 0;
    for (const { levels, weight } of found) {
      const level = levels[at] ?? 0;
      score += level * weight;
      if (level > 0) held += 1;
    }
    return { score, holdsAllWords: words.length > 0 && held === words.length };
  };
};

const matchesOf = (run: RunSummary, query: ResumeQuery, words: readonly string[], score: number): readonly Match[] => {
  const found: Match[] = [];
  if (query.sessionId === run.sessionId || query.runId === run.runId) found.push('matched_exact_id');
  if (query.gitHeadSha !== undefined && query.gitHeadSha === run.gitHeadSha) found.push('matched_head_sha');
  if (query.gitBranch !== undefined && run.gitBranch !== null && samePrefix(query.gitBranch, run.gitBranch))
    found.push('matched_branch');
  // Where no telling word is, not all words are.
  const inNotes = score > 0 && holdsAll(run.words, words);
  const inWorkflow = score > 0 && holdsAll(run.workflowWords, words);
  if (inNotes) found.push('matched_notes');
  if (inWorkflow) found.push('matched_workflow_id');
  if (score > 0 && !inNotes && !inWorkflow) found.push('matched_some_words');
  if (query.repoRootHash !== undefined && query.repoRootHash === run.repoRootHash) found.push('matched_repo_root');
  return found;
};

const samePrefix = (a: string, b: string): boolean => a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));

const compare = (a: Entry, b: Entry): number =>
  a.tier - b.tier ||
  b.score - a.score ||
  Number(isOver(a.run)) - Number(isOver(b.run)) ||
  byCodeUnit(b.run.lastActivityAt, a.run.lastActivityAt) ||
  b.run.lastActivitySeq - a.run.lastActivitySeq ||
  byCodeUnit(a.run.sessionId, b.run.sessionId) ||
  byCodeUnit(a.run.runId, b.run.runId);

const isOver = ({ status }: RunSummary): boolean => status === 'complete' || status === 'complete_with_gaps';
