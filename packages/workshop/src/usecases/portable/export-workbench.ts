import { type BlobId, encodeTree, err, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { ContentStore, EventLog, ReadRefused } from '@atelier/kernel/ports';
import { createPortableLines, type StreamOut, streamOut } from '@atelier/kernel/usecases';
import type { Bench } from '../../core/bench.ts';
import { benchStream } from '../../core/ids.ts';
import { withoutPlaces } from '../../core/places.ts';
import { type PortableRecord, portableFormat } from '../../core/portable.ts';

type Deps = {
  readonly log: Pick<EventLog, 'read' | 'commits' | 'content' | 'carried'>;
  readonly content: Pick<ContentStore, 'blobs' | 'trees'>;
  readonly sha256: Sha256;
};

type ExportRefused =
  | ReadRefused
  | { readonly code: 'WORKBENCH_NOT_FOUND' }
  | { readonly code: 'CONTENT_MISSING'; readonly ids: readonly string[] };

type Named = { readonly role: 'file' | 'tree'; readonly name: string };
const lineEnd = new TextEncoder().encode('\n');

/**
 * A whole Workbench as one file: events, content, checkpoints, the state of its run. What would be missing from it is
 * found before the first byte leaves. It is read as it is sent, a commit and a piece of a file at a time.
 */
export const exportWorkbench =
  ({ log, content, sha256 }: Deps) =>
  async (bench: Pick<Bench, 'id' | 'name'>): Promise<Result<AsyncIterable<Uint8Array>, ExportRefused>> => {
    if (bench.id === null) return err({ code: 'WORKBENCH_NOT_FOUND' });
    const { id: workbenchId, name } = bench;
    const streams = { bench: benchStream(workbenchId), run: `run/${workbenchId}` } as const;

    const [benchLive, runLive] = [await streamOut(log, streams.bench), await streamOut(log, streams.run)];
    if (!benchLive.ok) return benchLive;
    if (!runLive.ok) return runLive;

    const wanted = new Map<BlobId, Named>();
    const need = async (stream: string, { pinned }: StreamOut): Promise<Result<null, ReadRefused>> => {
      const carried = await log.carried(stream, pinned);
      if (!carried.ok) return carried;
      for (const id of pinned) {
        if (carried.value.has(id)) continue;
        const tree = await content.trees.get(id).catch(() => undefined);
        wanted.set(id, tree ? { role: 'tree', name: 'a list of files' } : { role: 'file', name: 'a text' });
        for (const [path, { blob }] of Object.entries(tree?.entries ?? {}))
          wanted.set(blob as BlobId, { role: 'file', name: path });
      }
      return ok(null);
    };
    const [benchNeeds, runNeeds] = [await need(streams.bench, benchLive.value), await need(streams.run, runLive.value)];
    if (!benchNeeds.ok) return benchNeeds;
    if (!runNeeds.ok) return runNeeds;
    const unsound = await content.blobs.checkAll(
      new Set([...wanted].filter(([, { role }]) => role === 'file').map(([id]) => id)),
    );
    if (unsound.size > 0) return err({ code: 'CONTENT_MISSING', ids: [...unsound.keys()] });

    const parts = async function* (): AsyncGenerator<Uint8Array> {
      const { line, count } = createPortableLines<PortableRecord>(sha256);
      const next = { bench: benchLive.value.next, run: runLive.value.next };
      yield line({ part: 'workbench', format: portableFormat, v: 1, workbenchId, name, next });
      // Where a folder is on this machine is no business of whoever gets the file.
      for await (const { events, ...commit } of benchLive.value.commits())
        yield line({ part: 'commit', stream: 'bench', ...commit, events: events.map(withoutPlaces) });
      for await (const commit of runLive.value.commits()) yield line({ part: 'commit', stream: 'run', ...commit });
      // Files first: a tree is put only when everything it names is there.
      for (const wish of ['file', 'tree'] as const)
        for (const [id, { role, name: called }] of wanted) {
          if (role !== wish) continue;
          const tree = role === 'tree' ? await content.trees.get(id) : undefined;
          const bytes = tree && encodeTree(tree);
          const size = bytes?.ok ? bytes.value.length : await content.blobs.size(id);
          if (size === undefined) throw new Error(`the content ${id} is missing from storage`);
          yield line({ part: 'content', id, size, role, name: called });
          if (bytes?.ok) yield bytes.value;
          else {
            const pieces = await content.blobs.stream(id);
            if (!pieces) throw new Error(`the content ${id} is missing from storage`);
            // A piece is valid only until the next is asked for, and whoever sends it may be slower than that.
            for await (const piece of pieces) yield piece.slice();
          }
          yield lineEnd;
        }
      yield line({ part: 'end', records: count() + 1 });
    };
    return ok(parts());
  };
