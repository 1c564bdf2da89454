import type { Original } from './events.ts';

/** What lies in the folder under a name. `blob` names the bytes: equal ids are equal bytes. */
export type OnDisk =
  | { readonly kind: 'file'; readonly blob: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'blocked'; readonly why: 'link' | 'directory' | 'unreadable' };

/**
 * How a file and its original stand to each other. `to_write`: only the Workbench changed it. `changed`: only somebody
 * outside did. `both_changed`: both did, or nobody knows what was read. `new`: it never was in the folder. `missing`: it
 * was. `only_there`: it is in the folder and not in the Workbench. `removed_here`: the Workbench no longer has it.
 */
export type OriginalState =
  | 'same'
  | 'to_write'
  | 'changed'
  | 'both_changed'
  | 'missing'
  | 'new'
  | 'only_there'
  | 'removed_here'
  | 'blocked';

export const originalState = (
  published: string | undefined,
  read: Pick<Original, 'blob'> | undefined,
  disk: OnDisk,
): OriginalState | null => {
  if (published === undefined) {
    if (disk.kind !== 'file') return null;
    return read ? 'removed_here' : 'only_there';
  }
  if (disk.kind === 'blocked') return 'blocked';
  if (disk.kind === 'missing') return read ? 'missing' : 'new';
  if (disk.blob === published) return 'same';
  if (!read) return 'both_changed';
  if (disk.blob === read.blob) return 'to_write';
  return published === read.blob ? 'changed' : 'both_changed';
};

/** What a person said about an original that is not what was read: put ours in its place, or beside it. */
export type WriteChoice = 'replace' | 'keep_both';

/** What writing back does to one file. */
export const writePlan = (
  state: OriginalState | null,
  choice: WriteChoice | undefined,
): 'replace' | 'beside' | 'nothing' | 'ask' | 'skip' => {
  switch (state) {
    case 'to_write':
    case 'new':
      return choice === 'keep_both' && state === 'to_write' ? 'beside' : 'replace';
    case 'changed':
    case 'both_changed':
    case 'missing':
      if (choice === undefined) return 'ask';
      return choice === 'replace' || state === 'missing' ? 'replace' : 'beside';
    case 'same':
      return 'nothing';
    case 'blocked':
    case 'only_there':
    case 'removed_here':
    case null:
      return 'skip';
  }
};
