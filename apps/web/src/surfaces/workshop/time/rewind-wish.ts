import type { ValueOf, WorkbenchItem } from '@atelier/contracts';
import { questionOf } from '../chat/message-items.ts';

/** What a person wants to do from a message. */
export type RewindWish =
  | { readonly kind: 'rewind'; readonly messageId: string }
  | { readonly kind: 'regenerate'; readonly messageId: string }
  | { readonly kind: 'edit'; readonly messageId: string; readonly text: string };

/** The message the chat goes back to: the one that was chosen, or the question of an answer that is made again. */
export const targetOf = (wish: RewindWish, items: readonly WorkbenchItem[]): string =>
  wish.kind === 'regenerate' ? (questionOf(items, wish.messageId) ?? wish.messageId) : wish.messageId;

type Preview = Pick<
  ValueOf<'WorkshopUndoPreview'>,
  'messages' | 'losesDraft' | 'changesDraft' | 'crossesPublish' | 'pruned'
>;

/** At most one answer goes, and no file changes with it: nobody needs to be asked. */
export const isPlain = (preview: Preview | 'here', hasDraft: boolean): boolean => {
  if (hasDraft) return false;
  if (preview === 'here') return true;
  const { messages, losesDraft, changesDraft, crossesPublish, pruned } = preview;
  return messages <= 1 && !losesDraft && !changesDraft && !crossesPublish && pruned === null;
};
