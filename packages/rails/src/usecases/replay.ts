import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { Warning } from '../core/events/warning.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import { nextAttempt } from '../core/ids.ts';
import type { Answer } from '../core/respond/answer.ts';
import { answerAt } from '../core/respond/answer.ts';
import { missingForRecovery } from '../core/session/recall.ts';
import type { SessionState } from '../core/session/state.ts';
import type { AckToken, SigningKeys } from '../core/token.ts';
import type { ReadDeps } from './deps.ts';
import { createMint, loadFacts } from './node-facts.ts';
import { locateIn } from './place.ts';
import type { Refusal } from './refusal.ts';

/**
 * Answers from what was recorded, at the first time and at every repetition: the session as it stood when the plan
 * ended, its snapshot, its pinned workflow. Nothing is judged or selected again.
 */
export const answerRecorded = async (
  deps: ReadDeps,
  keys: SigningKeys,
  token: AckToken,
  requestDigest: Digest,
  /** The session as just written, when this very call wrote it. */
  written?: SessionState,
): Promise<Result<Answer, Refusal>> => {
  const present = written ? ok(written) : await deps.sessions.at(token.sessionId);
  if (!present.ok) return present;
  const known = locateIn(present.value, token);
  if (!known.ok) return known;
  const attempt = known.value.run.attempts.get(token.attemptId);
  if (!attempt) return err({ code: 'INTERNAL_ERROR', reason: 'node_missing' });
  const reached = known.value.run.nodes.get(attempt.toNodeId);
  if (!reached) return err({ code: 'INTERNAL_ERROR', reason: 'node_missing' });
  const facts = await loadFacts(deps, token.sessionId, known.value.run, reached);
  if (!facts.ok) return facts;
  const left = known.value.run.nodes.get(attempt.fromNodeId);
  if (left && reached.cause === 'non_tip_advance')
    await deps.sessions.recall(token.sessionId, missingForRecovery(known.value.run, left));
  // Nobody went on from there meanwhile: what is at hand is what was recorded.
  const then =
    known.value.session.next === attempt.lastSeq + 1
      ? ok(known.value.session)
      : await sessionAsOf(deps, token.sessionId, attempt.lastSeq + 1);
  if (!then.ok) return then;
  const run = then.value.runs.get(token.runId);
  const node = run?.nodes.get(attempt.toNodeId);
  if (!run || !node) return err({ code: 'INTERNAL_ERROR', reason: 'node_missing' });
  const differs: readonly Warning[] =
    attempt.record.requestDigest !== undefined && attempt.record.requestDigest !== requestDigest
      ? [
          {
            code: 'REPLAY_PAYLOAD_DIFFERS',
            message:
              'This receipt was used before with other content. The recorded answer is given again and the new content was not used; to record it, call continue_workflow with the state token alone and advance from there.',
          },
        ]
      : [];
  return ok(
    answerAt({
      sessionId: token.sessionId,
      run,
      node,
      ...facts.value,
      mint: createMint(deps, keys, token.sessionId, run),
      attemptId: nextAttempt(deps.sha256, token.attemptId),
      via: 'advance',
      attempt,
      warnings: [...(attempt.record.warnings ?? []), ...differs],
    }),
  );
};

/** A state that is shared with writers may move between being handed over and being read: then ask again. */
const sessionAsOf = async ({ sessions }: ReadDeps, sessionId: SessionId, next: number) => {
  for (;;) {
    const then = await sessions.asOf(sessionId, next);
    if (!then.ok || then.value.next === next) return then;
  }
};
