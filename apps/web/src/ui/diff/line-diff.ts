import { align } from '@atelier/files/view';
import { Change, presentableDiff } from '@codemirror/merge';

/** A stretch longer than this is marked as a whole: letters picked from two different pages tell nobody anything. */
const mostLetters = 2000;

/**
 * Changes between two texts: lines first, then words inside short stretches. The editor's own way compares letters
 * throughout, which makes one change of 5,000 lines and hangs the page at 20,000.
 */
export const lineDiff = (before: string, after: string): readonly Change[] => {
  const numbers = new Map<string, number>();
  const left = linesOf(before, numbers);
  const right = linesOf(after, numbers);
  return align(left.units, right.units).blocks.flatMap(({ oldFrom, oldTo, newFrom, newTo }) => {
    const [fromA, toA] = [left.starts[oldFrom] ?? 0, left.starts[oldTo] ?? before.length];
    const [fromB, toB] = [right.starts[newFrom] ?? 0, right.starts[newTo] ?? after.length];
    const isShort = toA - fromA < mostLetters && toB - fromB < mostLetters;
    if (!isShort || fromA === toA || fromB === toB) return [new Change(fromA, toA, fromB, toB)];
    return presentableDiff(before.slice(fromA, toA), after.slice(fromB, toB)).map(
      (change) => new Change(fromA + change.fromA, fromA + change.toA, fromB + change.fromB, fromB + change.toB),
    );
  });
};

type Lines = { readonly units: Int32Array; readonly starts: readonly number[] };

/** Each line with its line end as a number, equal lines the same one, and where each begins. */
const linesOf = (text: string, numbers: Map<string, number>): Lines => {
  const starts: number[] = [];
  const units: number[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(at, next);
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    starts.push(at);
    units.push(number);
    at = next;
  }
  return { units: Int32Array.from(units), starts: [...starts, text.length] };
};
