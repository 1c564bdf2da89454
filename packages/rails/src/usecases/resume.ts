import type { Result } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { budgets } from '../core/budgets.ts';
import type { HmacSha256 } from '../core/crypto.ts';
import type { SessionId } from '../core/ids.ts';
import { hashRefOf } from '../core/ids.ts';
import type { NextCall } from '../core/respond/answer.ts';
import type { Match, Ranking, ResumeQuery } from '../core/resume/rank.ts';
import { rankRuns } from '../core/resume/rank.ts';
import type { RunSummary } from '../core/resume/summary.ts';
import type { SigningKeys } from '../core/token.ts';
import { encodeToken } from '../core/token.ts';
import type { GitFacts } from '../ports/git-facts.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { ResumeIndex } from '../ports/resume-index.ts';
import type { ReadDeps } from './deps.ts';
import type { Refusal } from './refusal.ts';

export type ResumeDeps = Pick<ReadDeps, 'hmac' | 'sessions'> & {
  readonly keyring: Keyring;
  readonly resume: ResumeIndex;
  readonly git: GitFacts;
};

export type ResumeRequest = Omit<ResumeQuery, 'repoRootHash'> & {
  /** A folder named by the call. */
  readonly workspacePath?: string | undefined;
  /** Where the client probably works; it counts only when nothing was asked for. */
  readonly fallbackPath?: string | null | undefined;
};

export type Candidate = Pick<
  RunSummary,
  'sessionId' | 'runId' | 'workflowId' | 'title' | 'gitBranch' | 'snippet' | 'pendingStepId' | 'status'
> & {
  readonly stateToken: string;
  readonly whyMatched: readonly Match[];
  readonly lastActivityAt: string | null;
  readonly nextCall: NextCall & { readonly params: { readonly stateToken: string } };
};

export type Found = {
  readonly candidates: readonly Candidate[];
  readonly totalEligible: number;
  /** Only there when words were asked for and none was found. */
  readonly noMatch?: true;
  /** What to do where nothing, or nothing that was asked for, was found. */
  readonly hint?: string;
};

/** Finds lost work. Reads only; each candidate carries a fresh state token of its preferred tip. */
export const resumeSession =
  (deps: ResumeDeps) =>
  async (request: ResumeRequest): Promise<Result<Found, Refusal>> => {
    const runs = (await deps.resume.runs()).filter(isOfferedFor(request));
    if (runs.length === 0) return ok(nothingFound(request, 'There is no run yet. Start one with start_workflow.'));
    // Opened, not read: sessions may have come here as files before anything was ever signed.
    const keys = await deps.keyring.open();
    if (!keys.ok) return keys;
    const here = await factsOfPlace(deps.git, request);
    const { ranked, totalEligible, noMatch } = await rankSound(deps, runs, { ...request, ...here });
    const signing = keys.value;
    if (ranked.length === 0) return ok(nothingFound(request, NOTHING_LEFT));
    return ok({
      candidates: ranked.map(({ run, whyMatched }) => candidateOf(deps, signing, run, whyMatched)),
      totalEligible,
      ...(noMatch ? NO_MATCH : {}),
    });
  };

/** A Workbench goes on with its own runs: another agent is given one only when it names it. */
const isOfferedFor =
  ({ sessionId, runId }: ResumeRequest) =>
  (run: RunSummary): boolean =>
    run.workbenchId === undefined || run.sessionId === sessionId || run.runId === runId;

const NOTHING_LEFT =
  'No run fits. Look again with fewer conditions: without sessionId, runId and sameWorkspaceOnly, or with other words.';

const nothingFound = ({ query }: ResumeRequest, hint: string): Found => ({
  candidates: [],
  totalEligible: 0,
  ...(query === undefined ? {} : { noMatch: true }),
  hint,
});

const NO_MATCH = {
  noMatch: true,
  hint: 'No run holds these words. Listed are the newest runs: ask the user before you go on with one of them.',
} as const;

/** A summary outlives damage done to its session since; nobody is sent where nothing can go on. */
const rankSound = async (
  { sessions }: ResumeDeps,
  runs: readonly RunSummary[],
  query: ResumeQuery,
): Promise<Ranking> => {
  const damaged = new Set<SessionId>();
  for (;;) {
    const ranking = rankRuns(
      damaged.size === 0 ? runs : runs.filter(({ sessionId }) => !damaged.has(sessionId)),
      query,
      budgets.resumeCandidates,
    );
    const before = damaged.size;
    for (const { run } of ranking.ranked) if (!(await sessions.at(run.sessionId)).ok) damaged.add(run.sessionId);
    if (damaged.size === before) return ranking;
  }
};

const candidateOf = (
  { hmac }: ResumeDeps,
  keys: SigningKeys,
  run: RunSummary,
  whyMatched: readonly Match[],
): Candidate => {
  const stateToken = tokenOfTip(hmac, keys, run);
  return {
    sessionId: run.sessionId,
    runId: run.runId,
    workflowId: run.workflowId,
    stateToken,
    title: run.title,
    gitBranch: run.gitBranch,
    snippet: run.snippet,
    whyMatched,
    pendingStepId: run.pendingStepId,
    status: run.status,
    lastActivityAt: run.lastActivityAt,
    nextCall: { tool: 'continue_workflow', params: { stateToken } },
  };
};

/** A fresh token of where the run stands. */
export const tokenOfTip = (hmac: HmacSha256, keys: SigningKeys, run: RunSummary): string =>
  encodeToken(
    {
      kind: 'state',
      sessionId: run.sessionId,
      runId: run.runId,
      nodeId: run.tipNodeId,
      workflowHashRef: hashRefOf(run.workflowHash),
    },
    hmac,
    keys.current,
  );

/** Git facts count when the call names a place; a place merely guessed counts only when nothing else was asked. */
const factsOfPlace = async (git: GitFacts, request: ResumeRequest): Promise<ResumeQuery> => {
  const asked = request.query ?? request.sessionId ?? request.runId ?? request.gitBranch ?? request.gitHeadSha;
  const path =
    request.workspacePath ?? (asked === undefined || request.sameWorkspaceOnly ? request.fallbackPath : null);
  if (!path) return {};
  const facts = new Map((await git.observe(path)).map(({ key, value }) => [key, value.value]));
  return {
    gitHeadSha: request.gitHeadSha ?? facts.get('git_head_sha'),
    gitBranch: request.gitBranch ?? facts.get('git_branch'),
    repoRootHash: facts.get('repo_root_hash'),
  };
};
