import { type Because, type ConversationEvent, runCutOff } from '@atelier/contracts';
import type { ModelFailure, Outcome } from '@atelier/models/core';
import { canceledText } from '../../core/run/words.ts';
import type { BenchWork } from './bench-work.ts';

/** What a loop that brought no answer means for the run. Nothing that is done is lost in any of them. */
export const endOf = async (
  work: BenchWork,
  phase: string,
  outcome: Exclude<Outcome, { kind: 'answered' }>,
  /** A person has read words of this answer: they stay, and nothing is put in their place. */
  hasSpoken: boolean,
): Promise<readonly ConversationEvent[]> => {
  const { runId } = work;
  const closed = (how: 'paused' | 'failed'): ConversationEvent => ({
    kind: 'run.phase_completed',
    data: { runId, phase, outcome: how },
  });
  switch (outcome.kind) {
    case 'canceled': {
      const reason = work.agent.stopReason();
      if (reason === 'lost') return [];
      if (reason === 'switch') return [closed('paused')];
      // Where servers share the work, another one goes on at once.
      if (reason === 'server') return work.deps.drivers.isShared ? [] : [closed('paused'), runCutOff(runId)];
      return [...(hasSpoken ? [] : await stoppedMessage(work)), closed('paused'), canceled(work)];
    }
    case 'paused':
      return [closed('paused'), pausedBy(work, outcome.because)];
    case 'failed': {
      const { code } = outcome.failure;
      if (code === 'EGRESS_CONSENT_REQUIRED') return [closed('paused'), await asksConsent(work, outcome.failure)];
      if (pausing.has(code)) return [closed('paused'), pausedBy(work, outcome.failure)];
      return [closed('failed'), { kind: 'run.failed', data: { runId, because: becauseOf(outcome.failure) } }];
    }
  }
};

/** A person can do something about these, and the run goes on where it was. */
const pausing: ReadonlySet<string> = new Set([
  'AGENT_TURN_LIMIT',
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_AUTH_FAILED',
  'CONTEXT_EXHAUSTED',
  'EGRESS_BLOCKED_BY_POLICY',
]);

/** Why a run waits; with the cap or the consent that it waits for. */
export type PauseCause = Because & Pick<Partial<ModelFailure>, 'cap' | 'consent'>;

const becauseOf = ({ code, message }: Because): Because => ({ code, message });

const pausedBy = ({ runId }: BenchWork, because: PauseCause): ConversationEvent => ({
  kind: 'run.paused',
  data: {
    runId,
    because: becauseOf(because),
    ...(because.cap ? { state: 'paused_cap', cap: because.cap } : { state: 'paused' }),
  },
});

export const paused = (work: BenchWork, because: Because): ConversationEvent => pausedBy(work, because);

const asksConsent = async (work: BenchWork, failure: PauseCause): Promise<ConversationEvent> => {
  const { consent } = failure;
  if (!consent) return pausedBy(work, failure);
  const files = (await work.place.scope()).files.map((file) => ({ ...file }));
  return {
    kind: 'run.paused',
    data: { runId: work.runId, state: 'needs_consent', because: becauseOf(failure), consent: { ...consent, files } },
  };
};

const canceled = (work: BenchWork): ConversationEvent => {
  const by = work.stoppedBy();
  return { kind: 'run.canceled', data: { runId: work.runId, reason: 'person', ...(by && { by }) } };
};

/** The answer of a run that was stopped: which steps are done and which are not. */
const stoppedMessage = async (work: BenchWork): Promise<readonly ConversationEvent[]> => {
  const { runId } = work;
  const messageId = work.answerId(await work.bench());
  const text = canceledText(work.talk.request, await work.plan());
  return [
    { kind: 'message.assistant_started', data: { runId, messageId, modelId: work.model.entry.modelId } },
    { kind: 'message.assistant_partial', data: { messageId, offset: 0, text } },
    { kind: 'message.assistant_interrupted', data: { runId, messageId } },
  ];
};
