import type { ChatEventOf } from './events.ts';
import type { ChatFile } from './items.ts';

export const addFile = (
  files: readonly ChatFile[],
  { path, version, sizeBytes }: ChatEventOf<'chat.file_added'>,
): ChatFile[] => put(files, { path, version, sizeBytes, origin: 'user', droppedVersion: version, changed: false });

export const makeFile = (
  files: readonly ChatFile[],
  { path, version, sizeBytes }: ChatEventOf<'chat.file_made'>,
): ChatFile[] => {
  const before = files.find((file) => file.path === path);
  const droppedVersion = before?.droppedVersion ?? null;
  return put(files, {
    path,
    version,
    sizeBytes,
    origin: before?.origin ?? 'agent',
    droppedVersion,
    changed: version !== droppedVersion,
  });
};

export const removeFile = (files: readonly ChatFile[], path: string): ChatFile[] =>
  files.filter((file) => file.path !== path);

/** A file keeps its place in the list when its content changes. */
const put = (files: readonly ChatFile[], next: ChatFile): ChatFile[] =>
  files.some(({ path }) => path === next.path)
    ? files.map((file) => (file.path === next.path ? next : file))
    : [...files, next];
