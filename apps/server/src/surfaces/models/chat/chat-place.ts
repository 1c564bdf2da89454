import { type ChatFile, chatStream } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { sha256 } from '@atelier/kernel/adapters';
import type { BlobId } from '@atelier/kernel/ports';
import type { AgentPlace, ConsentScope, RunSaves, ToolLog } from '@atelier/models';
import type { OpenModels } from '../../../services/models.ts';
import type { SurfaceKit } from '../../surface.ts';
import type { ChatLog } from './chat-log.ts';

/** The loop's own state of this chat, where no tab can follow it. */
export const chatRunStream = 'run/lab';

export type ChatPlace = {
  readonly saves: RunSaves;
  readonly toolLog: ToolLog;
  readonly scope: () => Promise<ConsentScope>;
  readonly files: () => Promise<readonly ChatFile[]>;
  /** What an agent needs to work here. */
  readonly forRun: () => Promise<AgentPlace>;
};

/** Where the agent of the chat lab works. */
export const createChatPlace = (
  kit: SurfaceKit,
  { models }: OpenModels,
  chat: ChatLog,
  layer: () => Promise<Files>,
): ChatPlace => {
  const { log, storage, deltas } = kit;
  const files = async (): Promise<readonly ChatFile[]> => {
    const now = await chat.view();
    return now.ok ? now.value.view.files : [];
  };
  /** What consent is given for: the user's own files as they were dropped. What the model makes of them changes nothing. */
  const scope = async (): Promise<ConsentScope> => {
    const own = (await files()).filter(({ origin }) => origin === 'user');
    const text = models.scopeText(own.map(({ path, droppedVersion }) => ({ path, blob: droppedVersion ?? '' })));
    return {
      scopeHash: `sha256:${sha256(text)}`,
      files: own.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    };
  };
  const saves = models.createRunSaves({ ...storage, log })(chatRunStream);
  const toolLog = models.createContentToolLog({
    blobs: storage.blobs,
    carried: chat.carried,
    locate: (entryId) =>
      chat.findLast(({ kind, data }) =>
        kind === 'tool.returned' && data.entryId === entryId && typeof data.content === 'string'
          ? (data.content as BlobId)
          : undefined,
      ),
  });
  return {
    saves,
    toolLog,
    scope,
    files,
    forRun: async () => ({
      stream: chatStream,
      append: chat.append,
      deltas,
      saves,
      toolLog,
      toolbox: models.toolboxOf(await layer()),
      scope,
    }),
  };
};
