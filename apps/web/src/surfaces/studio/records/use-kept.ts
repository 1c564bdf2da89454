import { type Cell, createCell } from '../../../client/observable.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { useUnsaved } from '../../../client/use-unsaved.ts';
import type { ProjectStore } from '../project-store.ts';

type Kept<Value> = { readonly value: Value; readonly from: string };

const cells = new WeakMap<ProjectStore, Map<string, Cell<Kept<unknown> | undefined>>>();

const cellOf = (project: ProjectStore, name: string): Cell<Kept<unknown> | undefined> => {
  const known = cells.get(project) ?? new Map<string, Cell<Kept<unknown> | undefined>>();
  cells.set(project, known);
  const cell = known.get(name) ?? createCell<Kept<unknown> | undefined>(undefined);
  known.set(name, cell);
  return cell;
};

/**
 * What is being edited in a panel and not saved: still there after another panel was looked at, and asked about before
 * the page is left. `isMoved` when what it started from is not what is there now.
 */
export const useKept = <Value>(project: ProjectStore, name: string, source: unknown) => {
  const cell = cellOf(project, name);
  const kept = useProjection(cell) as Kept<Value> | undefined;
  const now = JSON.stringify(source ?? null);
  useUnsaved(kept !== undefined);
  return {
    edited: kept?.value,
    isMoved: kept !== undefined && kept.from !== now,
    edit: (value: Value) => cell.set({ value, from: kept?.from ?? now }),
    drop: () => cell.set(undefined),
  };
};
