import { byCodeUnit } from '../ids.ts';

/** The known name most like what was written, if any is close enough to be what was meant. */
export const nearest = (written: string, known: Iterable<string>): string | undefined => {
  const names = [...known];
  // `loop_control` means `wr.contracts.loop_control`.
  const tail = names.find((name) => name !== written && name.endsWith(`.${written}`));
  if (tail !== undefined) return tail;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil(written.length / 4)) + 1;
  for (const name of names) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
};

export const didYouMean = (written: string, known: Iterable<string>, otherwise: string): string => {
  const meant = nearest(written, known);
  return meant ? `Did you mean \`${meant}\`?` : otherwise;
};

/** The name meant, or all there are. */
export const pickOne = (written: string, known: Iterable<string>): string => {
  const names = [...known].sort(byCodeUnit);
  return didYouMean(written, names, `Use one of ${names.map((name) => `\`${name}\``).join(', ')}.`);
};

const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const swap = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
};
