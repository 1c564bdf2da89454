import { isWriteRefused, ok, type Result, WriteFault } from '@atelier/kernel/core';
import type { ModelRefused } from '../../../services/models.ts';
import { logRefused, refuse } from '../words.ts';
import type { ChatRefused } from './chat-log.ts';

export const storeRefused = (refused: ChatRefused) => {
  if (isWriteRefused(refused)) throw new WriteFault(refused);
  return refused.code === 'STORE_BUSY' ? refuse('STORE_BUSY') : refuse('STORE_UNHEALTHY', { reason: refused.reason });
};

export const modelRefused = (refused: ModelRefused) => {
  if (refused.code === 'LOG_UNAVAILABLE') return logRefused(refused);
  return refused.code === 'MODEL_NOT_FOUND'
    ? refuse('MODEL_NOT_FOUND')
    : refuse('MODEL_UNAVAILABLE', { reason: refused.reason });
};

/** Where the chat stands after a change, or why it was not made. */
export const answer = (recorded: Result<{ readonly seq: number }, ChatRefused>) =>
  recorded.ok ? ok({ seq: recorded.value.seq }) : storeRefused(recorded.error);
