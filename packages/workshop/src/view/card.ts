import type { WorkbenchState, WorkbenchWait } from '@atelier/contracts';
import type { LogEvent } from '@atelier/kernel/core';
import { readEvent } from '../core/codec.ts';

/** What a tile on Home needs, small enough to be kept for thousands of Workbenches. */
export type CardState = {
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isDeleted: boolean;
  readonly modelId: string | null;
  readonly folder: string | null;
  readonly published: string | null;
  readonly draftId: string | null;
  readonly run: { readonly id: string; readonly state: string; readonly draftId: string | null } | null;
  readonly isComparing: boolean;
};

export const emptyCard: CardState = {
  name: '',
  createdAt: '',
  updatedAt: '',
  isDeleted: false,
  modelId: null,
  folder: null,
  published: null,
  draftId: null,
  run: null,
  isComparing: false,
};

/** Words of an answer come by the dozen and change no tile. */
const quiet: ReadonlySet<string> = new Set(['message.assistant_partial']);

export const foldCard = (card: CardState, recorded: LogEvent): CardState => {
  if (quiet.has(recorded.kind)) return card;
  const event = readEvent(recorded);
  if (!event) return card;
  const now = { ...card, createdAt: card.createdAt || recorded.at, updatedAt: recorded.at };
  switch (event.kind) {
    case 'workbench.created':
      return { ...now, name: event.name, modelId: event.modelId, folder: event.folder, published: event.tree };
    case 'workbench.renamed':
      return { ...now, name: event.name };
    case 'workbench.deleted':
      return { ...now, isDeleted: true };
    case 'workbench.restored':
      return { ...now, isDeleted: false };
    case 'files.added':
    case 'files.removed':
    case 'files.refreshed':
    case 'files.written_back':
      return { ...now, published: event.tree };
    case 'model.switched':
      return { ...now, modelId: event.data.modelId };
    case 'draft.created':
      return { ...now, run: now.run?.state === 'running' ? { ...now.run, draftId: event.draftId } : now.run };
    case 'draft.revision_created':
      return now.isComparing ? now : { ...now, draftId: event.draftId };
    case 'draft.discarded':
      return { ...now, draftId: null };
    case 'draft.discard_undone':
      return { ...now, draftId: event.draftId };
    case 'draft.published':
      return { ...now, draftId: null, published: event.tree };
    case 'draft.publish_undone':
      return { ...now, draftId: event.draftId, published: event.tree };
    case 'head.moved':
      return { ...now, published: event.to.stamp.published, draftId: event.to.stamp.draft?.draftId ?? null };
    case 'compare.opened':
      return { ...now, isComparing: true };
    case 'compare.chosen':
    case 'compare.closed':
      return { ...now, isComparing: false, draftId: event.place.stamp.draft?.draftId ?? null };
    case 'run.ordered':
      return { ...now, run: { id: event.runId, state: 'running', draftId: now.draftId } };
    case 'rpi.cleared':
      return { ...now, run: null };
    case 'run.started':
    case 'run.resumed':
    case 'run.driven':
      return inRun(now, event.data.runId, 'running');
    case 'run.paused':
      return inRun(now, event.data.runId, event.data.because.code === 'ANSWER_NEEDED' ? 'asks' : event.data.state);
    case 'run.canceled':
      return inRun(now, event.data.runId, 'canceled');
    case 'run.failed':
      return inRun(now, event.data.runId, 'failed');
    case 'run.completed':
      return inRun(now, event.data.runId, 'completed');
    default:
      return now;
  }
};

const inRun = (card: CardState, id: string, state: string): CardState =>
  card.run?.id === id ? { ...card, run: { ...card.run, state } } : card;

/** The same states as the Workbench itself decides by. */
export const stateOfCard = ({ isComparing, run, draftId }: CardState): WorkbenchState => {
  if (isComparing) return 'comparing';
  if (run?.state === 'running') return 'running';
  if (draftId === null) return 'idle';
  return run && run.state !== 'completed' && run.draftId === draftId ? 'draft_incomplete' : 'draft_ready';
};

export const waitOfCard = (card: CardState): WorkbenchWait | null => {
  if (card.run?.state === 'needs_consent') return 'consent';
  if (card.run?.state === 'paused_cap') return 'cap';
  if (card.run?.state === 'asks') return 'question';
  if (card.run?.state === 'paused') return 'paused';
  return card.draftId === null ? null : 'draft';
};
