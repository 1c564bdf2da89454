import type { Tree } from '@atelier/kernel/core';
import type { PastState, Timeline } from '../../core/timeline.ts';
import type { WorkshopPorts } from '../../ports/index.ts';

/** One file from the state that brought these bytes until the one that took them away. */
export type PastVersion = {
  readonly path: string;
  readonly version: string;
  readonly size: number;
  readonly from: PastState;
  /** Null: it is there still. */
  readonly until: PastState | null;
};

export type PastVersions = {
  readonly versions: readonly PastVersion[];
  /** States that cannot be looked into any more: pruned, or lost. */
  readonly missing: readonly PastState[];
};

/** Every version of every file, oldest first. Trees are read once; files are not read at all. */
export const pastVersions = async (
  content: Pick<WorkshopPorts['content'], 'trees'>,
  timeline: Timeline,
  only?: string,
): Promise<PastVersions> => {
  const versions: PastVersion[] = [];
  const missing: PastState[] = [];
  const open = new Map<string, { readonly version: string; readonly size: number; readonly from: PastState }>();
  for (const state of timeline.states) {
    const isReleased = state.isGone || (state.revisionId !== null && timeline.released.has(state.revisionId));
    const tree = isReleased ? undefined : await content.trees.get(state.tree).catch(() => undefined);
    if (!tree) {
      missing.push(state);
      continue;
    }
    for (const [path, held] of open) {
      if (entryOf(tree, path)?.blob === held.version) continue;
      versions.push({ path, ...held, until: state });
      open.delete(path);
    }
    for (const [path, { blob, size }] of Object.entries(tree.entries))
      if (!open.has(path) && (only === undefined || only === path))
        open.set(path, { version: blob, size, from: state });
  }
  for (const [path, held] of open) versions.push({ path, ...held, until: null });
  return { versions: versions.sort((a, b) => a.from.seq - b.from.seq), missing };
};

const entryOf = (tree: Tree, path: string) => (Object.hasOwn(tree.entries, path) ? tree.entries[path] : undefined);
