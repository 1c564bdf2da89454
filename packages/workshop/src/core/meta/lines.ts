import type { ConversationEvent } from '@atelier/contracts';
import type { JsonObject, LogEvent } from '@atelier/kernel/core';
import { readEvent } from '../codec.ts';
import type { BenchEvent } from '../events.ts';

export const metaJournals = [
  'conversation.jsonl',
  'workshop/tool_log.jsonl',
  'egress_events.jsonl',
  'workbench_events.jsonl',
] as const;
export type MetaJournal = (typeof metaJournals)[number];
export type MetaLine = { readonly file: MetaJournal; readonly line: string };

type Answer = { text: string; parentId: string | null; runId: string; modelId: string; startedAt: string };
type Call = { readonly data: Extract<ConversationEvent, { kind: 'tool.called' }>['data']; readonly at: string };

/** What has begun and not ended, as far as the log was read. */
export type MetaState = {
  asked: { readonly messageId: string; readonly parentId: string | null; readonly at: string } | null;
  texts: Map<string, string>;
  answers: Map<string, Answer>;
  calls: Map<string, Call>;
  phase: string | null;
  item: number | null;
  /** The run that was heard of last: whom it asks, and what for. */
  run: { readonly runId: string; modelId: string; readonly scopeHash: string } | null;
  /** The calls that wrote and the attempts that failed since the Draft last changed. */
  edits: Edit[];
  attempts: Attempt[];
  /** How each state of a Draft came to be, by revision. */
  readonly proposals: Map<string, ProposalFacts>;
  /** What the answers said that changed a Draft. */
  readonly summaries: Map<string, string>;
};
type Edit = { readonly entryId: number; readonly tool: string; readonly content: string | null };
type Attempt = {
  readonly at: string;
  readonly outcome: 'applied' | 'failed' | 'rolled_back';
  readonly reason?: string;
};
export type ProposalFacts = {
  readonly at: string;
  readonly messageId: string;
  readonly edits: readonly Edit[];
  readonly attempts: readonly Attempt[];
};
export const emptyMeta = (): MetaState => ({
  asked: null,
  texts: new Map(),
  answers: new Map(),
  calls: new Map(),
  phase: null,
  item: null,
  run: null,
  edits: [],
  attempts: [],
  proposals: new Map(),
  summaries: new Map(),
});

/**
 * The lines one event adds to the journals of a Workbench. They follow from the log and from nothing else, so that a
 * journal that was deleted is written again byte for byte. The state is changed in place.
 */
export const metaLines = (state: MetaState, event: LogEvent): readonly MetaLine[] => {
  const known = readEvent(event);
  const lines: MetaLine[] = [];
  const say = (file: MetaJournal, record: Readonly<Record<string, unknown>>): void => {
    lines.push({ file, line: `${JSON.stringify(record)}\n` });
  };
  const { asked } = state;
  if (asked) {
    // How a question is to be answered stands in the event after it, in the same commit.
    const isOrdered = known?.kind === 'run.ordered' && known.userMessageId === asked.messageId;
    say('conversation.jsonl', {
      type: 'user_message',
      message_id: asked.messageId,
      parent_id: asked.parentId,
      at: asked.at,
      mode: isOrdered ? known.mode : null,
      text: state.texts.get(asked.messageId) ?? '',
    });
    state.texts.delete(asked.messageId);
    state.asked = null;
  }
  if (!known) return lines;
  if ('data' in known) said(state, known, event.at, say);
  else done(state, known, event, say);
  return lines;
};

type Say = (file: MetaJournal, record: Readonly<Record<string, unknown>>) => void;

