import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type labCommands, labFilesPath } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { ok } from '@atelier/kernel/core';
import type { Context } from 'hono';
import { refuse } from '../../http/refuse.ts';
import { reviewAnswer } from '../../services/review-answer.ts';
import type { CreateSurface, Handlers } from '../surface.ts';
import { createScratchHost } from './scratch-host.ts';

const largestFile = 100 * 1024 * 1024;

/** A bench for looking at the file layer. Nothing of it is part of the log, and nothing of it outlives the process. */
export const createLabSurface: CreateSurface = (kit) => {
  const folder = join(kit.about.dataFolder, 'cache', 'lab-files');
  const host = createScratchHost(join(folder, 'dropped'));
  let files: Promise<Files> | undefined;
  const layer = (): Promise<Files> => {
    files ??= kit.files.over(host);
    return files;
  };

  const handlers: Handlers<keyof typeof labCommands> = {
    LabFilesList: async () =>
      ok({
        files: host
          .files()
          .map(({ path, size_bytes, version, changed }) => ({ path, sizeBytes: size_bytes, version, changed })),
        tools: (await layer()).tools.map(({ name, description, access, schema }) => ({
          name,
          description,
          access,
          schema: plain(schema),
        })),
      }),
    LabFilesCall: async ({ tool, args }) => ok({ answer: plain(await (await layer()).call(tool, args)) }),
    LabFilesReview: async ({ path, options }) => ok({ answer: await reviewAnswer(await layer(), path, options) }),
    LabFilesAccept: async ({ path, rejected }) =>
      ok({ answer: plain(await (await layer()).review.acceptExcept(path, rejected)) }),
    LabFilesRemove: async ({ path }) =>
      host.remove(path)
        ? ok({})
        : {
            ok: false,
            error: {
              code: 'FILE_NOT_FOUND',
              message: `There is no file named ${path}.`,
              retry: { kind: 'not_retryable' },
            },
          },
  };

  const put = async (c: Context): Promise<Response> => {
    const name = c.req.param('name') ?? '';
    if (!isName(name)) return refuse(c.req.path, 'MALFORMED_BODY');
    const bytes = await readBytes(c.req.raw);
    if (!bytes) return refuse(c.req.path, 'BODY_TOO_LARGE');
    const { version, size_bytes } = await host.drop(name, bytes);
    return Response.json({ ok: true, value: { path: name, version, sizeBytes: size_bytes } });
  };
  const get = (c: Context): Response => {
    const name = c.req.param('name') ?? '';
    const place = host.locate(name);
    if (place === undefined) return refuse(c.req.path, 'NOT_FOUND');
    return new Response(Readable.toWeb(createReadStream(place)) as ReadableStream, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    });
  };

  return {
    handlers,
    streams: {},
    routes: [
      {
        path: `${labFilesPath}/:name`,
        methods: ['PUT', 'GET'],
        access: 'signed-in',
        role: 'member',
        serve: (c) => (c.req.method === 'PUT' ? put(c) : get(c)),
      },
    ],
    stop: async () => {
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** One name, no folders: the layer refuses the rest, and so does the address. */
const isName = (name: string): boolean =>
  name !== '' && name.length <= 255 && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);

const readBytes = async (request: Request): Promise<Buffer | undefined> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > largestFile) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

/** As it will be on the wire. */
const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;
