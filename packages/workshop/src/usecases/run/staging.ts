import type { AdoptedChange, FileResult, TreePlace } from '@atelier/files';
import type { JsonObject } from '@atelier/kernel/core';
import type { Bench } from '../../core/bench.ts';
import type { ContentId } from '../../core/ids.ts';
import type { Written } from '../../core/review-notes.ts';
import type { RunLimits } from '../../core/run/phases.ts';
import { writeFlaw } from '../../core/write-rules.ts';
import type { WorkshopPorts } from '../../ports/index.ts';
import { type BenchView, viewOf } from '../tree-place.ts';

/** The files as the work of one item has left them. They become a revision when the item is done, or are forgotten. */
export type Staging = {
  readonly place: TreePlace;
  readonly begin: (bench: Bench) => void;
  /** The same on a state of the past. */
  readonly beginAt: (tree: ContentId | null) => void;
  readonly now: () => {
    readonly base: ContentId;
    readonly tree: ContentId;
    readonly writes: readonly Written[];
    readonly bytes: number;
  };
  /** A write that the disk or a limit refused: whatever the model says, the item is not done. */
  readonly trouble: () => string | null;
  /** Whether it was the disk: no model can help that. */
  readonly isDiskTrouble: () => boolean;
  /** What a reviewer should look at first: said above every file of the item. */
  readonly warn: (warnings: readonly string[]) => void;
  /** Looks at what a tool answered. */
  readonly heed: (answer: JsonObject) => void;
};

type Deps = {
  readonly content: Pick<WorkshopPorts['content'], 'trees'>;
  readonly limits: RunLimits;
  /** Holds a tree as soon as it is there: content nobody holds is deleted after an hour. */
  readonly hold: (tree: ContentId) => Promise<boolean>;
};

export const createStaging = ({ content, limits, hold }: Deps): Staging => {
  let view: BenchView = { now: null, root: 'published', references: [] };
  let base: ContentId | null = null;
  let writes: Written[] = [];
  let bytes = 0;
  let trouble: string | null = null;
  let isDisk = false;

  const adopt = async ({ before, tree, staged }: AdoptedChange): Promise<FileResult<null>> => {
    if (before !== view.now)
      return refused('CONFLICT_STALE_STATE', 'version', 'The files changed meanwhile. Read them again.');
    const flaw = await flawOf(tree as ContentId, staged.path, staged.size_bytes);
    if (flaw) {
      trouble = flaw;
      return refused('SANDBOX_VIOLATION', 'bad_path', flaw);
    }
    if (!(await hold(tree as ContentId))) {
      trouble = 'The change could not be recorded.';
      isDisk = true;
      return refused('FILE_WRITE_FAILED', 'io', trouble);
    }
    view = { ...view, now: tree as ContentId, root: 'draft' };
    bytes += staged.size_bytes;
    const { path, action, tool, summary, focus_hint: hint, certificate } = staged;
    writes.push({ path, action, tool, summary, hint, certificate });
    return { ok: true, value: null };
  };

  const from = (start: BenchView): void => {
    view = start;
    base = start.now;
    writes = [];
    bytes = 0;
    trouble = null;
    isDisk = false;
  };

  const flawOf = async (tree: ContentId, path: string, size: number): Promise<string | null> => {
    const names = Object.keys((await content.trees.get(tree))?.entries ?? {});
    return writeFlaw({ path, size, names }, limits);
  };

  return {
    place: {
      view: async () => ({
        now: view.now,
        root: view.root === 'draft' ? 'staging' : view.root,
        references: view.references,
      }),
      adopt,
    },
    begin: (bench) => from(viewOf(bench)),
    beginAt: (tree) => from({ now: tree, root: 'published', references: [{ source: 'draft_start_snapshot', tree }] }),
    now: () => {
      if (!base || !view.now) throw new Error('nothing is staged before an item has begun');
      return { base, tree: view.now, writes, bytes };
    },
    warn: (warnings) => {
      if (warnings.length > 0) writes = writes.map((write) => ({ ...write, warnings }));
    },
    trouble: () => trouble,
    isDiskTrouble: () => isDisk,
    heed: ({ ok, error }) => {
      const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
      if (ok !== false || !diskCodes.has(code ?? '')) return;
      trouble = message ?? 'There was no room left on the disk.';
      isDisk = true;
    },
  };
};

/** What no second try by the model can mend. */
export const diskCodes: ReadonlySet<string> = new Set(['DISK_FULL', 'QUOTA_EXCEEDED']);

const refused = (
  code: 'CONFLICT_STALE_STATE' | 'SANDBOX_VIOLATION' | 'FILE_WRITE_FAILED',
  reason: string,
  message: string,
) => ({ ok: false, error: { code, reason, message } }) as FileResult<never>;
