import type { ProjectView } from '@atelier/contracts/studio';
import {
  type Accounting,
  accountingOf,
  type Records,
  recordsOf,
  type Schedule,
  scheduleOf,
} from '@atelier/studio/view';
import { useMemo } from 'react';

/** Several panels calculate from the same view; each view's records are laid out once. */
const recordsByView = new WeakMap<ProjectView, Records>();

export const recordsOfView = (view: ProjectView): Records => {
  const records = recordsByView.get(view) ?? recordsOf(view);
  recordsByView.set(view, records);
  return records;
};

/** What everything costs; absent for whoever may not see costs. */
export const useAccounting = (view: ProjectView): Accounting | undefined =>
  useMemo(() => (view.canSeeCosts ? accountingOf(recordsOfView(view)) : undefined), [view]);

export const useSchedule = (view: ProjectView): Schedule => useMemo(() => scheduleOf(recordsOfView(view)), [view]);
