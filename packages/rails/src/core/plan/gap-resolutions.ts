import type { JsonObject, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { budgets } from '../budgets.ts';
import type { Gap } from '../reasons/gap.ts';
import type { NodeState, RunState } from '../session/state.ts';
import { openGaps } from '../session/status.ts';
import { truncate } from '../text.ts';

export type GapResolutionRefused = {
  readonly code: 'GAP_NOT_OPEN';
  readonly gapId: string;
  readonly open: readonly string[];
};
export type GapResolution = { readonly resolves: Gap; readonly summary: string };

/** `wr.gap_resolution` artifacts: `{gapId, summary?}`. Only a gap open on this lineage can be closed. */
export const gapResolutionsIn = (
  artifacts: readonly JsonObject[],
  run: RunState,
  node: NodeState,
): Result<readonly GapResolution[], GapResolutionRefused> => {
  const found: GapResolution[] = [];
  for (const { kind, gapId, summary } of artifacts) {
    if (kind !== 'wr.gap_resolution') continue;
    const open = openGaps(run, node);
    const gap = open.find((each) => each.gapId === gapId);
    if (!gap) return err({ code: 'GAP_NOT_OPEN', gapId: String(gapId), open: open.map((each) => each.gapId) });
    found.push({ resolves: gap, summary: truncate(String(summary ?? 'Resolved.'), budgets.summaryBytes, '…') });
  }
  return ok(found);
};
