import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type Checkpoint, placeNow } from './bench.ts';
import { card } from './cards.ts';
import type { BenchEvent, BenchEventOf, CheckpointReason, Place } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { CheckpointId, MessageId } from './ids.ts';

export type TreeSize = { readonly files: number; readonly bytes: number };

export const checkpoint = (
  bench: Bench,
  facts: { checkpointId: CheckpointId; reason: CheckpointReason; description?: string | null; size: TreeSize },
): BenchEventOf<'checkpoint.created'> => {
  const { head, stamp } = placeNow(bench);
  return {
    kind: 'checkpoint.created',
    checkpointId: facts.checkpointId,
    reason: facts.reason,
    description: facts.description ?? null,
    tree: stamp.published,
    head,
    context: stamp.context,
    files: facts.size.files,
    bytes: facts.size.bytes,
    holds: stamp.context ? [stamp.published, stamp.context] : [stamp.published],
  };
};

export const createCheckpoint = (
  bench: Bench,
  facts: { checkpointId: CheckpointId; description: string | null; size: TreeSize; keep?: Keep },
): Result<readonly BenchEvent[], GateRefused> => {
  const gated = gate(bench, 'checkpoint');
  if (!gated.ok) return gated;
  return ok([checkpoint(bench, { ...facts, reason: 'manual' }), ...expire(bench, { manual: 1, other: 0 }, facts.keep)]);
};

export type RestoreRefused = GateRefused | { readonly code: 'CHECKPOINT_NOT_FOUND' | 'CHECKPOINT_EXPIRED' };

/** Files, conversation and context return to that time in one commit; what was there until now is a checkpoint too. */
export const restoreCheckpoint = (
  bench: Bench,
  facts: { checkpointId: CheckpointId; preRestoreId: CheckpointId; cardId: MessageId; size: TreeSize; keep?: Keep },
): Result<readonly BenchEvent[], RestoreRefused> => {
  const gated = gate(bench, 'restore');
  if (!gated.ok) return gated;
  const target = bench.checkpoints.get(facts.checkpointId);
  if (!target) return err({ code: 'CHECKPOINT_NOT_FOUND' });
  if (target.isExpired) return err({ code: 'CHECKPOINT_EXPIRED' });
  const to: Place = { head: target.head, stamp: { published: target.tree, context: target.context, draft: null } };
  return ok([
    checkpoint(bench, { checkpointId: facts.preRestoreId, reason: 'pre_restore', size: facts.size }),
    { kind: 'head.moved', reason: 'restore', mode: 'full', from: placeNow(bench), to, holds: [target.tree] },
    { kind: 'rpi.cleared', because: 'restore' },
    { kind: 'checkpoint.restored', checkpointId: target.id, preRestoreId: facts.preRestoreId },
    card(
      facts.cardId,
      target.head,
      'checkpoint_restored',
      { checkpointId: target.id, preRestoreId: facts.preRestoreId },
      to.stamp,
    ),
    ...expire(bench, { manual: 0, other: 1 }, facts.keep),
  ]);
};

export type Keep = { readonly manual: number; readonly other: number };
export const defaultKeep: Keep = { manual: 50, other: 200 };

/** The oldest above the limits, once `adding` more are there. The newest publish and pre_restore always stay. */
export const expire = (
  bench: Bench,
  adding: { readonly manual: number; readonly other: number },
  keep: Keep = defaultKeep,
): readonly BenchEventOf<'checkpoint.expired'>[] => {
  const live = [...bench.checkpoints.values()].filter(({ isExpired }) => !isExpired);
  const always = new Set([newest(live, 'publish'), newest(live, 'pre_restore')]);
  const over = (of: readonly Checkpoint[], most: number): readonly Checkpoint[] =>
    of.slice(0, Math.max(0, of.length - most)).filter(({ id }) => !always.has(id));
  const manual = live.filter(({ reason }) => reason === 'manual');
  const other = live.filter(({ reason }) => reason !== 'manual');
  return [...over(manual, keep.manual - adding.manual), ...over(other, keep.other - adding.other)].map(
    ({ id, tree, context }) => ({
      kind: 'checkpoint.expired',
      checkpointId: id,
      releases: context ? [tree, context] : [tree],
    }),
  );
};

const newest = (of: readonly Checkpoint[], reason: CheckpointReason): CheckpointId | undefined =>
  of.findLast((each) => each.reason === reason)?.id;
