import fs from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** Counts every sync this process asks the system for, of files and folders alike. `stop` puts all back. */
export const countSyncs = async (folder: string) => {
  let count = 0;
  const probe = join(folder, 'probe');
  const handle = await open(probe, 'w');
  const handles = Object.getPrototypeOf(handle) as Record<'sync' | 'datasync', (...args: unknown[]) => unknown>;
  await handle.close();
  await unlink(probe);
  const calls = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  const undo: (() => void)[] = [];
  const counting = (on: Record<string, (...args: unknown[]) => unknown>, name: string): void => {
    const real = on[name];
    if (!real) throw new Error(`there is no ${name}`);
    on[name] = function (this: unknown, ...args: unknown[]) {
      count += 1;
      return real.apply(this, args);
    };
    undo.push(() => {
      on[name] = real;
    });
  };
  for (const name of ['fsync', 'fsyncSync', 'fdatasync', 'fdatasyncSync']) counting(calls, name);
  for (const name of ['sync', 'datasync'] as const) counting(handles, name);
  syncBuiltinESMExports();
  return {
    count: () => count,
    stop: () => {
      for (const put of undo) put();
      syncBuiltinESMExports();
    },
  };
};
