import type { JsonObject } from '@atelier/kernel/core';
import type { FileResult } from './errors.ts';

export const kinds = ['text', 'table', 'xlsx', 'docx', 'pptx', 'pdf', 'odt', 'image', 'binary'] as const;
export type Kind = (typeof kinds)[number];

/** One immutable blob, readable at `file`. `path` is only what the user calls it. */
export type Source = {
  readonly path: string;
  readonly file: string;
  readonly version: string;
  readonly size_bytes: number;
  /** The precise format that detection found, such as `md`, `xlsm` or `csv`. */
  readonly format: string;
  /** Only what a person who opens the file sees is read. Kinds that need it look; for others a copy is laid out. */
  readonly is_visible_only?: boolean;
};

/** What a job may touch besides its sources: a private folder that is swept when the job ends, and shared caches. */
export type Workspace = { readonly temp: string; readonly cache: string };

export type MapOptions = {
  /** `Sheet1`, `slides:40-80`, `sections:10-30`, `pages:1-200` or `headings:100-200`. */
  readonly part: string | null;
  readonly detail: 'compact' | 'full';
};

/** `read_file` selectors; the caller has already refused those that are not for this kind. */
export type ReadSelectors = {
  readonly sheet: string | null;
  readonly range: string | null;
  readonly section: string | number | null;
  readonly slide_index: number | null;
  readonly pages: string | null;
  readonly line_start: number | null;
  readonly line_count: number | null;
  readonly view: string | null;
};

export type ChunkInfo = {
  readonly chunk_index: number;
  readonly total_chunks: number;
  readonly has_more: boolean;
  readonly range: string;
  readonly unit: string;
  readonly returned: number;
  readonly total: number;
  /** Ready arguments of the next call, without `path`; null at the end. */
  readonly next: JsonObject | null;
  readonly unit_split?: { readonly part: number; readonly parts: number };
};

export type ReadAnswer = {
  readonly text: string;
  readonly chunk_info?: ChunkInfo;
  readonly warnings: readonly string[];
};

/** A batch of operations. `args` has passed the tool's schema; the handler writes the result to `output`. */
export type EditRequest = {
  /** Which tool asks; a kind may serve several. */
  readonly tool: string;
  /** null: the target does not exist yet, or `create_new` asked for a blank one. */
  readonly source: Source | null;
  readonly path: string;
  /** Bytes to begin with when `create_new` names `copy_from`. */
  readonly copy_from: Source | null;
  readonly args: JsonObject;
  /** Files the operations name (pictures, asset donors), by path. */
  readonly resources: Readonly<Record<string, Source>>;
  readonly output: string;
};

export type EditAnswer = {
  /** `unchanged` means that nothing was written to `output`. */
  readonly action: 'created' | 'modified' | 'unchanged';
  readonly ops_applied: number;
  readonly changes: JsonObject;
  readonly focus_hint: JsonObject | null;
  readonly auto_summary: string;
  readonly warnings: readonly string[];
  /** Every part with its hash before and after, for package formats. */
  readonly certificate?: JsonObject;
  /** Further fields of the tool's answer, such as `recalc` or `unresolved`. */
  readonly extra?: JsonObject;
};

export type DiffRequest = {
  readonly reference: Source | null;
  readonly draft: Source | null;
  /** Kind-specific: `sheet`, `section_index`, `key`, `offset`, `limit`, … */
  readonly options: JsonObject;
};

/** The typed body of a review payload; the common envelope is added around it. */
export type DiffAnswer = {
  readonly body: JsonObject;
  readonly stats: JsonObject;
  /** Changed parts the typed diff does not explain, in words. A changed file never looks unchanged. */
  readonly other_changes: readonly string[];
  readonly truncated?: boolean;
};

/** One change that can be accepted alone, with the ids it cannot stand without. */
export type Change = {
  readonly id: string;
  readonly label: string;
  readonly requires: readonly string[];
};

export type SubsetRequest = {
  readonly reference: Source | null;
  readonly draft: Source | null;
  readonly accepted: readonly string[];
  readonly output: string;
};

/**
 * All that the layer needs to know about one kind of file: plain functions that run inside a worker,
 * deterministic, with no state between calls. `map` returns everything; size caps are applied around it.
 */
export type KindHandler = {
  readonly kind: Kind;
  /** Light facts for `get_file_info`; no map. */
  readonly info: (source: Source, workspace: Workspace) => Promise<FileResult<JsonObject>>;
  /** Fields after the common ones (`path … warnings`); `warnings` and `omitted` may be among them. */
  readonly map: (source: Source, options: MapOptions, workspace: Workspace) => Promise<FileResult<JsonObject>>;
  readonly read: (source: Source, selectors: ReadSelectors, workspace: Workspace) => Promise<FileResult<ReadAnswer>>;
  readonly edit?: (request: EditRequest, workspace: Workspace) => Promise<FileResult<EditAnswer>>;
  readonly styles?: (source: Source, args: JsonObject, workspace: Workspace) => Promise<FileResult<JsonObject>>;
  readonly copyAssets?: (request: EditRequest, workspace: Workspace) => Promise<FileResult<EditAnswer>>;
  readonly diff?: (request: DiffRequest, workspace: Workspace) => Promise<FileResult<DiffAnswer>>;
  readonly changes?: (request: DiffRequest, workspace: Workspace) => Promise<FileResult<readonly Change[]>>;
  /** Writes reference + the accepted changes to `output`; an open subset is `dependent_change`. */
  readonly accept?: (
    request: SubsetRequest,
    workspace: Workspace,
  ) => Promise<FileResult<{ readonly written: boolean }>>;
  /** One section, slide or window of cells as a review screen shows it. */
  readonly content?: (source: Source, options: JsonObject, workspace: Workspace) => Promise<FileResult<JsonObject>>;
  /** A picture of one page, written to `output` as png. */
  readonly raster?: (
    source: Source,
    args: JsonObject,
    output: string,
    workspace: Workspace,
  ) => Promise<FileResult<JsonObject>>;
};
