import { canonical } from '../canonical.ts';
import type { Sha256 } from '../crypto.ts';
import type { EngineState } from '../engine/state.ts';
import { flawsOf, snapshotOf } from '../engine/state.ts';
import { digestOf, utf8 } from '../ids.ts';
import type { Attachment } from '../outputs.ts';

/** An impossible state is a bug, and is stopped before it becomes a fact. */
export const planSnapshot = (sha256: Sha256, state: EngineState): Attachment => {
  const [flaw] = flawsOf(state);
  if (flaw !== undefined) throw new Error(`an impossible state: ${flaw}`);
  const bytes = utf8(canonical(snapshotOf(state)));
  return { id: digestOf(sha256, bytes), bytes };
};
