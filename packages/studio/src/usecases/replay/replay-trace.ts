import { projectStream, StudioEvent } from '@atelier/contracts/studio';
import { err, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import { type Difference, differencesOf, inOrder } from '../../core/replay/differences.ts';
import { runAgain } from '../run-turn.ts';
import { createTurnFacts } from '../turn-facts.ts';
import { playPorts } from './played-ports.ts';
import { readTrace, type TraceRefused } from './read-trace.ts';

export type Replayed = {
  readonly turnId: string;
  readonly eventType: string;
  /** How much there was to compare. */
  readonly events: number;
  /** Answers of models that were played back. */
  readonly answers: number;
  /** The earliest step first; none: the turn came to the same result. */
  readonly differences: readonly Difference[];
};

/**
 * Runs one turn again from its exported trace: routing, scope, context, skill, checks and reconciliation, on the project
 * as it was. Answers of models are played back; no model, network or data folder is needed.
 */
export const replayTrace =
  (sha256: Sha256) =>
  async (pieces: AsyncIterable<Uint8Array>): Promise<Result<Replayed, TraceRefused>> => {
    const read = await readTrace(pieces, sha256);
    if (!read.ok) return read;
    const { turnId, tape, project } = read.value;
    const recorded = project.filter(({ data }) => data.turnId === turnId);
    const began = recorded.find(({ kind }) => kind === 'turn.started');
    const request = StudioEvent.safeParse(tape.request);
    if (!began || !request.success) return err({ code: 'TRACE_TOO_NEW' });
    const played = playPorts(read.value, sha256);
    const work = { ports: played.ports, commit: played.commit, factsFor: createTurnFacts(played.ports) };
    const { userId, idempotencyKey, requestHash, eventType, userMessage, retryOf, answers } = began.data;
    const turn = {
      ...{ turnId, userId, idempotencyKey, requestHash, eventType },
      ...(userMessage !== undefined && { userMessage }),
      ...(retryOf !== undefined && { retryOf }),
      ...(answers !== undefined && { answers }),
    } as Parameters<typeof runAgain>[2];
    const ended = await runAgain(
      work,
      { stream: projectStream(read.value.projectId), event: request.data, caller: tape.caller, role: tape.role },
      turn,
    );
    const refused: readonly Difference[] = ended.ok
      ? []
      : [{ step: 'request', field: 'refusal', recorded: 'none', now: ended.error.code }];
    return ok({
      turnId,
      eventType: request.data.type,
      events: recorded.length,
      answers: tape.answers.length,
      differences: inOrder([...refused, ...played.strayed(), ...differencesOf(recorded, played.written)]),
    });
  };
