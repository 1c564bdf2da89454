import type { ValueOf } from '@atelier/contracts';
import type { RewindMode } from '../bench/use-acts.ts';
import type { RewindWish } from './rewind-wish.ts';

type Preview = ValueOf<'WorkshopUndoPreview'>;

/**
 * What can go back. `plain`: all there is, without a question. `all`: published files, the Draft of that moment and the
 * chat. `draft`: that Draft and the chat. `discard`: the chat, and the Draft of now is given up. `chat`: the chat alone.
 */
export type RewindChoice = 'plain' | 'all' | 'files' | 'draft' | 'discard' | 'chat';

type Asked = { readonly kind: RewindWish['kind']; readonly hasDraft: boolean };

/** Every way back that comes to something of its own, and none that does nothing. One is taken without being asked for. */
export const choicesOf = (
  { messages, crossesPublish, pruned }: Pick<Preview, 'messages' | 'crossesPublish' | 'pruned'>,
  { kind, hasDraft }: Asked,
): readonly RewindChoice[] => {
  if (!crossesPublish && pruned === null) return ['plain'];
  const isReopenable = pruned?.isReopenable === true;
  const withFiles: readonly RewindChoice[] = crossesPublish
    ? [...(isReopenable ? (['all'] as const) : []), 'files']
    : [...(isReopenable ? (['draft'] as const) : []), ...(hasDraft ? (['discard'] as const) : [])];
  const isChatMoved = messages > 0 || kind !== 'rewind' || withFiles.length === 0;
  return isChatMoved ? [...withFiles, 'chat'] : withFiles;
};

/** How a choice is said to the server. */
export const orderOf = (
  choice: RewindChoice,
  { kind, pruned }: { readonly kind: RewindWish['kind']; readonly pruned: Preview['pruned'] },
): { readonly mode: RewindMode; readonly published?: 'keep' | 'restore' } => {
  switch (choice) {
    case 'plain':
      return { mode: 'full' };
    case 'all':
      return { mode: 'reopen_draft', published: 'restore' };
    case 'files':
      return { mode: pruned === null ? 'full' : 'discard_draft', published: 'restore' };
    case 'draft':
      return { mode: 'reopen_draft' };
    case 'discard':
      return { mode: 'discard_draft' };
    case 'chat':
      // An answer is made again on the files that are published: a Draft cannot stay open under it.
      return kind === 'rewind' || pruned !== null ? { mode: 'chat_only' } : { mode: 'full', published: 'keep' };
  }
};

/** What becomes of the Draft where the words of the choice do not say it. */
export type DraftFate = 'removed' | 'earlier' | 'stays' | null;

export const draftFate = (
  choice: RewindChoice,
  preview: Pick<Preview, 'losesDraft' | 'changesDraft' | 'pruned'>,
  { kind, hasDraft }: Asked,
): DraftFate => {
  if (choice === 'all' || choice === 'draft' || choice === 'discard') return null;
  const { mode } = orderOf(choice, { kind, pruned: preview.pruned });
  if (mode === 'chat_only') return hasDraft ? 'stays' : null;
  if (mode === 'discard_draft' || preview.losesDraft) return hasDraft ? 'removed' : null;
  return preview.changesDraft ? 'earlier' : null;
};

/** The files that a choice changes, where they can be told; before there is one, those that it is about. */
export const filesOf = (
  choice: RewindChoice | undefined,
  { crossesPublish, files, publishedFiles }: Pick<Preview, 'crossesPublish' | 'files' | 'publishedFiles'>,
): Preview['files'] => {
  if (choice === undefined) return crossesPublish ? publishedFiles : files;
  if (choice === 'all' || choice === 'files') return publishedFiles;
  return choice === 'plain' || choice === 'draft' ? files : [];
};

/** A rewind that would take back no message and no file. */
export const isNothing = (
  kind: RewindWish['kind'],
  preview:
    | Pick<Preview, 'messages' | 'crossesPublish' | 'losesDraft' | 'changesDraft' | 'files' | 'pruned'>
    | 'here'
    | undefined,
): boolean => {
  if (kind !== 'rewind' || preview === undefined) return false;
  if (preview === 'here') return true;
  const { messages, crossesPublish, losesDraft, changesDraft, files, pruned } = preview;
  return messages === 0 && !crossesPublish && !losesDraft && !changesDraft && files.length === 0 && pruned === null;
};
