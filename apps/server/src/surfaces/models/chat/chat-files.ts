import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatFile } from '@atelier/contracts';
import type { FilesHost, HostFile } from '@atelier/files';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { ChatLog, ChatRefused } from './chat-log.ts';

/** The chat's own copies, by content, in one folder of the data folder. Which file has which content is in the log. */
export const createChatFiles = (folder: string, log: ChatLog) => {
  const place = (version: string) => join(folder, version.replace('sha256:', ''));
  const current = async (): Promise<readonly ChatFile[]> => {
    const now = await log.view();
    if (!now.ok) throw new Error(`The chat cannot be read: ${now.error.code}`);
    return now.value.view.files;
  };

  /** Bytes first, name last: what the log names is always whole. */
  const keep = async (
    from: (to: string) => Promise<void>,
  ): Promise<{ readonly version: string; readonly sizeBytes: number }> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = join(folder, `${randomUUID()}.part`);
    try {
      await from(part);
      const file = await open(part, 'r+');
      await file.sync().finally(() => file.close());
      const version = await versionOf(part);
      await rename(part, place(version));
      return { version, sizeBytes: (await stat(place(version))).size };
    } catch (fault) {
      await rm(part, { force: true });
      throw fault;
    }
  };

  const host: FilesHost = {
    list: async () => (await current()).map(hostFile),
    materialise: async (version, into) => {
      const copy = join(into, version.replace(/\W/g, '_'));
      return copyFile(place(version), copy).then(
        () => copy,
        () => undefined,
      );
    },
    stage: async ({ path, file, action, tool, summary }) => {
      const { version, sizeBytes } = await keep((to) => rename(file, to).catch(() => copyFile(file, to)));
      await rm(file, { force: true });
      const made = { path, version, sizeBytes, action, tool, summary };
      const appended = await log.append([{ kind: 'chat.file_made', data: made }]);
      return appended.ok
        ? { ok: true, value: { version } }
        : {
            ok: false,
            error: { code: 'FILE_WRITE_FAILED', reason: 'io', message: 'The change could not be recorded.' },
          };
    },
    reference: async (path) => {
      const file = (await current()).find((each) => each.path === path);
      if (!file || file.droppedVersion === null) return [];
      const size = await stat(place(file.droppedVersion)).catch(() => undefined);
      const dropped: HostFile = {
        path,
        version: file.droppedVersion,
        size_bytes: size?.size ?? 0,
        root: 'published',
      };
      return [{ source: 'draft_start_snapshot', file: dropped }];
    },
  };

  /** Deletes the bytes of a file that was removed or replaced, unless another file has the same. */
  const forget = async ({ version, droppedVersion }: ChatFile): Promise<void> => {
    const held = new Set((await current()).flatMap((file) => [file.version, file.droppedVersion]));
    for (const gone of [version, droppedVersion]) {
      if (gone !== null && !held.has(gone)) await rm(place(gone), { force: true });
    }
  };

  return {
    host,
    folder,
    /** Where the bytes of a file are now, once they were found to be what the log says they are. */
    locate: async (path: string): Promise<Result<string, { readonly code: 'FILE_NOT_FOUND' | 'FILE_DAMAGED' }>> => {
      const file = (await current()).find((each) => each.path === path);
      if (!file) return err({ code: 'FILE_NOT_FOUND' });
      const found = await versionOf(place(file.version)).catch(() => undefined);
      return found === file.version ? ok(place(file.version)) : err({ code: 'FILE_DAMAGED' });
    },
    /** Uploads that a stop cut off. */
    removeParts: async (): Promise<void> => {
      const names = await readdir(folder).catch(() => []);
      const parts = names.filter((name) => name.endsWith('.part'));
      await Promise.all(parts.map((name) => rm(join(folder, name), { force: true })));
    },
    add: async (
      path: string,
      bytes: Uint8Array,
      mostFiles: number,
    ): Promise<
      Result<{ readonly version: string; readonly sizeBytes: number }, ChatRefused | { readonly code: 'TOO_MANY' }>
    > => {
      const kept = await keep((to) => writeFile(to, bytes));
      const before = (await current()).find((file) => file.path === path);
      const recorded = await log.record(({ files }) =>
        files.length >= mostFiles && !files.some((file) => file.path === path)
          ? err({ code: 'TOO_MANY' } as const)
          : ok([{ kind: 'chat.file_added', data: { path, ...kept } }]),
      );
      // Nothing reads the version that was replaced any more.
      if (recorded.ok && before) await forget(before);
      return recorded.ok ? ok(kept) : recorded;
    },
    forget,
    clear: () => rm(folder, { recursive: true, force: true }),
  };
};
export type ChatFiles = ReturnType<typeof createChatFiles>;

const hostFile = ({ path, version, sizeBytes, changed }: ChatFile): HostFile => ({
  path,
  version,
  size_bytes: sizeBytes,
  root: changed ? 'draft' : 'published',
});

const versionOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return `sha256:${hash.digest('hex')}`;
};
