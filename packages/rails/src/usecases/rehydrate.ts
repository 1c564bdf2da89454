import type { Result } from '@atelier/kernel/core';
import { ok } from '@atelier/kernel/core';
import { unheardWords, wordToWarning } from '../core/person-words.ts';
import type { Answer } from '../core/respond/answer.ts';
import { answerAt } from '../core/respond/answer.ts';
import { missingForRecovery } from '../core/session/recall.ts';
import type { About, ReadDeps } from './deps.ts';
import { driftWarnings, missingReferences } from './drift.ts';
import { createMint, loadFacts } from './node-facts.ts';
import { keysOf, locate, readToken } from './place.ts';
import type { Refusal } from './refusal.ts';

/** Gives back what a chat lost. Writes nothing, takes no lock, and hands out receipts of a fresh attempt. */
export const rehydrate =
  (deps: ReadDeps) =>
  async (
    { stateToken }: { readonly stateToken: string },
    about: About = () => undefined,
  ): Promise<Result<Answer, Refusal>> => {
    const keys = await keysOf(deps);
    if (!keys.ok) return keys;
    const token = readToken(deps, keys.value, 'stateToken', stateToken);
    if (!token.ok) return token;
    about({ sessionId: token.value.sessionId, runId: token.value.runId, nodeId: token.value.nodeId });
    const found = await locate(deps, token.value);
    if (!found.ok) return found;
    const [facts, drift] = await Promise.all([
      loadFacts(deps, found.value.sessionId, found.value.run, found.value.node),
      driftWarnings(deps, found.value),
      deps.sessions.recall(found.value.sessionId, missingForRecovery(found.value.run, found.value.node)),
    ]);
    if (!facts.ok) return facts;
    const said = await deps.words.said(found.value.sessionId);
    const missing = await missingReferences(deps, found.value, facts.value.workflow);
    // What was found moves on in place: from here to the end nothing is awaited, so the answer is of one moment.
    const { sessionId, session, run, node } = found.value;
    const warnings = [...unheardWords(session, run.runId, said).map(wordToWarning), ...drift, ...missing];
    return ok(
      answerAt({
        sessionId,
        run,
        node,
        ...facts.value,
        mint: createMint(deps, keys.value, sessionId, run),
        attemptId: deps.newAttempt(),
        via: 'rehydrate',
        warnings,
      }),
    );
  };