const said = (state: MetaState, event: ConversationEvent, at: string, say: Say): void => {
  const trace = { visibility: 'trace', phase: state.phase, item_index: state.item };
  switch (event.kind) {
    case 'message.user':
      state.texts.set(event.data.messageId, event.data.text);
      return;
    case 'message.assistant_started': {
      const { messageId, runId, modelId } = event.data;
      state.answers.set(messageId, { text: '', parentId: null, runId, modelId, startedAt: at });
      return;
    }
    case 'message.assistant_partial': {
      const answer = state.answers.get(event.data.messageId);
      if (answer) answer.text = answer.text.slice(0, event.data.offset) + event.data.text;
      return;
    }
    case 'message.assistant_completed':
    case 'message.assistant_interrupted': {
      const answer = state.answers.get(event.data.messageId);
      if (!answer) return;
      state.answers.delete(event.data.messageId);
      if (answer.text !== '' && hasChanged(state, event.data.messageId))
        state.summaries.set(event.data.messageId, answer.text);
      say('conversation.jsonl', {
        type: 'assistant_message',
        message_id: event.data.messageId,
        parent_id: answer.parentId,
        at,
        status: event.kind === 'message.assistant_completed' ? 'complete' : 'interrupted',
        model_id: answer.modelId,
        run_id: answer.runId,
        elapsed_ms: Date.parse(at) - Date.parse(answer.startedAt),
        text: answer.text,
      });
      return;
    }
    case 'run.started':
      state.phase = null;
      state.item = null;
      state.run = { ...event.data };
      return;
    case 'run.resumed':
      if (state.run?.runId === event.data.runId) state.run.modelId = event.data.modelId;
      return;
    case 'run.metered': {
      const { tokensIn, tokensCached, tokensOut, cost, isEstimate } = event.data;
      const used = { tokens_in: tokensIn, tokens_cached: tokensCached, tokens_out: tokensOut, cost };
      sent(state, event.data.runId, { at, ...used, is_estimate: isEstimate, status: 'ok' }, say);
      return;
    }
    case 'run.waiting':
      sent(state, event.data.runId, { at, status: 'failed', error_code: event.data.code }, say);
      return;
    case 'run.phase_started':
      state.phase = event.data.phase;
      state.item = null;
      return;
    case 'run.item_started':
      state.item = event.data.item;
      state.edits = [];
      return;
    case 'run.item_failed':
      state.attempts.push({ at, outcome: 'failed', reason: event.data.reason });
      return;
    case 'tool.called': {
      const { callId, name, input, entryId, runId } = event.data;
      state.calls.set(callKey(event.data), { data: event.data, at });
      say('conversation.jsonl', {
        type: 'assistant_message',
        ...trace,
        at,
        run_id: runId,
        tool_calls: [{ tool_call_id: callId, tool_name: name, input }],
        tool_log_entry: entryId,
      });
      return;
    }
    case 'tool.returned': {
      const { runId, callId, entryId, outcome, ms, result, content } = event.data;
      const called = state.calls.get(callKey(event.data));
      state.calls.delete(callKey(event.data));
      if (called?.data.access === 'write' && outcome === 'ok')
        state.edits.push({ entryId, tool: called.data.name, content });
      say('conversation.jsonl', {
        type: 'tool_result',
        ...trace,
        at,
        run_id: runId,
        tool_call_id: callId,
        tool_name: called?.data.name ?? null,
        success: outcome === 'ok',
        content: result,
        tool_log_entry: entryId,
      });
      say('workshop/tool_log.jsonl', {
        entry_id: entryId,
        run_id: runId,
        tool_call_id: callId,
        tool_name: called?.data.name ?? null,
        access: called?.data.access ?? null,
        called_at: called?.at ?? null,
        returned_at: at,
        ms,
        outcome,
        input: called?.data.input ?? null,
        result,
        content_id: content,
      });
      return;
    }
    case 'consent.granted':
      say('egress_events.jsonl', { type: 'consent_granted', at, ...event.data });
      return;
    default:
      return;
  }
};

/** A call that left the machine. The built-in model is rules in this process: nothing is sent to it. */
const sent = (state: MetaState, runId: string, told: Readonly<Record<string, unknown>>, say: Say): void => {
  const { run, phase } = state;
  if (run?.runId !== runId || run.modelId.startsWith('builtin:')) return;
  const to = { model_id: run.modelId, scope_hash: run.scopeHash, phase, run_id: runId };
  say('egress_events.jsonl', { type: 'egress_call', ...to, ...told });
};

const hasChanged = ({ proposals }: MetaState, messageId: string): boolean => {
  for (const proposal of proposals.values()) if (proposal.messageId === messageId) return true;
  return false;
};

const callKey = ({ runId, callId }: { readonly runId: string; readonly callId: string }): string =>
  `${runId} ${callId}`;

const done = (state: MetaState, event: BenchEvent, { seq, at, data }: LogEvent, say: Say): void => {
  const { kind, holds: _, releases: __, ...body } = event;
  say('workbench_events.jsonl', { seq, at, kind, actor: (data as JsonObject).actor ?? null, ...body });
  if (event.kind === 'message.placed') {
    if (event.role === 'user') state.asked = { messageId: event.messageId, parentId: event.parentId, at };
    const answer = state.answers.get(event.messageId);
    if (answer) answer.parentId = event.parentId;
  } else if (event.kind === 'draft.revision_created') {
    const { edits, attempts } = state;
    const { revisionId, messageId } = event;
    state.proposals.set(revisionId, { at, messageId, edits, attempts: [...attempts, { at, outcome: 'applied' }] });
    state.edits = [];
    state.attempts = [];
  } else if (event.kind === 'run.item_settled' && event.outcome === undefined) {
    state.attempts.push({ at, outcome: 'rolled_back' });
  } else if (event.kind === 'message.card') {
    const { messageId, parentId, event: what, facts } = event;
    const record = { message_id: messageId, parent_id: parentId, at, event_kind: what, data: facts };
    say('conversation.jsonl', { type: 'system_event', ...record });
  } else if (event.kind === 'message.summary') {
    const { messageId, first, last, textId, modelId } = event;
    const covers = { first_id: first, last_id: last };
    say('conversation.jsonl', {
      type: 'summary_message',
      message_id: messageId,
      at,
      covers,
      text_id: textId,
      model_id: modelId,
    });
  }
};
