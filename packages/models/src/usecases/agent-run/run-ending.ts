import { type Because, type ConversationEvent, runCutOff } from '@atelier/contracts';
import type { ModelFailure } from '../../core/failure.ts';
import type { Outcome, RunFailure } from '../../core/tool-run.ts';
import type { ConsentScope } from './place.ts';

/** Why a run was stopped from outside. `lost`: somebody else drives it, or ended it, and nothing is said here. */
export type StopReason = 'person' | 'server' | 'switch' | 'lost';

export const runFailed = (runId: string, because: Because): ConversationEvent => ({
  kind: 'run.failed',
  data: { runId, because },
});

/** What is said of a run's end. A switch of models says it itself. */
export const endingOf = async (
  runId: string,
  outcome: Outcome,
  reason: StopReason | undefined,
  scope: () => Promise<ConsentScope>,
): Promise<readonly ConversationEvent[]> => {
  switch (outcome.kind) {
    case 'answered':
      return [{ kind: 'run.completed', data: { runId } }];
    case 'canceled':
      if (reason === 'switch' || reason === 'lost') return [];
      return [reason === 'server' ? runCutOff(runId) : { kind: 'run.canceled', data: { runId, reason: 'person' } }];
    case 'paused':
      return [pausedBy(runId, outcome.because)];
    case 'failed': {
      const { code, message } = outcome.failure;
      const consent = 'consent' in outcome.failure ? outcome.failure.consent : undefined;
      if (!consent) return [runFailed(runId, { code, message })];
      const question = { ...consent, files: (await scope()).files.map((file) => ({ ...file })) };
      return [
        { kind: 'run.paused', data: { runId, state: 'needs_consent', because: { code, message }, consent: question } },
      ];
    }
  }
};

const pausedBy = (runId: string, because: RunFailure): ConversationEvent => {
  const { code, message } = because;
  const { cap } = because as ModelFailure;
  return {
    kind: 'run.paused',
    data: { runId, because: { code, message }, ...(cap ? { state: 'paused_cap', cap } : { state: 'paused' }) },
  };
};
