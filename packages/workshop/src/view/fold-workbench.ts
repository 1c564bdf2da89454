import {
  type ConversationItem,
  defaultWorkbenchSettings,
  foldConversation,
  isConversationKind,
  newRun,
  type RecordedEvent,
  type WorkbenchItem,
  WorkbenchSettings,
  type WorkbenchView,
} from '@atelier/contracts';
import type { BenchEvent } from '../core/events.ts';

/** How many messages and cards a view holds. */
export const newestMessages = 200;
const mostActivity = 200;
const slack = 50;

/**
 * Folds one recorded event into what a tab shows. Undefined: what it shows now cannot be told from the event alone
 * (other files, another head, a comparison); fetch the Workbench again. Kinds that are not known change nothing.
 */
export const foldWorkbench = (view: WorkbenchView, recorded: RecordedEvent): WorkbenchView | undefined => {
  // Lanes tell their answers on the same stream; none of them is on the path until a person chooses.
  if (view.state === 'comparing') return undefined;
  if (isConversationKind(recorded.kind)) return foldTalk(view, recorded);
  const { body } = recorded.data as { readonly body?: object };
  return foldBench(view, { kind: recorded.kind, ...body } as BenchEvent, recorded.at);
};

const foldBench = (view: WorkbenchView, event: BenchEvent, at: string): WorkbenchView | undefined => {
  const now = { ...view, updatedAt: at };
  switch (event.kind) {
    case 'workbench.renamed':
      return { ...now, name: event.name };
    case 'workbench.settings_changed':
      return { ...now, settings: settingsOf({ ...view.settings, ...event.set }) };
    case 'message.placed':
      return {
        ...now,
        head: event.messageId,
        headRole: event.role,
        ...(event.role === 'user' ? { canRedo: false } : {}),
      };
    case 'message.card':
      return trimmed({
        ...now,
        head: event.messageId,
        headRole: 'system',
        items: [...view.items, { kind: 'card', id: event.messageId, event: event.event, facts: event.facts, at }],
      });
    case 'run.ordered':
      return {
        ...now,
        state: 'running',
        waitsFor: null,
        // Shown at once: who works on it says a little later that it began, and with what.
        run: newRun({ runId: event.runId, modelId: view.modelId ?? '', effort: null, cap: null }),
        mode: event.mode,
        activity: [],
        plan: null,
        notes: [],
        workflowId: event.workflowId ?? null,
        question: null,
      };
    case 'run.noted':
      return { ...now, notes: [...view.notes, event.text] };
    case 'run.notes_heard':
      return { ...now, notes: view.notes.slice(event.notes) };
    case 'checkpoint.created':
      return { ...now, checkpoints: view.checkpoints + 1 };
    case 'rpi.cleared':
      return { ...now, plan: null, notes: [] };

    case 'message.stamped':
    case 'message.summary':
    case 'run.item_staged':
    case 'run.item_settled':
    case 'run.step_taken':
    case 'run.prompted':
    case 'proposal.created':
    case 'proposal.dismissed':
    case 'draft.batch_applied':
    case 'draft.revisions_pruned':
    case 'draft.history_released':
    case 'error.recorded':
      return view;

    // Files, places and marks that only the trees can tell.
    case 'workbench.created':
    case 'workbench.cloned':
    case 'workbench.deleted':
    case 'workbench.restored':
    case 'files.added':
    case 'files.removed':
    case 'files.refreshed':
    case 'files.written_back':
    case 'context.processed':
    case 'context.edited':
    case 'context.deleted':
    case 'context.placed':
    case 'rpi.artifact':
    case 'draft.created':
    case 'draft.revision_created':
    case 'draft.discarded':
    case 'draft.discard_undone':
    case 'draft.published':
    case 'draft.publish_undone':
    case 'review.deletion_confirmed':
    case 'review.file_dropped':
    case 'review.drop_undone':
    case 'review.viewed':
    case 'checkpoint.expired':
    case 'checkpoint.restored':
    case 'history.trimmed':
    case 'head.moved':
    case 'compare.opened':
    case 'compare.lane_updated':
    case 'compare.chosen':
    case 'compare.closed':
      return undefined;
  }
  // Written by a newer version.
  return view;
};

const foldTalk = (view: WorkbenchView, recorded: RecordedEvent): WorkbenchView | undefined => {
  switch (recorded.kind) {
    // The meter of the model's context, the state and the Draft are told by the server.
    case 'model.switched':
    case 'run.completed':
    case 'run.paused':
    case 'run.canceled':
    case 'run.failed':
    case 'consent.granted':
      return undefined;
    case 'tool.called':
    case 'tool.returned': {
      const items = view.activity;
      const { items: activity } = foldConversation({ ...view, items }, recorded, mostActivity);
      return { ...view, activity };
    }
    case 'run.driven':
    case 'run.resumed':
    case 'run.started':
      return { ...folded(view, recorded), state: 'running', waitsFor: null };
    default:
      return folded(view, recorded);
  }
};

/** Cards stand among the items like any other; the shared fold looks items up by kind and id and leaves them alone. */
const folded = (view: WorkbenchView, recorded: RecordedEvent): WorkbenchView => {
  const items = view.items as ConversationItem[];
  const next = foldConversation({ ...view, items }, recorded, Number.POSITIVE_INFINITY);
  return trimmed({ ...next, updatedAt: recorded.at });
};

const trimmed = (view: WorkbenchView): WorkbenchView => {
  const over = view.items.length - newestMessages;
  if (over <= slack) return view;
  const gone: readonly WorkbenchItem[] = view.items.slice(0, over);
  const messages = gone.filter(({ kind }) => kind !== 'note').length;
  return { ...view, items: view.items.slice(over), earlier: view.earlier + messages };
};

/** What a person set, with the defaults for the rest; a value from another version falls back to its default. */
export const settingsOf = (set: Readonly<Record<string, unknown>>): WorkbenchSettings => {
  const settings: Record<string, unknown> = { ...defaultWorkbenchSettings };
  for (const [name, value] of Object.entries(set)) {
    const shape = Object.hasOwn(WorkbenchSettings.shape, name)
      ? WorkbenchSettings.shape[name as keyof WorkbenchSettings]
      : undefined;
    if (shape?.safeParse(value).success) settings[name] = value;
  }
  return settings as WorkbenchSettings;
};
