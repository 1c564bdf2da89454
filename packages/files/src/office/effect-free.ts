import type { PackageEdit } from '../package/index.ts';

/** Whether an edit left every part as it was: then nothing is written and no new version is made. */
export const isEffectFree = (edit: PackageEdit): boolean =>
  edit
    .named()
    .every((name) => edit.has(name) && edit.source.has(name) && edit.bytes(name).equals(edit.source.bytes(name)));
