const in_ = (...parts: readonly string[]): string => ['', ...parts.map((part) => encodeURIComponent(part))].join('/');

export const quoteFormats = ['html', 'pdf', 'csv', 'json', 'xlsx', 'docx'] as const;
export type QuoteFileFormat = (typeof quoteFormats)[number];

/** What a project hands out besides its quotes. All but the preview show costs. */
export const projectExports = [
  'plan.xlsx',
  'plan.docx',
  'plan.pdf',
  'boq.xlsx',
  'purchases.xlsx',
  'purchases.pdf',
  'tasks.ics',
] as const;
export type ProjectExportName = (typeof projectExports)[number];

/** Where bytes of Studio are. */
export const studioPaths = {
  quotes: '/studio/:projectId/quotes/:file',
  exports: '/studio/:projectId/exports/:file',
  pictures: '/studio/:projectId/pictures/:name',
  logo: '/studio-logo/:name',
  read: '/studio-read/:name',
  traces: '/studio/:projectId/traces/:turnId',
  whole: '/studio-projects/:projectId',
  incoming: '/studio-projects',
} as const;

/** GET an issued quote as a file. */
export const quoteFilePath = (projectId: string, quoteId: string, format: QuoteFileFormat): string =>
  in_('studio', projectId, 'quotes', `${quoteId}.${format}`);

/** GET the working quote as its client would see it. */
export const previewFilePath = (projectId: string, format: 'html' | 'pdf', locale: 'he' | 'en' | 'both'): string =>
  `${in_('studio', projectId, 'exports', `preview.${format}`)}?locale=${locale}`;

export const exportFilePath = (projectId: string, name: ProjectExportName, lang: 'he' | 'en'): string =>
  `${in_('studio', projectId, 'exports', name)}?lang=${lang}`;

/**
 * PUT a picture here under its name: answers `{ok, value: {blob, kind, name}}`, which an edit then puts on an element
 * or a task. GET it by its content id.
 */
export const picturePath = (projectId: string, nameOrBlob: string): string =>
  in_('studio', projectId, 'pictures', nameOrBlob);

/** The same for the logo of the company. */
export const logoPath = (nameOrBlob: string): string => in_('studio-logo', nameOrBlob);

/** PUT a file to have it read: `{ok, value: {columns, rows}}` of a table, `{ok, value: {text}}` of anything else. */
export const readFilePath = (name: string, as: 'table' | 'text'): string => `${in_('studio-read', name)}?as=${as}`;

/** GET a turn with everything it takes to run it again: `atelier studio replay`. For admins. */
export const traceFilePath = (projectId: string, turnId: string): string => in_('studio', projectId, 'traces', turnId);

/** GET a whole project as one file: everything recorded about it, and its pictures. For owners. */
export const projectFilePath = (projectId: string): string => in_('studio-projects', projectId);

/**
 * PUT such a file: answers `{ok, value: {projectId}}`. A file that was changed is refused with `EXPORT_DAMAGED`, and
 * `details.part` names the part.
 */
export const projectImportPath = '/studio-projects';
