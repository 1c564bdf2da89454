import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { studioPaths } from '@atelier/contracts/studio';
import { isId, keptFileName } from '@atelier/kernel/core';
import { openProject, workspaceNow } from '@atelier/studio';
import type { Context } from 'hono';
import { serveFile } from '../../http/file-route.ts';
import { type IncomingFile, receiveFile } from '../../http/incoming-file.ts';
import { refuse } from '../../http/refuse.ts';
import type { GuardedRoute } from '../../http/route.ts';
import type { SurfaceKit } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { pictureKind } from './picture-kind.ts';
import { callerOf } from './project-handlers.ts';
import { readTable, readText } from './read-files.ts';

/** Somebody else wrote these bytes: opened as a page, they can load nothing and run nothing. */
const bytesPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";
const largestPicture = 10 * 1024 * 1024;
const largestRead = 30 * 1024 * 1024;

/** Pictures and logos in and out, and files that are read for prices or knowledge. */
export const createStudioFileRoutes = ({ ports }: OpenStudio, kit: SurfaceKit): readonly GuardedRoute[] => {
  const folder = join(kit.about.dataFolder, 'cache', 'studio-incoming');
  const { blobs } = kit.storage;

  const receive = async (
    c: Context,
    largest: number,
    use: (name: string, file: IncomingFile) => Promise<Response>,
  ): Promise<Response> => {
    const name = keptFileName(c.req.param('name') ?? '');
    if (!name.ok) return refuse(c.req.path, 'BAD_FILE_NAME', { reason: name.error });
    const taken = await receiveFile(c.req.raw, { folder, largest }, (file) => use(name.value, file));
    return taken ?? refuse(c.req.path, 'FILE_TOO_LARGE', { largestBytes: largest });
  };

  /** Kept at once; the edit that puts it on something makes it stay. */
  const takePicture = async (name: string, { place }: IncomingFile, isLogo: boolean): Promise<Response> => {
    const bytes = await readFile(place);
    const kind = pictureKind(bytes);
    if (!kind || (isLogo && kind === 'image/webp')) return Response.json(notAPicture, { status: 415 });
    return Response.json({ ok: true, value: { blob: await blobs.put(bytes), kind, name } });
  };

  const servePicture = async (c: Context, { blob, kind }: { blob: string; kind: string }): Promise<Response> => {
    const { blobs: stored } = await kit.storage.content();
    return serveFile(c, blob.replace(':', '-'), { blobs: stored, version: blob, type: kind });
  };

  return [
    {
      path: studioPaths.pictures,
      methods: ['PUT', 'GET', 'HEAD'],
      access: 'signed-in',
      role: 'viewer',
      contentSecurityPolicy: bytesPolicy,
      serve: async (c, caller) => {
        const projectId = c.req.param('projectId') ?? '';
        if (!isId('prj', projectId)) return refuse(c.req.path, 'NOT_FOUND');
        const opened = await openProject(ports, projectId, callerOf(caller));
        if (!opened.ok) return refuse(c.req.path, 'NOT_FOUND');
        const { state, role } = opened.value;
        if (c.req.method === 'PUT')
          return role === 'viewer'
            ? refuse(c.req.path, 'FORBIDDEN_ROLE')
            : receive(c, largestPicture, (name, file) => takePicture(name, file, false));
        // Only what this project shows somewhere: a content id alone opens nothing.
        const { element, task } = state.records;
        const shown = [...element.values(), ...task.values()].flatMap(({ pictures }) => pictures);
        const before = [...state.snapshots.values()].flat().flatMap(({ spec }) => spec.pictures ?? []);
        const picture = [...shown, ...before].find(({ blob }) => isNamed(blob, c));
        return picture ? servePicture(c, picture) : refuse(c.req.path, 'NOT_FOUND');
      },
    },
    {
      path: studioPaths.logo,
      methods: ['PUT', 'GET', 'HEAD'],
      access: 'signed-in',
      role: 'viewer',
      contentSecurityPolicy: bytesPolicy,
      serve: async (c, caller) => {
        if (c.req.method === 'PUT')
          return callerOf(caller).isAdmin
            ? receive(c, largestPicture, (name, file) => takePicture(name, file, true))
            : refuse(c.req.path, 'FORBIDDEN_ROLE');
        const logo = (await workspaceNow(ports)).company?.logo;
        return logo && isNamed(logo.blob, c) ? servePicture(c, logo) : refuse(c.req.path, 'NOT_FOUND');
      },
    },
    {
      path: studioPaths.read,
      methods: ['PUT'],
      access: 'signed-in',
      role: 'member',
      contentSecurityPolicy: bytesPolicy,
      serve: (c) =>
        receive(c, largestRead, async (name, { place }) => {
          const bytes = await readFile(place);
          const readAs = c.req.query('as') === 'table' ? readTable : readText;
          const answer = await readAs(kit.files.over, name, bytes);
          return Response.json(answer, { status: answer.ok ? 200 : 422 });
        }),
    },
  ];
};

const notAPicture = {
  ok: false,
  error: {
    code: 'NOT_A_PICTURE',
    message: 'This is not a picture that a quote can show.',
    suggestion: 'Choose a PNG or JPEG. WebP works on elements and tasks.',
    retry: { kind: 'not_retryable' },
  },
} as const;

/** A content id, with or without the name of its digest. */
const isNamed = (blob: string, c: Context): boolean => {
  const name = c.req.param('name') ?? '';
  return blob === name || blob === `sha256:${name}`;
};
