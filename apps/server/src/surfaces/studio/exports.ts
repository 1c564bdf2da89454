import { projectExports, quoteFormats, studioPaths } from '@atelier/contracts/studio';
import { sha256 } from '@atelier/kernel/adapters';
import { isId } from '@atelier/kernel/core';
import { assigneeNames, workspaceNow } from '@atelier/studio';
import type { ExportedFile, ProjectExport, QuoteFormat } from '@atelier/studio/adapters';
import type { Context } from 'hono';
import { readRange } from '../../http/byte-range.ts';
import { matchesEtag } from '../../http/etag.ts';
import { refuse } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { SurfaceKit } from '../surface.ts';
import { createDocuments } from './documents.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';

/** A document shows its own text, font and pictures, and can reach nothing else. */
const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const read = { methods: ['GET', 'HEAD'], access: 'signed-in', role: 'viewer' } as const;

const exportsByName: Readonly<Record<(typeof projectExports)[number], ProjectExport>> = {
  'plan.xlsx': { kind: 'plan', format: 'xlsx' },
  'plan.docx': { kind: 'plan', format: 'docx' },
  'plan.pdf': { kind: 'plan', format: 'pdf' },
  'boq.xlsx': { kind: 'quantities', format: 'xlsx' },
  'purchases.xlsx': { kind: 'purchases', format: 'xlsx' },
  'purchases.pdf': { kind: 'purchases', format: 'pdf' },
  'tasks.ics': { kind: 'plan', format: 'ics' },
};

/** Documents of a project by URL: quotes for clients, lists for the studio. */
export const createExportRoutes = ({ ports, quotes }: OpenStudio, kit: SurfaceKit): readonly GuardedRoute[] => {
  const documents = createDocuments({ ports }, kit);
  type Shown = Extract<Awaited<ReturnType<typeof quotes.issued>>, { ok: true }>['value'];
  const quoteFile = async (c: Context, quote: Shown, format: QuoteFormat): Promise<Response> =>
    serve(c, await documents.quote(quote, format));

  return [
    {
      ...read,
      path: studioPaths.quotes,
      contentSecurityPolicy: documentPolicy,
      serve: async (c, caller) => {
        const [projectId, quoteId, format] = [c.req.param('projectId') ?? '', ...partsOf(c.req.param('file') ?? '')];
        const known = quoteFormats.find((each) => each === format);
        if (!known || !isId('prj', projectId) || !isId('qt', quoteId)) return refuse(c.req.path, 'NOT_FOUND');
        const quote = await quotes.issued(projectId, quoteId, callerOf(caller));
        return quote.ok ? quoteFile(c, quote.value, known) : refuse(c.req.path, 'NOT_FOUND');
      },
    },
    {
      ...read,
      path: studioPaths.exports,
      contentSecurityPolicy: documentPolicy,
      serve: async (c, caller) => {
        const [projectId, file] = [c.req.param('projectId') ?? '', c.req.param('file') ?? ''];
        if (!isId('prj', projectId)) return refuse(c.req.path, 'NOT_FOUND');
        if (file === 'preview.html' || file === 'preview.pdf') {
          const asked = c.req.query('locale');
          const locale = asked === 'he' || asked === 'en' ? asked : 'both';
          const quote = await quotes.preview(projectId, locale, callerOf(caller));
          if (!quote.ok) return refuse(c.req.path, 'NOT_FOUND');
          return quoteFile(c, quote.value, file === 'preview.pdf' ? 'pdf' : 'html');
        }
        const name = projectExports.find((each) => each === file);
        if (!name) return refuse(c.req.path, 'NOT_FOUND');
        const found = await quotes.forExport(projectId, callerOf(caller));
        if (!found.ok) return refuse(c.req.path, found.error.code === 'FORBIDDEN' ? 'FORBIDDEN_ROLE' : 'NOT_FOUND');
        const { directory } = await workspaceNow(ports);
        const lang = c.req.query('lang') === 'en' ? 'en' : 'he';
        const people = await assigneeNames(ports, found.value.records);
        const project = { ...found.value, directory, people, lang, at: ports.now().toISOString() } as const;
        return serve(c, await documents.project(project, exportsByName[name]));
      },
    },
  ];
};

const partsOf = (file: string): readonly [string, string] => {
  const dot = file.lastIndexOf('.');
  return [file.slice(0, Math.max(0, dot)), file.slice(dot + 1)];
};

/** A document made just now, or the part of it that was asked for. Pages and PDFs open; the rest is saved. */
const serve = (c: Context, { name, mediaType, bytes }: ExportedFile): Response => {
  const etag = `"${sha256(bytes)}"`;
  const isShown = /^(text\/html|application\/pdf)/.test(mediaType) && c.req.query('download') === undefined;
  const headers: Record<string, string> = {
    'content-type': mediaType,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('if-range');
  const range = ifRange === undefined || ifRange === etag ? readRange(c.req.header('range'), bytes.length) : undefined;
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` } });
  const part = range ? bytes.slice(range.start, range.end + 1) : bytes;
  headers['content-length'] = String(part.length);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${bytes.length}`;
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(part), { status: range ? 206 : 200, headers });
};
