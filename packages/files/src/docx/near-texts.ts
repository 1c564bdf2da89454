import type { Place } from '../office/moved-places.ts';
import { likeness } from './align-blocks.ts';

/** Texts that say nearly the same are one that moved and changed. */
const nearly = 0.8;
/** Shorter texts are alike by chance. */
const longEnough = 20;
/** Each text is held against each other one. */
const mostTried = 300;

/** Gives a text that left one place and came to another with a few other words the same mark in both. */
export const withNearTexts = (places: readonly Place[]): readonly Place[] => {
  const text = (place: Place, side: 'left' | 'joined') => String(place[side]?.key ?? '');
  const isReplaced = (place: Place) => likeness(text(place, 'left'), text(place, 'joined')) < nearly;
  const long = (side: 'left' | 'joined') =>
    places.filter((place) => text(place, side).length >= longEnough && isReplaced(place));
  const [gone, come] = [long('left'), long('joined')];
  if (gone.length > mostTried || come.length > mostTried) return places;
  const marks = new Map<Place, { left?: string; joined?: string }>();
  const mark = (place: Place, side: 'left' | 'joined', name: string) =>
    marks.set(place, { ...marks.get(place), [side]: name });
  const free = new Set(come);
  for (const [at, from] of gone.entries()) {
    const to = [...free].find((it) => it !== from && likeness(text(from, 'left'), text(it, 'joined')) >= nearly);
    if (!to) continue;
    free.delete(to);
    mark(from, 'left', `near ${at}`);
    mark(to, 'joined', `near ${at}`);
  }
  return places.map((place) => {
    const known = marks.get(place);
    return {
      ...place,
      ...(place.left && known?.left ? { left: { ...place.left, first: known.left } } : {}),
      ...(place.joined && known?.joined ? { joined: { ...place.joined, first: known.joined } } : {}),
    };
  });
};
