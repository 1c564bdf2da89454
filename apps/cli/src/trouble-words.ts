import { FileUnusable, StoreAway, WriteFault } from '@atelier/kernel/core';
import { type SystemTrouble, systemTroubleOf } from '@atelier/server/installation';

/** One plain sentence about what the system refused, with what to do. */
export const troubleToSentence = (trouble: SystemTrouble, dataFolder?: string): string => {
  const disk = dataFolder === undefined ? 'The disk this writes to' : `The disk that holds ${dataFolder}`;
  switch (trouble.code) {
    case 'DISK_FULL':
      return `${disk} is full. Make room on it, then try again.`;
    case 'DISK_READ_ONLY':
      return `${disk} takes no writes. Make it writable, or choose another place.`;
    case 'DATABASE_AWAY':
      return 'The database that holds the data does not answer any more. Start it again, or wait until it is back, then try again.';
    case 'STORE_AWAY':
      return 'The bucket that holds the content does not answer any more. Check it and its keys, or wait until it is back, then try again.';
    case 'FILE_UNUSABLE': {
      const file = trouble.file ?? 'A lock in the data folder (a file that ends with .lock)';
      return trouble.reason === 'no_permission'
        ? `${file} may not be read or written by you. It belongs to another user, or its rights were changed: give it back to yourself, or choose another place.`
        : `${file} is not a file of Atelier, though it has that name. Move it away, or bring yours back from a backup.`;
    }
  }
};

/** Undefined when the fault is our own: then its place is worth more than a sentence. */
export const faultToSentence = (cause: unknown): string | undefined => {
  if (cause instanceof FileUnusable) return cause.message;
  // What the store said is worth more than that it is away: a wrong key is mended, a restart waited for.
  if (cause instanceof StoreAway)
    return `${cause.message}. Check the bucket and its keys, or wait until it is back, then try again.`;
  if (cause instanceof WriteFault && cause.refused.code === 'WRITE_FAILED')
    return `The disk that holds the data failed to write (${cause.refused.system ?? cause.refused.detail}). What was recorded before is safe. Check the disk, then try again.`;
  const trouble = systemTroubleOf(cause);
  return trouble && troubleToSentence(trouble);
};
