import { open } from 'node:fs/promises';
import type { ChatEvent, ChatFile, ChatView } from '@atelier/contracts';
import type { FilesHost } from '@atelier/files';
import { createTurn, emptyTree, err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { BlobId, ContentBatch, ContentStore, TreeId } from '@atelier/kernel/ports';
import type { ChatLog, ChatRefused } from './chat-log.ts';

type Added = { readonly version: string; readonly sizeBytes: number };
type AddRefused = ChatRefused | { readonly code: 'TOO_MANY' };

/** The chat's files: two trees of the kernel, as they are and as they were dropped. The log names and pins them. */
export const createChatFiles = (content: () => Promise<ContentStore>, log: ChatLog) => {
  /** A tree is made of the one before it, so changes wait for each other. */
  const inTurn = createTurn();

  const now = async (): Promise<ChatView> => {
    const read = await log.view();
    if (!read.ok) throw new Error(`The chat cannot be read: ${read.error.code}`);
    return read.value.view;
  };
  const treeAt = async (id: string | null): Promise<Tree> =>
    id === null ? emptyTree : ((await (await content()).trees.get(id as TreeId)) ?? emptyTree);

  /** Records events that leave these trees, unless another process has changed the files meanwhile. */
  const record = <Refused>(
    before: ChatView,
    after: { readonly tree: TreeId | null; readonly base: TreeId | null },
    decided: (view: ChatView) => Result<readonly ChatEvent[], Refused>,
  ) =>
    log.record<Refused | { readonly code: 'STORE_BUSY' }>(
      (view) =>
        view.tree === before.tree && view.base === before.base ? decided(view) : err({ code: 'STORE_BUSY' } as const),
      null,
      (view) => {
        const held = new Set([view.tree, view.base]);
        const holds = new Set<string | null>([after.tree, after.base]);
        return {
          pins: [...holds].filter((id): id is BlobId => id !== null && !held.has(id)),
          unpins: [...held].filter((id): id is BlobId => id !== null && !holds.has(id)),
        };
      },
    );

  return {
    host: async (): Promise<FilesHost> => {
      const [{ createTreeHost }, store] = await Promise.all([import('@atelier/files'), content()]);
      return createTreeHost(store, {
        view: async () => {
          const { tree, base } = await now();
          return {
            now: tree as TreeId | null,
            root: 'draft',
            references: [{ source: 'draft_start_snapshot', tree: base as TreeId | null }],
          };
        },
        adopt: ({ before, tree, version, staged }) =>
          inTurn(async () => {
            const view = await now();
            const { path, size_bytes: sizeBytes, action, tool, summary } = staged;
            const base = view.base as TreeId | null;
            const data = { path, version, sizeBytes, action, tool, summary, tree, base };
            const recorded =
              view.tree === before
                ? await record(view, { tree, base }, () => ok([{ kind: 'chat.file_made', data }]))
                : err({ code: 'STORE_BUSY' } as const);
            if (recorded.ok) return { ok: true, value: null };
            return { ok: false, error: { code: 'FILE_WRITE_FAILED', reason: 'io', message: notRecorded } };
          }),
      });
    },
    find: async (path: string): Promise<ChatFile | undefined> => (await now()).files.find((file) => file.path === path),
    /** Takes a file from its place on disk; in content and both trees before the log names it. */
    add: (path: string, place: string, mostFiles: number): Promise<Result<Added, AddRefused>> =>
      inTurn(async () => {
        const view = await now();
        const isNew = !view.files.some((file) => file.path === path);
        if (isNew && view.files.length >= mostFiles) return err({ code: 'TOO_MANY' });
        const [tree, base] = [await treeAt(view.tree), await treeAt(view.base)];
        const made = await (await content()).together(async (batch) => {
          const { id, size } = await addFile(batch, place);
          const withIt = (trees: Tree) =>
            batch.addTree({ v: 1, entries: { ...trees.entries, [path]: entry(id, size) } });
          return { id, size, tree: named(await withIt(tree)), base: named(await withIt(base)) };
        });
        const added = { path, version: made.id, sizeBytes: made.size };
        const recorded = await record(view, made, () =>
          ok([{ kind: 'chat.file_added', data: { ...added, tree: made.tree, base: made.base } }]),
        );
        return recorded.ok ? ok({ version: made.id, sizeBytes: made.size }) : recorded;
      }),
    remove: (
      path: string,
    ): Promise<Result<{ readonly seq: number }, ChatRefused | { readonly code: 'FILE_NOT_FOUND' }>> =>
      inTurn(async () => {
        const view = await now();
        if (!view.files.some((file) => file.path === path)) return err({ code: 'FILE_NOT_FOUND' } as const);
        const [tree, base] = [await treeAt(view.tree), await treeAt(view.base)];
        const after = await (await content()).together(async (batch) => {
          const withoutIt = async ({ entries: { [path]: _gone, ...entries } }: Tree) =>
            Object.keys(entries).length === 0 ? null : named(await batch.addTree({ v: 1, entries }));
          return { tree: await withoutIt(tree), base: await withoutIt(base) };
        });
        return record(view, after, () => ok([{ kind: 'chat.file_removed', data: { path, ...after } }]));
      }),
    /** The conversation is cleared; with `files` nothing holds the files any more, and the next collection deletes them. */
    clear: (files: boolean) =>
      inTurn(async () => {
        const view = await now();
        const { tree, base } = files ? { tree: null, base: null } : view;
        const after = { tree: tree as TreeId | null, base: base as TreeId | null };
        return record(view, after, () => ok([{ kind: 'chat.cleared', data: { files } }]));
      }),
  };
};
export type ChatFiles = ReturnType<typeof createChatFiles>;

const notRecorded = 'The change could not be recorded. Nothing was changed.';

const entry = (blob: BlobId, size: number) => ({ blob, size, kind: 'file' as const });

const named = (made: Awaited<ReturnType<ContentBatch['addTree']>>): TreeId => {
  if (!made.ok) throw new Error(`A tree refused the name of a file: ${made.error.code}`);
  return made.value;
};

const addFile = async (batch: ContentBatch, place: string) => {
  const file = await open(place, 'r');
  try {
    return await batch.addFrom({ read: async (into) => (await file.read(into, 0, into.length)).bytesRead });
  } finally {
    await file.close();
  }
};
