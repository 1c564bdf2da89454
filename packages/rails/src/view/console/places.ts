import type { SessionCard } from '@atelier/contracts';

export { redactPlaces } from '../../core/bundle/build.ts';

/** What a folder is called: the last part of its path. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;

/** Where a folder lies is for those who may name one. Others are told what it is called. */
export const withoutPlace = <Card extends Pick<SessionCard, 'workspace'>>(card: Card): Card =>
  card.workspace === null ? card : { ...card, workspace: folderName(card.workspace) };
