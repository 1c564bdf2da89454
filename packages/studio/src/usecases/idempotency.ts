import type { StudioEvent } from '@atelier/contracts/studio';
import { derivedId, type Json, type Sha256 } from '@atelier/kernel/core';
import type { ProjectState, TurnState } from '../core/fold/state.ts';
import { hashOf } from '../core/patch/hash.ts';

/** One action of one person: its key names its turn, in whichever process it arrives. */
export const turnIdOf = (sha256: Sha256, projectId: string, userId: string, idempotencyKey: string): string =>
  derivedId('trn', sha256, `${projectId}\n${userId}\n${idempotencyKey}`);

export const requestHashOf = (sha256: Sha256, event: StudioEvent): string =>
  hashOf(sha256, { event: event as unknown as Json });

export type Repeat =
  | { readonly kind: 'new' }
  | { readonly kind: 'running'; readonly turn: TurnState }
  | { readonly kind: 'ended'; readonly turn: TurnState }
  | { readonly kind: 'other_body' };

/** What is known of this key. The log compares no bodies, so that is done here. */
export const repeatOf = (state: ProjectState, turnId: string, requestHash: string): Repeat => {
  const turn = state.turns.get(turnId);
  if (!turn) return { kind: 'new' };
  if (turn.requestHash !== requestHash) return { kind: 'other_body' };
  return turn.status === 'started' ? { kind: 'running', turn } : { kind: 'ended', turn };
};

/** The first and the last event of a turn have keys, so whoever comes second writes nothing. */
export const turnKeys = (turnId: string) => ({ start: `turn:${turnId}:start`, end: `turn:${turnId}:end` });
