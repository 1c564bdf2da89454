import { workshopBases } from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import { isId, isWriteRefused, WriteFault } from '@atelier/kernel/core';
import { exportWorkbench, type ImportWorkbenchRefused, importWorkbench, type WorkbenchId } from '@atelier/workshop';
import { refuse as refuseAtEdge } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import { attachment } from './routes.ts';
import { refuse } from './words.ts';
import type { Workshop } from './workshop.ts';

const bytesPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** A whole Workbench out to one file and in from one. Neither way is it ever held whole. */
export const createPortableRoutes = (open: () => Promise<Workshop>): readonly GuardedRoute[] => [
  {
    path: `${workshopBases.exports}/:workbenchId`,
    methods: ['GET', 'HEAD'],
    access: 'signed-in',
    role: 'member',
    contentSecurityPolicy: bytesPolicy,
    serve: async (c) => {
      const workshop = await open();
      const id = c.req.param('workbenchId') ?? '';
      const looked = isId('wb', id) ? await workshop.look(id as WorkbenchId) : undefined;
      if (!looked?.ok) return refuseAtEdge(c.req.path, 'NOT_FOUND');
      const { bench } = looked.value;
      const exported = await exportWorkbench({ ...workshop, sha256 })(bench);
      if (!exported.ok) return refuseAtEdge(c.req.path, 'FILE_DAMAGED');
      return new Response(c.req.method === 'HEAD' ? null : ReadableStream.from(exported.value), {
        headers: { 'content-type': 'application/octet-stream', ...attachment(`${bench.name}.atelier`) },
      });
    },
  },
  {
    path: workshopBases.imports,
    methods: ['PUT'],
    access: 'signed-in',
    role: 'member',
    contentSecurityPolicy: bytesPolicy,
    serve: async (c) => {
      const as = c.req.query('as') === 'new' ? 'new' : 'same';
      const body = (c.req.raw.body ?? ReadableStream.from([])) as AsyncIterable<Uint8Array>;
      const coming = body[Symbol.asyncIterator]();
      const imported = await importWorkbench({ ...(await open()), sha256 })(
        { [Symbol.asyncIterator]: () => coming },
        as,
      );
      // Read to its end also when it was refused: a sender that is cut off never hears why.
      while (!(await coming.next()).done);
      if (imported.ok) return Response.json(imported);
      return Response.json(refusalOf(imported.error), { status: 422 });
    },
  },
];

const refusalOf = (refused: ImportWorkbenchRefused) => {
  switch (refused.code) {
    case 'EXPORT_DAMAGED':
      return refuse('EXPORT_DAMAGED', { part: refused.part });
    case 'WORKBENCH_EXISTS':
      return refuse('WORKBENCH_EXISTS', { workbenchId: refused.workbenchId });
    case 'NOT_AN_EXPORT':
    case 'EXPORT_TOO_NEW':
      return refuse(refused.code);
    default:
      if (isWriteRefused(refused)) throw new WriteFault(refused);
      throw new Error(`an exported Workbench could not be imported: ${refused.code}`);
  }
};
