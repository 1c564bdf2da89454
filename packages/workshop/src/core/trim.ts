import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type BenchMessage, type Checkpoint, stampNow } from './bench.ts';
import type { BenchEventOf, Stamp } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { ContentId, MessageId } from './ids.ts';
import { upFrom } from './path.ts';

export type TrimFacts = {
  /** Checkpoints that people created themselves stay unless they say otherwise. */
  readonly ownCheckpoints: 'keep' | 'remove';
  /** What people brought in, of the states that stay: consent is asked for these. */
  readonly supplied: readonly ContentId[];
  /** Texts that prompts and context items still need, by what they belong to. */
  readonly summaries: readonly { readonly last: MessageId; readonly textId: ContentId }[];
  readonly sources: readonly ContentId[];
  /** What is stored of how answers were made: tool results, research, plans, names of what was sent. */
  readonly texts: readonly ContentId[];
  /** Answers that were compared. */
  readonly lanes: number;
};

export type TrimRefused = GateRefused | { readonly code: 'NOTHING_TO_TRIM' };
export type Trimmed = BenchEventOf<'history.trimmed'>;

/** The checkpoints that stay, oldest first. */
export const keptCheckpoints = (bench: Bench, own: TrimFacts['ownCheckpoints']): readonly Checkpoint[] =>
  own === 'keep' ? [...bench.checkpoints.values()].filter((each) => each.reason === 'manual' && !each.isExpired) : [];

/**
 * What a Workbench no longer needs to go on from where it is: states of Drafts, checkpoints, paths that the chat left.
 * The published files, the chat as it is shown and the context stay, and so does the record of what was done. Only
 * between two pieces of work: a Draft and a run need their past.
 */
export const trimHistory = (bench: Bench, facts: TrimFacts): Result<Trimmed, TrimRefused> => {
  const gated = gate(bench, 'restore');
  if (!gated.ok) return gated;
  const checkpoints = keptCheckpoints(bench, facts.ownCheckpoints);
  const heads = [...new Set([bench.head, ...checkpoints.map(({ head }) => head)])].filter((head) => head !== null);
  const messages = messagesUpTo(bench, heads);
  const { published, context } = stampNow(bench);
  const keeps = [
    ...[published, context],
    ...checkpoints.flatMap((each) => [each.tree, each.context]),
    ...facts.supplied,
    ...facts.sources,
    ...facts.summaries.filter(({ last }) => messages.has(last)).map(({ textId }) => textId),
    ...neededByRun(bench),
  ].filter((id) => id !== null);
  const kept = new Set(keeps);
  const went = {
    states: [...bench.revisions.values()].filter(({ isReleased }) => !isReleased).length,
    checkpoints: bench.checkpoints.size - checkpoints.length,
    messages: [...bench.messages.values()].filter(({ id, role }) => role !== 'system' && !messages.has(id)).length,
    texts: facts.texts.filter((id) => !kept.has(id)).length,
    lanes: facts.lanes,
  };
  if (Object.values(went).every((count) => count === 0)) return err({ code: 'NOTHING_TO_TRIM' });
  return ok({
    kind: 'history.trimmed',
    heads,
    checkpointIds: checkpoints.map(({ id }) => id),
    supplied: [...facts.supplied],
    keeps,
    went,
  });
};

/** A run that waits for a person goes on from what it has. */
const neededByRun = ({ run, artifacts }: Bench): readonly (ContentId | null)[] => [
  artifacts.research,
  artifacts.plan,
  ...(run?.results.map(({ said }) => said) ?? []),
  run?.finished?.output ?? null,
];

const messagesUpTo = (bench: Bench, heads: readonly MessageId[]): ReadonlyMap<MessageId, BenchMessage> => {
  const messages = new Map<MessageId, BenchMessage>();
  for (const head of heads)
    for (const message of upFrom(bench, head)) {
      if (messages.has(message.id)) break;
      messages.set(message.id, message);
    }
  return messages;
};

/** How often each content is needed once the history is trimmed. */
export const holdsAfter = ({ keeps }: Pick<Trimmed, 'keeps'>): Map<ContentId, number> => {
  const holds = new Map<ContentId, number>();
  for (const id of keeps) holds.set(id, (holds.get(id) ?? 0) + 1);
  return holds;
};

/**
 * Messages from before lead to the nearest state after them that stayed: a checkpoint, or the files as they are now.
 * So going back to one never asks for files that are gone.
 */
export const foldTrimmed = (bench: Bench, event: Trimmed): void => {
  const kept = messagesUpTo(bench, event.heads);
  const now = stampNow(bench);
  const checkpoints = event.checkpointIds.flatMap((id) => bench.checkpoints.get(id) ?? []);
  const stamps = new Map<MessageId, Stamp>();
  for (const { head, tree, context } of checkpoints)
    for (const { id } of upFrom(bench, head)) {
      if (stamps.has(id)) break;
      stamps.set(id, { published: tree, context, draft: null });
    }
  // In the order in which they were said, as the fold has them.
  bench.messages = new Map(
    [...bench.messages]
      .filter(([id]) => kept.has(id))
      .map(([id, message]) => [id, { ...message, stamp: message.stamp && (stamps.get(id) ?? now) }]),
  );
  bench.checkpoints = new Map(checkpoints.map((each) => [each.id, each]));
  bench.drafts = new Map();
  bench.revisions = new Map();
  bench.redo = [];
  bench.deletedContext = new Map();
  bench.supplied = event.supplied.map((tree) => ({ tree, paths: null }));
  bench.holds = holdsAfter(event);
  bench.contextEdits = new Map([...bench.contextEdits].filter(([tree]) => bench.holds.has(tree)));
};
