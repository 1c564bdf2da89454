import type { TreePoint } from '@atelier/contracts';

/** `checkpoint:chk_…`, `message:msg_…`, `draft`, `published`: a point of the history as an address writes it. */
export const pointOf = (written: string | undefined): TreePoint => {
  const [kind, id = ''] = (written ?? '').split(':');
  if (kind === 'checkpoint' && id !== '') return { at: 'checkpoint', checkpointId: id };
  if (kind === 'message' && id !== '') return { at: 'message', messageId: id };
  if (kind === 'draft' || kind === 'reference' || kind === 'folder') return { at: kind };
  return { at: 'published' };
};
