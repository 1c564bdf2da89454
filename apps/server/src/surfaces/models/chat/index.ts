import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { chatFilesPath, runCutOff } from '@atelier/contracts';
import type { Files, FileWorkers } from '@atelier/files';
import { isWriteRefused, ok, WriteFault } from '@atelier/kernel/core';
import type { Context } from 'hono';
import { refuse as refuseAtEdge } from '../../../http/refuse.ts';
import type { GuardedRoute } from '../../../http/route.ts';
import type { ModelServices, OpenModels } from '../../../services/models.ts';
import type { SurfaceKit } from '../../surface.ts';
import { refuse } from '../words.ts';
import { createChatCommands } from './chat-commands.ts';
import { createChatFiles } from './chat-files.ts';
import { createChatLog } from './chat-log.ts';
import { type ChatPlace, createChatPlace } from './chat-place.ts';

/** The scratch chat: its commands, its files by URL, and the run that may be under way. */
export const createChatLab = (kit: SurfaceKit, services: ModelServices) => {
  const folder = join(kit.about.dataFolder, 'scratch', 'chat');
  const chat = createChatLog(kit.log, kit.storage.snapshots);
  const files = createChatFiles(join(folder, 'files'), chat);
  let opened: Promise<Files> | undefined;
  // Workers of its own: clearing the chat deletes what they keep of its files.
  let workers: FileWorkers | undefined;
  // Workers, a database and an image library: loaded with the first message, not with the server.
  const layer = (): Promise<Files> => {
    opened ??= import('@atelier/files').then(({ createFiles, createFileWorkers, jobName }) => {
      workers = createFileWorkers(join(folder, 'work'), {
        onFault: (job, fault) => kit.onFault(new Error(fault), jobName(job)),
        onToolFault: (tool, cause) => kit.onFault(cause, tool),
      });
      return createFiles(files.host, workers);
    });
    return opened;
  };
  const closeLayer = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    await closing;
    await workers?.close();
    workers = undefined;
    await rm(join(folder, 'work'), { recursive: true, force: true });
  };
  let place: ChatPlace | undefined;
  const placeIn = (open: OpenModels): ChatPlace => {
    place ??= createChatPlace(kit, open, chat, layer);
    return place;
  };

  const put = async (c: Context): Promise<Response> => {
    const name = c.req.param('name') ?? '';
    if (!isName(name)) return refuseAtEdge(c.req.path, 'BAD_FILE_NAME');
    const { largestFileBytes, mostFiles } = await kit.settings();
    const bytes = await readBytes(c.req.raw, largestFileBytes);
    if (!bytes) return refuseAtEdge(c.req.path, 'FILE_TOO_LARGE', { largestBytes: largestFileBytes });
    const added = await files.add(name, bytes, mostFiles);
    if (added.ok) return Response.json({ ok: true, value: { path: name, ...added.value } });
    if (isWriteRefused(added.error)) throw new WriteFault(added.error);
    const code = added.error.code === 'TOO_MANY' ? 'LIMIT_FILE_COUNT' : added.error.code;
    return Response.json(refuse(code), { status: code === 'LIMIT_FILE_COUNT' ? 409 : 503 });
  };
  const get = async (c: Context): Promise<Response> => {
    const name = c.req.param('name') ?? '';
    const place = await files.locate(name);
    if (!place.ok && place.error.code === 'FILE_NOT_FOUND') return refuseAtEdge(c.req.path, 'NOT_FOUND');
    if (!place.ok) return Response.json(refuse('FILE_DAMAGED', { path: name }), { status: 410 });
    return new Response(Readable.toWeb(createReadStream(place.value)) as ReadableStream, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    });
  };
  const routes: readonly GuardedRoute[] = [
    {
      path: `${chatFilesPath}/:name`,
      methods: ['PUT', 'GET'],
      access: 'signed-in',
      role: 'member',
      serve: (c) => (c.req.method === 'PUT' ? put(c) : get(c)),
    },
  ];

  return {
    handlers: createChatCommands({ kit, services, chat, place: placeIn, files, layer, closeLayer }),
    routes,
    /** Nothing runs yet, so whatever is said to be running was cut off; a person decides whether it goes on. */
    start: async (): Promise<void> => {
      await files.removeParts();
      // Over a shared database another process may be at work on it; there a person's word decides.
      if (kit.storage.place === 'database') return;
      const recovered = await chat.record(({ run }) =>
        ok(run && (run.state === 'running' || run.state === 'retrying') ? [runCutOff(run.runId)] : []),
      );
      if (!recovered.ok) kit.onFault(new Error(`The chat was not recovered: ${recovered.error.code}`), 'chat');
    },
    stop: async (): Promise<void> => {
      await services.stopRuns();
      await closeLayer();
    },
  };
};

/** One name, no folders: the layer refuses the rest, and so does the address. */
const isName = (name: string): boolean =>
  name !== '' && name.length <= 255 && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);

const readBytes = async (request: Request, largest: number): Promise<Buffer | undefined> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > largest) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};
