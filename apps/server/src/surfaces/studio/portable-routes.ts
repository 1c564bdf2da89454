import { studioPaths } from '@atelier/contracts/studio';
import { isId, isWriteRefused, WriteFault } from '@atelier/kernel/core';
import { exportProjectFile, type ImportProjectRefused, importProjectFile } from '@atelier/studio';
import { refuse as refuseAtEdge } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { SurfaceKit } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refuse } from './words.ts';

const bytesPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** A whole project out to one file and in from one. Content is never held whole, either way. */
export const createPortableRoutes = (
  { ports, projects, commitWorkspace }: OpenStudio,
  kit: SurfaceKit,
): readonly GuardedRoute[] => [
  {
    path: studioPaths.whole,
    methods: ['GET', 'HEAD'],
    access: 'signed-in',
    role: 'member',
    contentSecurityPolicy: bytesPolicy,
    serve: async (c, caller) => {
      const projectId = c.req.param('projectId') ?? '';
      if (!isId('prj', projectId)) return refuseAtEdge(c.req.path, 'NOT_FOUND');
      const { blobs: content } = await kit.storage.content();
      const exported = await exportProjectFile({ ...ports, log: kit.log, content })(projectId, callerOf(caller));
      if (!exported.ok) {
        const { code } = exported.error;
        if (code === 'FORBIDDEN') return refuseAtEdge(c.req.path, 'FORBIDDEN_ROLE');
        return refuseAtEdge(c.req.path, code === 'CONTENT_MISSING' ? 'FILE_DAMAGED' : 'NOT_FOUND');
      }
      const { title, parts } = exported.value;
      return new Response(c.req.method === 'HEAD' ? null : ReadableStream.from(parts), {
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${title}.atelier-project`)}`,
        },
      });
    },
  },
  {
    path: studioPaths.incoming,
    methods: ['PUT'],
    access: 'signed-in',
    role: 'member',
    contentSecurityPolicy: bytesPolicy,
    serve: async (c, caller) => {
      const { blobs: content } = await kit.storage.content();
      const body = (c.req.raw.body ?? ReadableStream.from([])) as AsyncIterable<Uint8Array>;
      const coming = body[Symbol.asyncIterator]();
      const take = importProjectFile({ ...ports, log: kit.log, content, list: projects.list, commitWorkspace });
      const imported = await take({ [Symbol.asyncIterator]: () => coming }, callerOf(caller));
      // Read to its end also when it was refused: a sender that is cut off never hears why.
      while (!(await coming.next()).done);
      return imported.ok ? Response.json(imported) : Response.json(refusalOf(imported.error), { status: 422 });
    },
  },
];

const refusalOf = (refused: ImportProjectRefused) => {
  switch (refused.code) {
    case 'EXPORT_DAMAGED':
      return refuse('EXPORT_DAMAGED', { part: refused.part });
    case 'PROJECT_EXISTS':
      return refuse('PROJECT_EXISTS', { projectId: refused.projectId });
    case 'NOT_AN_EXPORT':
    case 'EXPORT_TOO_NEW':
      return refuse(refused.code);
    case 'BUSY':
      return refuse('STORE_BUSY');
    default:
      if (isWriteRefused(refused)) throw new WriteFault(refused);
      throw new Error(`an exported project could not be imported: ${refused.code}`);
  }
};
