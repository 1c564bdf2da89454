import { fileRefusalOf, refusedPathOf } from '../../core/system-error.ts';
import type { Trouble } from '../../ports/event-log.ts';
import { Corruption } from './corruption.ts';

/** A file or folder that the system refuses is a health of its stream; undefined when it was something else. */
export const unreadableTrouble = (cause: unknown, folder: string): Trouble | undefined => {
  if (cause instanceof Corruption) return cause.trouble;
  const system = fileRefusalOf(cause);
  if (system === undefined) return undefined;
  return {
    kind: 'unreadable',
    reason: 'unreadable',
    validNext: 0,
    commit: 0,
    file: refusedPathOf(cause) ?? folder,
    system,
  };
};
