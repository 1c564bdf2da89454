import { pictureTokens } from '@atelier/models/core';
import { saidIn } from './relevance.ts';

/** A picture, or one page of a document, that a person asks about. */
export type AskedPicture = { readonly path: string; readonly page: number };

/** Of one message. All of them are saved with the run, in one commit. */
export const mostPictures = 4;
export const mostPictureBytes = 1_500_000;

/** Files named with their ending: a word that only begins like a picture is no question about it. */
export const filesSaid = (text: string, paths: readonly string[]): readonly string[] => {
  const isSaid = saidIn(text);
  return paths.filter((path) => path.includes('.') && isSaid(path));
};

/** What the map of a pdf tells about its text. */
export type PageText = {
  readonly pageCount: number;
  readonly text: 'all' | 'partial' | 'none';
  /** As the map has them: `3` or `5-8`. */
  readonly withoutText: readonly string[];
};

/** Pages that only eyes can read: those a person names, or the first of a scan. */
export const pagesToSee = (said: string, { pageCount, text, withoutText }: PageText): readonly number[] => {
  if (text === 'all') return [];
  const named = [...said.matchAll(/(?:\bpages?|\bp\.|עמוד(?:ים)?)\s*(\d{1,5})/giu)].map(([, number]) => Number(number));
  const unread = named.filter((page) => withoutText.some((range) => isIn(page, range)));
  if (named.length > 0) return [...new Set(unread)].slice(0, mostPictures);
  return text === 'none' ? Array.from({ length: Math.min(pageCount, mostPictures) }, (_, at) => at + 1) : [];
};

const isIn = (page: number, range: string): boolean => {
  const [first = 0, last = first] = range.split('-').map(Number);
  return page >= first && page <= last;
};

/** Questions before this one whose pictures a follow-up may still mean, and their share of the room for a prompt. */
export const questionsLookedBack = 3;
const carriedShare = 0.1;

/** What a message asks about comes first; what the questions before it asked about follows, as far as there is room. */
export const withCarried = (
  asked: readonly AskedPicture[],
  before: readonly AskedPicture[],
  limit: number,
): readonly AskedPicture[] => {
  const isAsked = ({ path, page }: AskedPicture) => asked.some((each) => each.path === path && each.page === page);
  const room = Math.min(mostPictures - asked.length, Math.floor((limit * carriedShare) / pictureTokens));
  const others = before.filter(
    (each, at) =>
      !isAsked(each) && before.findIndex(({ path, page }) => path === each.path && page === each.page) === at,
  );
  return [...asked, ...others.slice(0, Math.max(0, room))];
};

/** Tells a model which picture is which. */
export const picturesText = (pictures: readonly AskedPicture[]): string =>
  `Pictures with this message, in order: ${pictures.map(({ path, page }) => `${JSON.stringify(path)} page ${page}`).join('; ')}.`;
