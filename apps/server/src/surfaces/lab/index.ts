import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type labCommands, labFilesPath } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { ok } from '@atelier/kernel/core';
import { createFileRoute } from '../../http/file-route.ts';
import { reviewAnswer } from '../../services/review-answer.ts';
import type { CreateSurface, Handlers } from '../surface.ts';
import { createScratchHost } from './scratch-host.ts';

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
              suggestion: 'Someone may have removed it. Reload the list of files.',
              retry: { kind: 'not_retryable' },
            },
          },
  };

  const route = createFileRoute({
    path: labFilesPath,
    role: 'member',
    find: async (name) => host.locate(name),
    add: {
      folder: join(folder, 'incoming'),
      largestBytes: async () => (await kit.settings()).largestFileBytes,
      take: async (name, { place, version, sizeBytes }) => {
        await host.drop(name, place, version);
        return Response.json({ ok: true, value: { path: name, version, sizeBytes } });
      },
    },
  });

  return {
    handlers,
    streams: {},
    routes: [route],
    stop: async () => {
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** As it will be on the wire. */
const plain = <T>(value: unknown): T => JSON.parse(JSON.stringify(value)) as T;
