import { type BlobId, encodeTree, err, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { ContentStore, EventLog, ReadRefused } from '@atelier/kernel/ports';
import type { Bench } from '../../core/bench.ts';
import { benchStream } from '../../core/ids.ts';
import { type PortableCommit, type PortableRecord, portableFormat, portableStart } from '../../core/portable.ts';

type Deps = {
  readonly log: Pick<EventLog, 'read' | 'commits' | 'content' | 'carried'>;
  readonly content: Pick<ContentStore, 'blobs' | 'trees'>;
  readonly sha256: Sha256;
};

type ExportRefused =
  | ReadRefused
  | { readonly code: 'WORKBENCH_NOT_FOUND' }
  | { readonly code: 'CONTENT_MISSING'; readonly ids: readonly string[] };

const commitsAtOnce = 200;
type Named = { readonly role: 'file' | 'tree'; readonly name: string };
type Live = { readonly pinned: Set<BlobId>; readonly next: number; readonly commits: number };

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

    /** What a stream still pins, and how far it has come: what is appended later is not part of this file. */
    const liveOf = async (stream: string): Promise<Result<Live, ReadRefused>> => {
      const pinned = new Set<BlobId>();
      let next = 0;
      let at = 0;
      for (;;) {
        const page = await log.commits(stream, { from: at, limit: commitsAtOnce });
        if (!page.ok) return page;
        for (const { pins, unpins, last } of page.value.commits) {
          for (const id of pins) pinned.add(id);
          for (const id of unpins) pinned.delete(id);
          next = last + 1;
        }
        at += page.value.commits.length;
        if (page.value.commits.length < commitsAtOnce) return ok({ pinned, next, commits: at });
      }
    };
    const [benchLive, runLive] = [await liveOf(streams.bench), await liveOf(streams.run)];
    if (!benchLive.ok) return benchLive;
    if (!runLive.ok) return runLive;

    const wanted = new Map<BlobId, Named>();
    const need = async (stream: string, { pinned }: Live): Promise<Result<null, ReadRefused>> => {
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

    const commitsOf = async function* (part: 'bench' | 'run', live: Live): AsyncGenerator<PortableCommit> {
      const stream = streams[part];
      for (let at = 0; at < live.commits; at += commitsAtOnce) {
        const limit = Math.min(commitsAtOnce, live.commits - at);
        const page = await log.commits(stream, { from: at, limit });
        if (!page.ok) throw new Error(`${stream} cannot be read: ${page.error.code}`);
        for (const { first, last, pins, unpins } of page.value.commits) {
          const read = await log.read(stream, { from: first, limit: last - first + 1 });
          const riding = await log.carried(stream, new Set(pins));
          if (!read.ok || !riding.ok) throw new Error(`${stream} cannot be read`);
          const carried: string[] = [];
          for (const id of riding.value) {
            const bytes = await log.content(stream, id);
            if (!bytes) throw new Error(`${id} rides in no commit of ${stream}`);
            carried.push(Buffer.from(bytes).toString('base64'));
          }
          yield {
            part: 'commit',
            stream: part,
            events: read.value.events.map(({ id, at: time, kind, key, data }) => ({
              id,
              at: time,
              kind,
              key,
              data: data as Record<string, never>,
            })),
            pins: pins.filter((id) => !riding.value.has(id)),
            unpins: [...unpins],
            carried,
          };
        }
      }
    };

    const parts = async function* (): AsyncGenerator<Uint8Array> {
      const utf8 = new TextEncoder();
      let hash = portableStart;
      let records = 0;
      const line = (record: PortableRecord): Uint8Array => {
        const json = JSON.stringify(record);
        hash = sha256(`${hash}${json}`);
        records += 1;
        return utf8.encode(`${hash} ${json}\n`);
      };
      const next = { bench: benchLive.value.next, run: runLive.value.next };
      yield line({ part: 'workbench', format: portableFormat, v: 1, workbenchId, name, next });
      for await (const commit of commitsOf('bench', benchLive.value)) yield line(commit);
      for await (const commit of commitsOf('run', runLive.value)) yield line(commit);
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
          yield utf8.encode('\n');
        }
      yield line({ part: 'end', records: records + 1 });
    };
    return ok(parts());
  };
