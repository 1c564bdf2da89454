import type { WorkshopMetrics } from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel/core';
import { readEvent } from './codec.ts';
import type { FailureCause } from './events.ts';

/** Words of an answer come by the dozen and are no event of a day. */
const uncounted: ReadonlySet<string> = new Set(['message.assistant_partial', 'tool.called', 'tool.returned']);

/** Counts what people and models did, over any number of Workbenches. Only what came after `since` counts. */
export const createMetrics = (since: string | null) => {
  const counts = {
    turns: 0,
    changesets: { generated: 0, applied: 0 },
    failures: { validation: 0, disk: 0, provider: 0 },
    rewinds: { count: 0, messages: 0 },
    modelSwitches: 0,
    publishes: 0,
    discards: 0,
    restores: 0,
    choices: 0,
  };
  let historyBytes = 0;

  /** One Workbench, from its first event on. */
  const bench = () => {
    const parents = new Map<string, { readonly parent: string | null; readonly said: string | null }>();
    const bytes = new Map<string, number>();
    /** The item under way has written something that is no revision yet. */
    let isStaged = false;
    /** Messages as a person sees them: all that one run said is one answer. */
    const left = (from: string | null, to: string | null): number => {
      const messages = new Set<string>();
      for (let at = from; at !== null && at !== to; ) {
        const found = parents.get(at);
        if (!found) break;
        if (found.said !== null) messages.add(found.said);
        at = found.parent;
      }
      return messages.size;
    };
    return (recorded: LogEvent): void => {
      if (uncounted.has(recorded.kind)) return;
      const event = readEvent(recorded);
      if (!event) return;
      const counted = since === null || recorded.at > since ? 1 : 0;
      const fail = (cause: FailureCause | undefined): void => {
        if (cause) counts.failures[cause] += counted;
      };
      switch (event.kind) {
        case 'message.placed':
          parents.set(event.messageId, { parent: event.parentId, said: event.runId ?? event.messageId });
          return;
        case 'message.card':
          parents.set(event.messageId, { parent: event.parentId, said: null });
          if (event.event === 'proposal_failed') fail('validation');
          return;
        case 'message.user':
          counts.turns += counted;
          return;
        case 'model.switched':
          counts.modelSwitches += counted;
          return;
        case 'run.item_started':
          isStaged = false;
          return;
        case 'run.item_staged':
          if (!isStaged) counts.changesets.generated += counted;
          isStaged = true;
          return;
        case 'run.item_settled':
          isStaged = false;
          if (event.outcome === 'failed') fail(event.cause ?? 'validation');
          return;
        case 'run.failed':
        case 'run.paused':
          isStaged = false;
          fail(causeOf(event.data.because?.code ?? ''));
          return;
        case 'draft.revision_created':
          if (isStaged) counts.changesets.applied += counted;
          bytes.set(event.revisionId, event.bytes);
          historyBytes += event.bytes;
          return;
        case 'draft.history_released':
          for (const id of event.revisionIds) {
            historyBytes -= bytes.get(id) ?? 0;
            bytes.delete(id);
          }
          return;
        case 'history.trimmed':
          for (const each of bytes.values()) historyBytes -= each;
          bytes.clear();
          return;
        case 'draft.published':
          counts.publishes += counted;
          return;
        case 'draft.discarded':
          counts.discards += counted;
          return;
        case 'checkpoint.restored':
          counts.restores += counted;
          return;
        case 'compare.chosen':
          counts.choices += counted;
          return;
        case 'head.moved':
          if (event.reason !== 'undo' || counted === 0) return;
          counts.rewinds.count += 1;
          counts.rewinds.messages += left(event.from.head, event.to.head);
          return;
        default:
          return;
      }
    };
  };
  return { bench, result: (): WorkshopMetrics => ({ since, ...counts, historyBytes }) };
};

const disk: ReadonlySet<string> = new Set(['DISK_FULL', 'QUOTA_EXCEEDED', 'FILE_WRITE_FAILED', 'STORE_UNHEALTHY']);
const ofTheAnswer: ReadonlySet<string> = new Set([
  'MODEL_OUTPUT_MALFORMED',
  'STEP_INCOMPLETE',
  'AGENT_LOOP_DETECTED',
  'AGENT_TURN_LIMIT',
  'CONTEXT_EXHAUSTED',
  'MANIFEST_UNAVAILABLE',
]);

/** A run that waits for a person, or that a person or a restart stopped, has not failed. */
const causeOf = (code: string): FailureCause | undefined => {
  if (disk.has(code)) return 'disk';
  if (ofTheAnswer.has(code)) return 'validation';
  return /^(PROVIDER|NETWORK)_/.test(code) ? 'provider' : undefined;
};
