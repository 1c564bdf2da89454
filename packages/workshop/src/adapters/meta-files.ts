import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { emptyTree, type Json } from '@atelier/kernel/core';
import type { ContentStore, EventLog } from '@atelier/kernel/ports';
import { activeTree, type Bench } from '../core/bench.ts';
import { benchStream, type ContentId, type WorkbenchId } from '../core/ids.ts';
import { jsonDocument, type MetaDocument } from '../core/meta/document.ts';
import { metaDocuments } from '../core/meta/documents.ts';
import { type DraftReads, proposalDocuments, reviewDocuments } from '../core/meta/draft-documents.ts';
import { emptyMeta, type MetaState, metaJournals, metaLines } from '../core/meta/lines.ts';
import { parseNotes } from '../core/review-notes.ts';
import type { Benches } from '../ports/index.ts';
import { readTree } from '../usecases/trees.ts';

type Deps = {
  readonly log: Pick<EventLog, 'read' | 'content'>;
  readonly benches: Benches;
  readonly content: Pick<ContentStore, 'blobs' | 'trees'>;
  /** Holds `<workbench>/meta/`. */
  readonly folder: string;
  /** What a person agreed to send from this Workbench, as long as it is remembered. */
  readonly consents: (id: WorkbenchId) => Promise<Json>;
  /** A file was changed by somebody else; it is written again. */
  readonly onTamper: (file: string) => void;
};

type Kept = {
  seq: number;
  state: MetaState;
  bytes: Map<string, number>;
  texts: Map<string, string>;
  readonly proposals: Map<string, readonly MetaDocument[]>;
};

const eventsAtOnce = 1_000;

/** Readable files beside the log: made of it alone, free to delete, never read back. */
export const createMetaFiles = ({ log, benches, content, folder, consents, onTamper }: Deps) => {
  const kept = new Map<WorkbenchId, Kept>();

  const linesFrom = async function* (stream: string, state: MetaState, from: number) {
    for (let at = from; ; ) {
      const page = await log.read(stream, { from: at, limit: eventsAtOnce });
      if (!page.ok) throw new Error(`${stream} cannot be read: ${page.error.code}`);
      const lines = new Map<string, string>();
      for (const event of page.value.events)
        for (const { file, line } of metaLines(state, event)) lines.set(file, (lines.get(file) ?? '') + line);
      at += page.value.events.length;
      yield { lines, seq: at };
      if (page.value.events.length < eventsAtOnce) return;
    }
  };

  /** The journals from the first event on: gone on with where they stand, written again where they differ. */
  const begin = async (id: WorkbenchId, meta: string): Promise<Kept> => {
    const now: Kept = { seq: 0, state: emptyMeta(), bytes: new Map(), texts: new Map(), proposals: new Map() };
    const whole = new Map<string, Buffer[]>(metaJournals.map((file) => [file, []]));
    for await (const { lines, seq } of linesFrom(benchStream(id), now.state, 0)) {
      for (const [file, text] of lines) whole.get(file)?.push(Buffer.from(text));
      now.seq = seq;
    }
    for (const [file, pieces] of whole) {
      const [wanted, place] = [Buffer.concat(pieces), join(meta, file)];
      const there = await readIf(place);
      now.bytes.set(file, wanted.length);
      if (there?.equals(wanted)) continue;
      const isBegun = there !== undefined && wanted.subarray(0, there.length).equals(there);
      if (isBegun) await append(place, wanted.subarray(there.length));
      else {
        if (there) onTamper(place);
        await replace(place, wanted);
      }
    }
    return now;
  };

  const goOn = async (id: WorkbenchId, meta: string, now: Kept): Promise<boolean> => {
    for (const [file, size] of now.bytes) if ((await sizeIf(join(meta, file))) !== size) return false;
    for await (const { lines, seq } of linesFrom(benchStream(id), now.state, now.seq)) {
      for (const [file, text] of lines) {
        const bytes = Buffer.from(text);
        await append(join(meta, file), bytes);
        now.bytes.set(file, (now.bytes.get(file) ?? 0) + bytes.length);
      }
      now.seq = seq;
    }
    return true;
  };

  const bytesOf = async (id: WorkbenchId, blob: ContentId): Promise<Uint8Array | undefined> =>
    (await content.blobs.get(blob).catch(() => undefined)) ?? (await log.content(benchStream(id), blob));
  const reads: DraftReads = {
    tree: async (id) => (await content.trees.get(id).catch(() => undefined)) ?? emptyTree,
    notes: async (id) => parseNotes(id === null ? undefined : await content.blobs.get(id).catch(() => undefined)),
  };
  const reviewOf = async (bench: Bench, state: MetaState): Promise<readonly MetaDocument[]> => {
    const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
    const revision = bench.draft && bench.revisions.get(bench.draft.revisionId);
    return draft && revision ? reviewDocuments(draft, revision, state, reads) : [];
  };

  const writeDocuments = async (id: WorkbenchId, meta: string, now: Kept): Promise<void> => {
    const at = await benches.at(benchStream(id));
    if (!at.ok) throw new Error(`${benchStream(id)} cannot be read: ${at.error.code}`);
    const bench = at.value.state;
    const names = [bench.published, activeTree(bench), bench.context] as const;
    const [published, active, context] = [
      await readTree(content, names[0]),
      await readTree(content, names[1]),
      await readTree(content, names[2]),
    ];
    const documents = [
      ...metaDocuments(bench, { published, active, context }),
      jsonDocument('egress_consent.json', await consents(id)),
      ...(await proposalDocuments(bench, now.state, reads, now.proposals)),
      ...(await reviewOf(bench, now.state)),
    ];
    const fileOf = (place: string): string => relative(meta, place).split(sep).join('/');
    const there = new Set((await filesUnder(meta)).map(fileOf));
    for (const document of documents) {
      const { key } = document;
      const place = join(meta, document.file);
      if (now.texts.get(document.file) === key && there.has(document.file)) continue;
      const wanted = 'text' in document ? Buffer.from(document.text()) : await bytesOf(id, document.blob);
      if (!wanted) continue;
      if (!(await readIf(place))?.equals(wanted)) await replace(place, wanted);
      now.texts.set(document.file, key);
    }
    const known = new Set<string>([...metaJournals, ...documents.map(({ file }) => file)]);
    for (const file of there) {
      if (known.has(file)) continue;
      now.texts.delete(file);
      await rm(join(meta, file), { force: true });
    }
  };

  return {
    /** Makes the files of one Workbench say what the log says by now. */
    write: async (id: WorkbenchId): Promise<void> => {
      const meta = join(folder, id, 'meta');
      let now = kept.get(id);
      if (!now || !(await goOn(id, meta, now))) {
        now = await begin(id, meta);
        kept.set(id, now);
      }
      await writeDocuments(id, meta, now);
    },
  };
};

const readIf = (place: string): Promise<Buffer | undefined> =>
  readFile(place).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });

const sizeIf = (place: string): Promise<number | undefined> =>
  stat(place).then(
    ({ size }) => size,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    },
  );

const append = async (place: string, bytes: Uint8Array): Promise<void> => {
  if (bytes.length === 0) return;
  const handle = await open(place, 'a', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
};

/** Whole or not at all: a reader never sees half of it. */
const replace = async (place: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const part = `${place}.${randomUUID()}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, place);
};

const filesUnder = async (folder: string): Promise<readonly string[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
};
