import type { StorageFacts } from '@atelier/contracts';
import { blobIdOf } from '@atelier/kernel/adapters';
import type { Storage } from '@atelier/kernel/storage';
import { lookForLive, PinsUnreadable, pinsOfLog } from '@atelier/kernel/usecases';

type Looked = {
  /** Why nothing could be collected, if that is so. */
  readonly trouble: StorageFacts['trouble'];
  /** How much that is needed is not there or cannot be read. */
  readonly missing: number;
};

/** Whether all content that commits name is there; its bytes are not looked at. */
export const lookAtLive = async ({
  log,
  audit,
  objects,
}: Pick<Storage, 'log' | 'audit' | 'objects'>): Promise<Looked> => {
  try {
    const pins = pinsOfLog({ log, streams: audit.streams, yieldTurn });
    const found = await lookForLive({ objects: await objects(), pins, idOf: blobIdOf });
    return found.ok ? { trouble: null, missing: 0 } : { trouble: found.error.code, missing: found.error.ids.length };
  } catch (cause) {
    if (cause instanceof PinsUnreadable) return { trouble: 'STREAM_UNREADABLE', missing: 0 };
    throw cause;
  }
};

const yieldTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
