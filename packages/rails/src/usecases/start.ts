import type { JsonObject, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { budgets } from '../core/budgets.ts';
import { indexWorkflow } from '../core/engine/workflow-index.ts';
import type { Observation, SessionOrigin } from '../core/events/bodies.ts';
import type { Warning } from '../core/events/warning.ts';
import type { SessionId } from '../core/ids.ts';
import { nextAttempt } from '../core/ids.ts';
import { planStart } from '../core/plan/start.ts';
import type { PreferenceChange } from '../core/preferences.ts';
import type { Answer } from '../core/respond/answer.ts';
import { answerAt } from '../core/respond/answer.ts';
import type { Witness } from '../ports/sessions.ts';
import type { FoundWorkflow } from '../ports/workflow-catalog.ts';
import type { WriteDeps } from './deps.ts';
import { referenceWarnings } from './drift.ts';
import { createMint, loadFacts } from './node-facts.ts';
import { locate, readToken } from './place.ts';
import { commitRefusedToRefusal, type Refusal } from './refusal.ts';

export type Workspace = { readonly path: string; readonly confidence: 'low' | 'med' | 'high' };

export type StartRequest = {
  readonly workflowId: string;
  readonly context?: JsonObject | undefined;
  readonly workspace: Workspace | null;
  readonly goal?: string | undefined;
  readonly preferences?: PreferenceChange | undefined;
  readonly joinStateToken?: string | undefined;
  /** Of a new session: whose run it is, where no MCP client started it. */
  readonly origin?: SessionOrigin['origin'] | undefined;
  /** What the client calls itself; only shown to people. */
  readonly agent?: string | undefined;
};

export type Started = { readonly answer: Answer; readonly references: FoundWorkflow['references'] };

/** Every call is a new run, in a new session unless one is joined. The workflow is pinned before the run exists. */
export const startWorkflow =
  (deps: WriteDeps) =>
  async (request: StartRequest): Promise<Result<Started, Refusal>> => {
    const keys = await deps.keyring.open();
    if (!keys.ok) return keys;
    const workspacePath = request.workspace?.path ?? null;
    const found = await deps.catalog.find(request.workflowId, { workspacePath });
    if (!found.ok) return found;
    let joined: SessionId | undefined;
    if (request.joinStateToken !== undefined) {
      const token = readToken(deps, keys.value, 'joinStateToken', request.joinStateToken);
      if (!token.ok) return token;
      const place = await locate(deps, token.value);
      if (!place.ok) return place;
      joined = place.value.sessionId;
    }
    const { compiled, workflowHash, listed, sourceRef } = found.value;
    const observations = await observe(deps, request.workspace);
    const fingerprint = await deps.sources.fingerprint(compiled.workflowId, { workspacePath });
    const defaults = await deps.defaults();
    const sessionId = joined ?? deps.newId('sess');
    const runId = deps.newId('run');
    const nodeId = deps.newId('node');
    const attemptId = deps.newAttempt();
    const context = { ...request.context, ...(request.goal?.trim() ? { goal: request.goal } : {}) };

    const record = async (witness: Witness): Promise<Result<readonly Warning[], Refusal>> => {
      const plan = planStart({
        sha256: deps.sha256,
        sessionId,
        runId,
        nodeId,
        attemptId,
        newSession: joined === undefined,
        origin: request.origin,
        workflow: indexWorkflow(compiled),
        started: {
          workflowId: compiled.workflowId,
          workflowHash,
          workflowSourceKind: listed.sourceKind,
          workflowSourceRef: sourceRef,
          ...(fingerprint ? { sourceFingerprint: fingerprint } : {}),
          ...agentNamed(request.agent),
        },
        context,
        defaults,
        wanted: request.preferences ?? {},
        observations: observations.filter(
          ({ key, value }) => witness.state.observations.get(key)?.value.value !== value.value,
        ),
      });
      if (!plan.ok)
        return plan.error.code === 'CANNOT_START'
          ? err({ code: 'PRECONDITION_FAILED', reason: 'cannot_start', blockers: plan.error.blockers })
          : err({ code: 'VALIDATION_ERROR', because: plan.error });
      const pinned = await deps.workflows.pin(compiled, workflowHash);
      if (!pinned.ok) return pinned;
      const done = await deps.sessions.commit(witness, {
        planned: plan.value.planned,
        content: [plan.value.snapshot],
        pins: [workflowHash],
      });
      if (done.ok) return ok(plan.value.warnings);
      return err(commitRefusedToRefusal(done.error));
    };
    const locked =
      joined === undefined
        ? ok(await deps.sessions.withNewSession(sessionId, record))
        : await deps.sessions.withHealthySessionLock(joined, record);
    if (!locked.ok) return locked;
    if (!locked.value.ok) return locked.value;
    const warnings = [...locked.value.value, ...legacyWarning(found.value), ...referenceWarnings(found.value)];

    const session = await deps.sessions.at(sessionId);
    if (!session.ok) return session;
    const run = session.value?.runs.get(runId);
    const root = run?.nodes.get(nodeId);
    if (!run || !root) return err({ code: 'INTERNAL_ERROR', reason: 'node_missing' });
    const facts = await loadFacts(deps, sessionId, run, root);
    if (!facts.ok) return facts;
    const answer = answerAt({
      sessionId,
      run,
      node: root,
      ...facts.value,
      mint: createMint(deps, keys.value, sessionId, run),
      attemptId: nextAttempt(deps.sha256, attemptId),
      via: 'start',
      warnings,
    });
    return ok({ answer, references: found.value.references });
  };

const observe = async ({ git }: WriteDeps, workspace: Workspace | null): Promise<readonly Observation[]> => {
  if (!workspace) return [];
  const facts = await git.observe(workspace.path);
  const rank = { low: 0, med: 1, high: 2 } as const;
  // Facts about a folder are no surer than the folder itself.
  return facts.map((fact) =>
    rank[fact.confidence] > rank[workspace.confidence] ? { ...fact, confidence: workspace.confidence } : fact,
  );
};

const legacyWarning = ({ listed }: FoundWorkflow): readonly Warning[] =>
  listed.idStatus === 'legacy'
    ? [
        {
          code: 'LEGACY_WORKFLOW_ID',
          message: `"${listed.workflowId}" has no namespace${listed.suggestedId ? `; call it "${listed.suggestedId}"` : ''}.`,
        },
      ]
    : [];

/** A name of anybody's making: kept to one line that fits, or left out. */
const agentNamed = (said: string | undefined): { readonly agent?: string } => {
  const line = (said ?? '')
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const agent = [...line].slice(0, budgets.agentNameChars / 2).join('');
  return agent === '' ? {} : { agent };
};
