import { join } from 'node:path';
import { chatFilesPath, runCutOff } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { isWriteRefused, ok, WriteFault } from '@atelier/kernel/core';
import { createFileRoute } from '../../../http/file-route.ts';
import type { ModelServices, OpenModels } from '../../../services/models.ts';
import type { SurfaceKit } from '../../surface.ts';
import { refuse } from '../words.ts';
import { createChatCommands } from './chat-commands.ts';
import { createChatFiles } from './chat-files.ts';
import { createChatLog } from './chat-log.ts';
import { type ChatPlace, createChatPlace } from './chat-place.ts';

/** The scratch chat: its commands, its files by URL, and the run that may be under way. */
export const createChatLab = (kit: SurfaceKit, services: ModelServices) => {
  const chat = createChatLog(kit.log, kit.storage.snapshots);
  const files = createChatFiles(kit.storage.content, chat);
  let opened: Promise<Files> | undefined;
  const layer = (): Promise<Files> => {
    opened ??= files.host().then((host) => kit.files.over(host));
    return opened;
  };
  let place: ChatPlace | undefined;
  const placeIn = (open: OpenModels): ChatPlace => {
    place ??= createChatPlace(kit, open, chat, layer);
    return place;
  };

  const route = createFileRoute({
    path: chatFilesPath,
    role: 'member',
    find: async (name) => {
      const file = await files.find(name);
      return file && { version: file.version, blobs: (await kit.storage.content()).blobs };
    },
    add: {
      folder: join(kit.about.dataFolder, 'cache', 'chat-files', 'incoming'),
      largestBytes: async () => (await kit.settings()).largestFileBytes,
      take: async (name, { place: taken }) => {
        const added = await files.add(name, taken, (await kit.settings()).mostFiles);
        if (added.ok) return Response.json({ ok: true, value: { path: name, ...added.value } });
        if (isWriteRefused(added.error)) throw new WriteFault(added.error);
        const code = added.error.code === 'TOO_MANY' ? 'LIMIT_FILE_COUNT' : added.error.code;
        return Response.json(refuse(code), { status: code === 'LIMIT_FILE_COUNT' ? 409 : 503 });
      },
    },
  });

  return {
    handlers: createChatCommands({ kit, services, chat, place: placeIn, files, layer }),
    routes: [route],
    /** Nothing runs yet, so whatever is said to be running was cut off; a person decides whether it goes on. */
    start: async (): Promise<void> => {
      // Over a shared database another process may be at work on it; there a person's word decides.
      if (kit.storage.place === 'database') return;
      const recovered = await chat.record(({ run }) =>
        ok(run && (run.state === 'running' || run.state === 'retrying') ? [runCutOff(run.runId)] : []),
      );
      if (!recovered.ok) kit.onFault(new Error(`The chat was not recovered: ${recovered.error.code}`), 'chat');
    },
    stop: (): Promise<void> => services.stopRuns(),
  };
};
