import type { LogEvent } from '@atelier/kernel/core';
import type { Actor } from './codec.ts';

/** One thing somebody decided about a Draft, newest last. */
export type ReviewDecision = {
  readonly at: string;
  readonly by: string;
  readonly act:
    | 'viewed'
    | 'unviewed'
    | 'dropped_file'
    | 'dropped_changes'
    | 'drop_undone'
    | 'deletion_confirmed'
    | 'deletion_taken_back'
    | 'published'
    | 'publish_undone'
    | 'discarded';
  readonly path: string | null;
  /** So many changes inside the file. */
  readonly parts: number | null;
};

/** What a model did for a Draft, over all of its calls. */
export type ReviewModel = {
  readonly modelId: string;
  readonly calls: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Millionths of a dollar over the calls that have a price. */
  readonly cost: number;
  readonly unpriced: number;
};

export type ReviewReport = { readonly decisions: readonly ReviewDecision[]; readonly models: readonly ReviewModel[] };

/** Who accepted what of a Draft, and which models made it at what cost; all from the log. */
export const reviewReport = (events: readonly LogEvent[], draftId: string): ReviewReport => ({
  decisions: events.flatMap((event) => decisionsIn(event, draftId)),
  models: modelsOf(events, draftId),
});

type Body = {
  readonly draftId?: string;
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly parts?: number | null;
  readonly viewed?: boolean;
  readonly confirmed?: boolean;
  readonly messageId?: string;
  readonly runId?: string | null;
};

const bodyOf = ({ data }: LogEvent): Body => (data.body ?? {}) as Body;

const decisionsIn = (event: LogEvent, draftId: string): readonly ReviewDecision[] => {
  const body = bodyOf(event);
  if (body.draftId !== draftId) return [];
  const { name: by } = event.data.actor as unknown as Actor;
  const decided = (act: ReviewDecision['act'], path: string | null = null, parts: number | null = null) => ({
    at: event.at,
    by,
    act,
    path,
    parts,
  });
  switch (event.kind) {
    case 'review.viewed':
      return [decided(body.viewed ? 'viewed' : 'unviewed', body.path ?? null)];
    case 'review.file_dropped':
      return [
        body.parts === null || body.parts === undefined
          ? decided('dropped_file', body.path ?? null)
          : decided('dropped_changes', body.path ?? null, body.parts),
      ];
    case 'review.drop_undone':
      return [decided('drop_undone')];
    case 'review.deletion_confirmed':
      return (body.paths ?? []).map((path) =>
        decided(body.confirmed ? 'deletion_confirmed' : 'deletion_taken_back', path),
      );
    case 'draft.published':
      return [decided('published')];
    case 'draft.publish_undone':
      return [decided('publish_undone')];
    case 'draft.discarded':
      return [decided('discarded')];
    default:
      return [];
  }
};

const modelsOf = (events: readonly LogEvent[], draftId: string): readonly ReviewModel[] => {
  const runByMessage = new Map<string, string>();
  for (const event of events) {
    const { messageId, runId } = bodyOf(event);
    if (event.kind === 'message.placed' && messageId && runId) runByMessage.set(messageId, runId);
  }
  const runs = new Set<string>();
  for (const event of events) {
    const body = bodyOf(event);
    if (event.kind !== 'draft.revision_created' || body.draftId !== draftId) continue;
    const run = runByMessage.get(body.messageId ?? '');
    if (run !== undefined) runs.add(run);
  }
  const modelOfRun = new Map<string, string>();
  const models = new Map<string, ReviewModel>();
  for (const { kind, data } of events) {
    const runId = String(data.runId);
    if (!runs.has(runId)) continue;
    if (kind === 'run.started' || kind === 'run.resumed') modelOfRun.set(runId, String(data.modelId));
    if (kind !== 'run.metered') continue;
    const modelId = modelOfRun.get(runId) ?? '';
    const known = models.get(modelId) ?? { modelId, calls: 0, tokensIn: 0, tokensOut: 0, cost: 0, unpriced: 0 };
    models.set(modelId, {
      modelId,
      calls: known.calls + 1,
      tokensIn: known.tokensIn + Number(data.tokensIn),
      tokensOut: known.tokensOut + Number(data.tokensOut),
      cost: known.cost + Number(data.cost ?? 0),
      unpriced: known.unpriced + (data.cost === null ? 1 : 0),
    });
  }
  return [...models.values()];
};
