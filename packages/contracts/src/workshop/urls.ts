const in_ = (base: string, ...parts: readonly string[]): string =>
  [base, ...parts.map((part) => encodeURIComponent(part))].join('/');

/** Where bytes of the Workshop are. */
export const workshopBases = {
  uploads: '/workbench-uploads',
  files: '/workbench-files',
  pages: '/workbench-pages',
  zip: '/workbench-zip',
  transcript: '/workbench-transcript',
  tracked: '/workbench-tracked',
  exports: '/workbench-export',
  imports: '/workbench-import',
} as const;

/**
 * PUT a file's bytes here, under any name. Answers `{ok, value: {uploadId, name, sizeBytes}}`; `WorkbenchFilesAdd` then
 * decides over the whole batch. An upload that nobody adds is deleted after an hour.
 */
export const workbenchUploadsPath = (name: string): string => in_(workshopBases.uploads, name);

/** GET a file. `version` of a row names its bytes; without it, the file as it is in the active view. */
export const workbenchFilesPath = (workbenchId: string, path: string, version?: string): string =>
  `${in_(workshopBases.files, workbenchId, path)}${version === undefined ? '' : `?version=${encodeURIComponent(version)}`}`;

/** GET a picture (png) of a page or slide, counted from 1. The version is needed: a page never changes. */
export const workbenchPagesPath = (
  workbenchId: string,
  path: string,
  version: string,
  page: number,
  scale = 1,
): string =>
  `${in_(workshopBases.pages, workbenchId, path)}?version=${encodeURIComponent(version)}&page=${page}&scale=${scale}`;

/** GET all published files as one zip. */
export const workbenchZipPath = (workbenchId: string): string => in_(workshopBases.zip, workbenchId);

/** GET a Word file of the open Draft with its changes tracked, for a program that people review in. */
export const workbenchTrackedPath = (workbenchId: string, path: string): string =>
  in_(workshopBases.tracked, workbenchId, path);

/** GET the conversation of the active path. */
export const transcriptPath = (workbenchId: string, format: 'md' | 'json' | 'jsonl'): string =>
  `${in_(workshopBases.transcript, workbenchId)}?format=${format}`;

/** GET the whole Workbench as one file: events, content, checkpoints and runs. */
export const workbenchExportPath = (workbenchId: string): string => in_(workshopBases.exports, workbenchId);

/**
 * PUT such a file here. Answers `{ok, value: {workbenchId, seq}}`; a file with a changed byte is refused with
 * `EXPORT_DAMAGED`, and `details.part` names the part.
 */
export const workbenchImportPath = (as: 'same' | 'new'): string => `${workshopBases.imports}?as=${as}`;
