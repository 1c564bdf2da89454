import type { InstallScreen } from './atelier.ts';
import type { Projected } from './projection.ts';

export type JobProgress = {
  readonly id: string;
  readonly amount: { readonly done?: number; readonly total?: number };
  readonly detail?: string;
};

/** How far the running check is. The event says that it runs; deltas, which may be lost, say how far. */
export const storeCheckProgress = (projected: Projected<InstallScreen>): JobProgress | undefined => {
  if (projected.phase !== 'ready' || projected.view.storeCheck?.state !== 'running') return undefined;
  const { id } = projected.view.storeCheck;
  const delta = projected.live[id];
  if (delta?.kind !== 'progress') return { id, amount: {} };
  const amount = delta.total === null ? { done: delta.done } : { done: delta.done, total: delta.total };
  return { id, amount, ...(delta.detail === undefined ? {} : { detail: delta.detail }) };
};
