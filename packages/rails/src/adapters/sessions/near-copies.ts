import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sha256 } from '../../core/crypto.ts';
import type { Digest } from '../../core/ids.ts';
import { digestOf } from '../../core/ids.ts';
import type { NearCopies } from './pinned-workflows.ts';

/** Plain files by hash: the first call after a start need not open the whole content store for one workflow. */
export const createNearCopies = (folder: string, sha256: Sha256): NearCopies => {
  const pathOf = (hash: Digest): string => join(folder, `${hash.slice('sha256:'.length)}.json`);
  return {
    get: (hash) => {
      try {
        const bytes = readFileSync(pathOf(hash));
        return digestOf(sha256, bytes) === hash ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    put: (hash, bytes) => {
      try {
        mkdirSync(folder, { recursive: true });
        const part = `${pathOf(hash)}.${process.pid}.part`;
        writeFileSync(part, bytes);
        renameSync(part, pathOf(hash));
      } catch {
        // A copy that could not be kept is read from the store instead.
      }
    },
  };
};
