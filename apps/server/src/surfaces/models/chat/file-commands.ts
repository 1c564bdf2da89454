import type { ChatView } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { ok, type Turn } from '@atelier/kernel/core';
import { reviewAnswer } from '../../../services/review-answer.ts';
import type { Handlers } from '../../surface.ts';
import { refuse } from '../words.ts';
import type { ChatFiles } from './chat-files.ts';
import type { ChatLog } from './chat-log.ts';
import type { ChatPlace } from './chat-place.ts';
import { storeRefused } from './chat-replies.ts';

type Deps = {
  readonly chat: ChatLog;
  readonly files: ChatFiles;
  readonly layer: () => Promise<Files>;
  readonly place: () => Promise<ChatPlace>;
  readonly isRunning: () => Promise<boolean>;
  readonly inTurn: Turn;
};

type Names = 'ChatLabFileRemove' | 'ChatLabFileReview' | 'ChatLabToolResult';

/** What is looked at and put away beside the talk: files, reviews, whole results. */
export const createFileCommands = ({ chat, files, layer, place, isRunning, inTurn }: Deps): Handlers<Names> => ({
  ChatLabFileRemove: ({ path }) =>
    inTurn(async () => {
      if (await isRunning()) return refuse('RUN_IN_PROGRESS');
      const removed = await files.remove(path);
      if (removed.ok) return ok({ seq: removed.value.seq });
      return removed.error.code === 'FILE_NOT_FOUND' ? refuse('FILE_NOT_FOUND') : storeRefused(removed.error);
    }),
  ChatLabFileReview: async ({ path, options }) => {
    const now = await chat.view();
    if (!now.ok) return refuse('STORE_UNHEALTHY', { stream: 'chat' });
    if (!hasFile(now.value.view, path)) return refuse('FILE_NOT_FOUND');
    return ok({ answer: await reviewAnswer(await layer(), path, options) });
  },
  ChatLabToolResult: async ({ entryId }) => {
    const result = await (await place()).toolLog.find(entryId);
    return result ? ok({ result: plain<Record<string, never>>(result) }) : refuse('RESULT_NOT_FOUND');
  },
});

const hasFile = ({ files }: ChatView, path: string): boolean => files.some((file) => file.path === path);

/** As it will be on the wire. */
const plain = <T>(value: object): T => JSON.parse(JSON.stringify(value)) as T;
