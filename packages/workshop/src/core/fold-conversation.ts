import type { ConversationEvent } from '@atelier/contracts';
import type { Bench, BenchMessage, BenchRun } from './bench.ts';
import type { MessageId } from './ids.ts';

/** What a Workbench decides from in the events that every conversation shares; the rest is for screens. */
export const foldConversation = (bench: Bench, event: ConversationEvent): void => {
  switch (event.kind) {
    case 'model.switched':
      bench.modelId = event.data.modelId;
      return;
    case 'message.assistant_completed':
      return patchMessage(bench, event.data.messageId, 'complete');
    case 'message.assistant_interrupted':
      return patchMessage(bench, event.data.messageId, 'interrupted');
    case 'run.started':
    case 'run.resumed': {
      const { runId, modelId } = event.data;
      return patchRun(bench, runId, { modelId, state: 'running', consent: null, isBegun: true });
    }
    case 'run.driven':
      return patchRun(bench, event.data.runId, { term: event.data.term, state: 'running', consent: null });
    case 'run.phase_started':
      return patchRun(bench, event.data.runId, { phase: event.data.phase });
    case 'run.item_started': {
      const { runId, item: number, of } = event.data;
      return patchRun(bench, runId, { item: { number, of, staged: [] } });
    }
    case 'run.paused': {
      const { runId, consent: asked } = event.data;
      const consent = asked
        ? { providerId: asked.providerId, modelId: asked.modelId, scopeHash: asked.scopeHash }
        : null;
      return patchRun(bench, runId, { state: 'paused', consent });
    }
    case 'consent.granted':
      return patchRun(bench, event.data.runId, { consent: null });
    case 'run.canceled':
      return patchRun(bench, event.data.runId, { state: 'canceled' });
    case 'run.failed':
      return patchRun(bench, event.data.runId, { state: 'failed' });
    case 'run.completed':
      return patchRun(bench, event.data.runId, { state: 'completed' });
    default:
      return;
  }
};

export const patchRun = (bench: Bench, id: string, patch: Partial<BenchRun>): void => {
  if (bench.run?.id === id) Object.assign(bench.run, patch);
};

const patchMessage = (bench: Bench, id: string, status: BenchMessage['status']): void => {
  const message = bench.messages.get(id as MessageId);
  if (message) message.status = status;
};
