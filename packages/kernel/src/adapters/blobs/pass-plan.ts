import type { BlobId } from '../../ports/blobs.ts';
import type { Located } from './pack-folder.ts';

/** Content and where its pieces lie, in the order in which they make it. */
export type Laid = { readonly id: BlobId; readonly pieces: readonly Located[] };

/** The content that one pass over packs meets in its own order, and each of its pieces once, as the pass meets them. */
export type PassPlan = { readonly riders: readonly Laid[]; readonly stops: readonly Located[] };

/**
 * A capture writes the pieces of a file in order, though between those of other files. So most content can be hashed
 * while packs are read from end to end; what goes back to earlier pieces, as an edited file does, is not for a pass.
 */
export const planPass = (contents: Iterable<Laid>): PassPlan => {
  const forward = [...contents].filter(goesForward);
  const rankByPack = new Map(orderOfPacks(forward).map((pack, rank) => [pack, rank]));
  const rankOf = ({ pack }: Located): number => rankByPack.get(pack) ?? 0;
  const riders = forward.filter(({ pieces }) =>
    pieces.every((piece, index) => rankOf(pieces[index - 1] ?? piece) <= rankOf(piece)),
  );
  const stops = [...new Set(riders.flatMap(({ pieces }) => pieces))];
  stops.sort((a, b) => rankOf(a) - rankOf(b) || a.offset - b.offset);
  return { riders, stops };
};

/** Within each pack from its beginning towards its end, and never back to a pack that was left. */
const goesForward = ({ pieces }: Laid): boolean => {
  const entered = new Set<string>();
  return pieces.every((piece, index) => {
    const before = pieces[index - 1];
    // The same piece again is still at hand.
    if (before?.pack === piece.pack) return before === piece || before.offset < piece.offset;
    if (entered.has(piece.pack)) return false;
    entered.add(piece.pack);
    return true;
  });
};

/** Each pack before those that content goes on to; where contents disagree, some of them are left out of the pass. */
const orderOfPacks = (contents: readonly Laid[]): readonly string[] => {
  const onward = new Map<string, Set<string>>();
  for (const { pieces } of contents) {
    for (const [index, { pack }] of pieces.entries()) {
      if (!onward.has(pack)) onward.set(pack, new Set());
      const before = pieces[index - 1]?.pack;
      if (before !== undefined && before !== pack) onward.get(before)?.add(pack);
    }
  }
  // Depth first: a pack is left when all that it leads to has been left, so the last one left is the first to read.
  const left: string[] = [];
  const entered = new Set<string>();
  const path: { readonly pack: string; readonly next: Iterator<string> }[] = [];
  const enter = (pack: string): void => {
    if (entered.has(pack)) return;
    entered.add(pack);
    path.push({ pack, next: (onward.get(pack) ?? new Set<string>()).values() });
  };
  for (const first of onward.keys()) {
    enter(first);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const step = here.next.next();
      if (!step.done) enter(step.value);
      else {
        left.push(here.pack);
        path.pop();
      }
    }
  }
  return left.reverse();
};
