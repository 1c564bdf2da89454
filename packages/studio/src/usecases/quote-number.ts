import { ok } from '@atelier/kernel/core';
import type { ReservedNumber } from '../core/domain/index.ts';
import { numberFor } from '../core/quote/numbering.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { WorkspaceCommit } from './workspace-commit.ts';
import { workspaceNow } from './workspace-now.ts';

/**
 * The number of a project's quotes, reserved before the first one is issued: two projects that issue at the same time
 * never get the same one. A number whose quote was never issued stays a gap, and is listed as one.
 */
export const reserveQuoteNumber = async (
  ports: StudioPorts,
  commit: WorkspaceCommit,
  wanted: { readonly projectId: string; readonly turnId: string; readonly year: number; readonly by: string },
): Promise<ReservedNumber | undefined> => {
  const { by, ...facts } = wanted;
  await commit(`number:${wanted.projectId}`, (state) => {
    if (state.numbers.has(wanted.projectId)) return ok([]);
    const reserved = numberFor(state.numbers.values(), facts);
    return ok([{ kind: 'quoteNumber.reserved', data: { by, reserved } }]);
  });
  return (await workspaceNow(ports)).numbers.get(wanted.projectId);
};
