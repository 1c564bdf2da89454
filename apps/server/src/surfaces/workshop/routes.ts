import { workshopBases } from '@atelier/contracts';
import { isId } from '@atelier/kernel/core';
import type { ContentId, WorkbenchId } from '@atelier/workshop';
import { kindOfName, transcriptText } from '@atelier/workshop/view';
import type { Context } from 'hono';
import { serveFile } from '../../http/file-route.ts';
import { refuse as refuseAtEdge } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import { type BenchFiles, treeWith } from './bench-files.ts';
import { writerOf } from './review-rows.ts';
import { refuse } from './words.ts';
import type { Workshop } from './workshop.ts';
import { zipOf } from './zip.ts';

type Deps = { readonly open: () => Promise<Workshop>; readonly files: BenchFiles };

/** Somebody else wrote these bytes: opened as a page, they can load nothing and run nothing. */
const bytesPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";
const read = { methods: ['GET', 'HEAD'], access: 'signed-in', role: 'viewer' } as const;

const noBench = 'wb_aaaaaaaaaaaaaaaaaaaaaaaaaa';

/** Bytes of Workbenches by URL: files, pages, all files in one, the conversation. */
export const createWorkshopRoutes = ({ open, files }: Deps): readonly GuardedRoute[] => {
  const benchOf = async (c: Context) => {
    const workshop = await open();
    const given = c.req.param('workbenchId') ?? '';
    // Judged whole before anything is looked up: no id can be a path.
    const id = (isId('wb', given) ? given : noBench) as WorkbenchId;
    return { id, workshop, looked: await workshop.look(id) };
  };

  return [
    {
      ...read,
      path: `${workshopBases.files}/:workbenchId/:path`,
      contentSecurityPolicy: bytesPolicy,
      serve: async (c) => {
        const { workshop, looked } = await benchOf(c);
        const path = c.req.param('path') ?? '';
        const version = c.req.query('version');
        const tree = looked.ok ? await treeWith(workshop, looked.value.bench, path, version) : undefined;
        const entry = tree && (await workshop.treeAt(tree)).entries[path];
        if (!entry) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const type = typeOf(path);
        const { blobs } = workshop.content;
        return serveFile(c, path, { blobs, version: entry.blob, ...(type && { type }) });
      },
    },
    {
      ...read,
      path: `${workshopBases.pages}/:workbenchId/:path`,
      contentSecurityPolicy: bytesPolicy,
      serve: async (c) => {
        const { id } = await benchOf(c);
        const path = c.req.param('path') ?? '';
        const layer = await files.ofVersion(id, path, c.req.query('version'));
        if (!layer.ok) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const [page, scale] = [Number(c.req.query('page') ?? 1), Number(c.req.query('scale') ?? 1)];
        if (!Number.isInteger(page) || page < 1 || !(scale > 0 && scale <= 4))
          return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const drawn = await layer.value.preview.page({ path, side: 'draft', page, scale });
        if (!drawn.ok) return Response.json(await files.answer(Promise.resolve(drawn)), { status: 404 });
        const { png } = drawn.value;
        // A version never changes, and neither does its picture.
        const headers = { 'content-type': 'image/png', 'cache-control': 'private, max-age=31536000, immutable' };
        return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(png), { headers });
      },
    },
    {
      ...read,
      path: `${workshopBases.tracked}/:workbenchId/:path`,
      contentSecurityPolicy: bytesPolicy,
      serve: async (c) => {
        const { id, workshop } = await benchOf(c);
        const path = c.req.param('path') ?? '';
        const [sides, layer] = [await files.sides(id), await files.compared(id)];
        if (!sides.ok || !layer.ok) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const tracked = await layer.value.review.tracked(path, await writerOf(workshop, id, sides.value, path));
        if (!tracked.ok) return Response.json(await files.answer(Promise.resolve(tracked)), { status: 404 });
        return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(tracked.value.bytes), {
          headers: { 'content-type': wordType, ...attachment(path.replace(/(\.\w+)?$/, ' (tracked)$1')) },
        });
      },
    },
    {
      ...read,
      path: `${workshopBases.zip}/:workbenchId`,
      contentSecurityPolicy: bytesPolicy,
      serve: async (c) => {
        const { workshop, looked } = await benchOf(c);
        if (!looked.ok) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const { bench } = looked.value;
        const tree = await workshop.treeAt(bench.published);
        const ids = new Set(Object.values(tree.entries).map(({ blob }) => blob as ContentId));
        // Judged before the first byte leaves: an archive cannot say later that a part of it is wrong.
        const unsound = await workshop.content.blobs.checkAll(ids);
        if (unsound.size > 0) return refuseAtEdge(c.req.path, 'FILE_DAMAGED');
        return new Response(c.req.method === 'HEAD' ? null : zipOf(workshop.content, tree), {
          headers: { 'content-type': 'application/zip', ...attachment(`${bench.name}.zip`) },
        });
      },
    },
    {
      ...read,
      path: `${workshopBases.transcript}/:workbenchId`,
      contentSecurityPolicy: bytesPolicy,
      serve: async (c) => {
        const { looked } = await benchOf(c);
        if (!looked.ok) return refuseAtEdge(c.req.path, 'NOT_FOUND');
        const format = c.req.query('format') ?? 'md';
        if (format !== 'md' && format !== 'json' && format !== 'jsonl')
          return Response.json(refuse('RESULT_NOT_FOUND'), { status: 404 });
        const { bench, talk } = looked.value;
        const { text, type } = transcriptText(format, bench, talk);
        return new Response(c.req.method === 'HEAD' ? null : text, {
          headers: { 'content-type': type, ...attachment(`${bench.name}.${format}`) },
        });
      },
    },
  ];
};

export const attachment = (name: string): Record<string, string> => ({
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`,
});

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const typeByExtension: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** Only what a viewer shows as it is; a drawing in svg is a program and stays a download. */
const typeOf = (path: string): string | undefined => {
  const kind = kindOfName(path);
  if (kind === 'text' || kind === 'table') return 'text/plain; charset=utf-8';
  return typeByExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
};
