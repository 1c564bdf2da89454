/** Six hex digits, without a leading alpha byte. */
export const hexOf = (written: string | undefined): string | undefined => {
  const hex = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(written ?? '')?.[1];
  return hex?.toUpperCase();
};

/** So near that nobody can read one on the other. */
const nearest = 24;

export const isSameColour = (one: string, other: string): boolean =>
  [0, 2, 4].every(
    (at) =>
      Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <= nearest,
  );
