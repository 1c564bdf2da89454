import type { Atelier, InstallScreen } from './atelier.ts';
import type { Job } from './job.ts';
import { derive, type Observable } from './observable.ts';
import type { Projected } from './projection.ts';

/** The long work of the install stream: the store check. */
export const installJobs = ({ install, commands }: Pick<Atelier, 'install' | 'commands'>): Observable<readonly Job[]> =>
  derive(install, (projected) => {
    const check = storeCheckProgress(projected);
    if (check === undefined) return [];
    return [
      { ...check, title: 'shell:activity.storeCheck', cancel: () => commands.StoreCheckCancel({ checkId: check.id }) },
    ];
  });

/** How far the running check is. The event says that it runs; deltas, which may be lost, say how far. */
export const storeCheckProgress = (
  projected: Projected<InstallScreen>,
): Pick<Job, 'id' | 'amount' | 'detail'> | undefined => {
  if (projected.phase !== 'ready' || projected.view.storeCheck?.state !== 'running') return undefined;
  const { id } = projected.view.storeCheck;
  const delta = projected.live[id];
  if (delta?.kind !== 'progress') return { id, amount: {} };
  const amount = delta.total === null ? { done: delta.done } : { done: delta.done, total: delta.total };
  return { id, amount, ...(delta.detail === undefined ? {} : { detail: delta.detail }) };
};
