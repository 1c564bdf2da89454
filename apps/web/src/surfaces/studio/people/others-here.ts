import type { Present } from '../../../client/event-connection.ts';

export type OtherHere = { readonly person: string; readonly places: readonly string[] };

/** Everybody else, once each, with all the places their tabs are at. */
export const othersHere = (present: readonly Present[], me: string): readonly OtherHere[] => {
  const placesByPerson = new Map<string, string[]>();
  for (const { person, place } of present) {
    if (person === me) continue;
    const places = placesByPerson.get(person) ?? [];
    if (!places.includes(place)) places.push(place);
    placesByPerson.set(person, places);
  }
  return [...placesByPerson].map(([person, places]) => ({ person, places }));
};

/** The first letter, whole: a name may begin with something that takes two code units. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
