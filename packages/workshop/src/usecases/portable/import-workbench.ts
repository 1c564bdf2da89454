import { runCutOff } from '@atelier/contracts';
import { decodeTree, err, type JsonObject, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { ContentStore, EventLog, ImportRefused, NewCommit } from '@atelier/kernel/ports';
import { createByteReader, type PortableFlaw, portableToCommit, readPortableLines } from '@atelier/kernel/usecases';
import { emptyBench } from '../../core/bench.ts';
import { flawInBench, readEvent } from '../../core/codec.ts';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import { fold } from '../../core/fold.ts';
import { benchStream, type WorkbenchId, workbenchId as workbenchIdShape } from '../../core/ids.ts';
import { type PortableCommit, PortableRecord } from '../../core/portable.ts';
import { commitOf } from '../record.ts';
import { engine } from '../run/bench-work.ts';

type Deps = {
  readonly log: Pick<EventLog, 'read' | 'importStream'>;
  readonly content: Pick<ContentStore, 'blobs' | 'trees'>;
  readonly sha256: Sha256;
  readonly newId: <const Prefix extends string>(prefix: Prefix) => `${Prefix}_${string}`;
};

export type ImportWorkbenchRefused =
  | PortableFlaw
  | { readonly code: 'WORKBENCH_EXISTS'; readonly workbenchId: string }
  | Exclude<ImportRefused, { readonly code: 'STREAM_EXISTS' }>;

/**
 * Reads an exported Workbench as it comes, and creates it under its own id or a new one: there whole or not at all.
 * The folder it was opened on stays behind, and so do consent and the receipts of the other installation's WorkRail.
 */
export const importWorkbench =
  ({ log, content, sha256, newId }: Deps) =>
  async (
    pieces: AsyncIterable<Uint8Array>,
    as: 'same' | 'new',
  ): Promise<Result<{ readonly workbenchId: WorkbenchId; readonly seq: number }, ImportWorkbenchRefused>> => {
    const reader = createByteReader(pieces);
    const lines = readPortableLines(reader, { sha256, shape: PortableRecord, first: 'workbench' });
    const damaged = (part: string): Result<never, ImportWorkbenchRefused> => err({ code: 'EXPORT_DAMAGED', part });

    const first = await lines.next();
    if (!first.ok) return first;
    if (first.value.part !== 'workbench' || !workbenchIdShape.safeParse(first.value.workbenchId).success)
      return err({ code: 'NOT_AN_EXPORT' });
    const workbenchId: WorkbenchId = as === 'new' ? newId('wb') : (first.value.workbenchId as WorkbenchId);
    const stream = benchStream(workbenchId);
    const there = await log.read(stream, { limit: 1 });
    if (!there.ok || there.value.events.length > 0) return err({ code: 'WORKBENCH_EXISTS', workbenchId });

    const commits: Record<'bench' | 'run', NewCommit[]> = { bench: [], run: [] };
    const bench = emptyBench();
    let seq = 0;
    const take = (commit: PortableCommit): string | null => {
      const events = commit.events.map((event) => (commit.stream === 'bench' ? placed(event, workbenchId) : event));
      if (commit.stream === 'bench')
        for (const event of events) {
          if (flawInBench(event) !== undefined) return `event ${seq}`;
          const known = readEvent({ v: 1, seq, ...event, data: event.data as JsonObject });
          if (known) fold(bench, known, { seq, at: event.at });
          seq += 1;
        }
      commits[commit.stream].push(portableToCommit({ ...commit, events }));
      return null;
    };
    for (let isEnd = false; !isEnd; ) {
      const next = await lines.next();
      if (!next.ok) return next;
      const record = next.value;
      if (record.part === 'commit') {
        const flaw = take(record);
        if (flaw) return damaged(flaw);
      } else if (record.part === 'content') {
        const body = reader.body(record.size);
        const id = record.role === 'tree' ? await putTree(content, body, record.size) : await putFile(content, body);
        if (id !== record.id || body.left() > 0 || (await reader.line(0)) !== '') return damaged(record.name);
      } else if (record.part === 'end') {
        if (record.records !== lines.count() || !(await reader.isAtEnd())) return damaged('the end');
        isEnd = true;
      } else return damaged(`record ${lines.count()}`);
    }
    if (seq !== first.value.next.bench || bench.id !== workbenchId) return damaged('the events');

    const { run } = bench;
    const left: WorkbenchEvent[] = [];
    if (run?.state === 'running') left.push(runCutOff(run.id));
    if (run?.ack) left.push({ kind: 'run.left_graph', runId: run.id });
    if (left.length > 0) commits.bench.push(commitOf(bench, left, engine));
    if (commits.run.length > 0) {
      const imported = await log.importStream(`run/${workbenchId}`, commits.run);
      // Left by an import that was cut short before the Workbench itself: the same state.
      if (!imported.ok && imported.error.code !== 'STREAM_EXISTS') return err(imported.error);
    }
    const imported = await log.importStream(stream, commits.bench);
    if (imported.ok) return ok({ workbenchId, seq: imported.value.next });
    if (imported.error.code === 'STREAM_EXISTS') return err({ code: 'WORKBENCH_EXISTS', workbenchId });
    return err(imported.error);
  };

/** A Workbench knows its own id, and the folder of another machine is none of this one's. */
const placed = <Event extends { readonly kind: string; readonly data: Readonly<Record<string, unknown>> }>(
  event: Event,
  workbenchId: WorkbenchId,
): Event =>
  event.kind === 'workbench.created'
    ? { ...event, data: { ...event.data, body: { ...(event.data.body as object), workbenchId, folder: null } } }
    : event;

type Body = Parameters<ContentStore['blobs']['putFrom']>[0];

const putFile = async (content: Deps['content'], body: Body): Promise<string> => (await content.blobs.putFrom(body)).id;

const largestTree = 64 * 1024 * 1024;

const putTree = async (content: Deps['content'], body: Body, size: number): Promise<string | undefined> => {
  if (size > largestTree) return undefined;
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = await body.read(bytes.subarray(at));
    if (got === 0) return undefined;
    at += got;
  }
  const tree = decodeTree(bytes);
  const put = tree.ok ? await content.trees.put(tree.value) : undefined;
  return put?.ok ? put.value : undefined;
};
