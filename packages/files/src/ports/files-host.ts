import type { JsonObject } from '@atelier/kernel/core';
import type { FileResult } from '../tools/errors.ts';

/** Where the active view took a file from. */
export type Root = 'staging' | 'draft' | 'published';

export type HostFile = {
  readonly path: string;
  /** Content id of the blob; equal ids mean equal bytes. */
  readonly version: string;
  readonly size_bytes: number;
  readonly root: Root;
};

/** A finished file that waits at `file` to be adopted as the new content of `path`. */
export type StagedFile = {
  readonly path: string;
  readonly file: string;
  readonly size_bytes: number;
  readonly action: 'created' | 'modified';
  readonly tool: string;
  /** The version it was made from, or null for a new file. */
  readonly base: string | null;
  readonly summary: string;
  readonly focus_hint: JsonObject | null;
  readonly certificate: JsonObject | null;
};

export type ReferenceSource = 'draft_start_snapshot' | 'published_current_fallback' | 'none';

/** One thing a changed file may be compared with. */
export type ReferenceCandidate = { readonly source: Exclude<ReferenceSource, 'none'>; readonly file: HostFile };

/** All that this layer asks of the surface it serves. */
export interface FilesHost {
  /** The active view: staging, else Draft, else Published. */
  readonly list: () => Promise<readonly HostFile[]>;
  /** Puts the bytes of a version into `folder` under any name and returns where; undefined when they are lost. */
  readonly materialise: (version: string, folder: string) => Promise<string | undefined>;
  /**
   * Adopts a staged file as a new blob of the Draft, unless `base` is not the present version any more. The file is
   * removed either way.
   */
  readonly stage: (staged: StagedFile) => Promise<FileResult<{ readonly version: string }>>;
  /**
   * What a changed file may be compared with, best first: the tree at the start of the Draft, then Published.
   * Empty when the file is new. The first whose bytes are still there is taken.
   */
  readonly reference: (path: string) => Promise<readonly ReferenceCandidate[]>;
}
