import { isWriteRefused, ok, type Result, WriteFault } from '@atelier/kernel/core';
import type { ModelRefused } from '../../../services/models.ts';
import { logRefused, refuse } from '../words.ts';
import type { ChatRefused } from './chat-log.ts';
import type { StartRefused } from './chat-runs.ts';

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

export const startRefused = (refused: Exclude<StartRefused, { readonly code: 'NO_RUN' }>) => {
  switch (refused.code) {
    case 'RUN_IN_PROGRESS':
    case 'TOO_MANY_RUNS':
      return refuse(refused.code);
    case 'MODEL_NOT_FOUND':
    case 'MODEL_UNAVAILABLE':
    case 'LOG_UNAVAILABLE':
      return modelRefused(refused);
    default:
      return storeRefused(refused);
  }
};

/** Where the chat stands after a change, or why it was not made. */
export const answer = (recorded: Result<{ readonly seq: number }, ChatRefused>) =>
  recorded.ok ? ok({ seq: recorded.value.seq }) : storeRefused(recorded.error);
