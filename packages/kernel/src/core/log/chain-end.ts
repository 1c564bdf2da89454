import type { Sha256Hex } from '../digest.ts';
import type { Tail } from './tail.ts';

/** A chain to hold a head against: where it ends, and what each of its commits says the one before it hashes to. */
export type ChainEnd = {
  readonly end: Pick<Tail, 'commit' | 'head'>;
  readonly prevOf: (commit: number) => Promise<Sha256Hex | undefined>;
};

/** One look, however long the chain is: every commit swears to the one before it. */
export const whyNotThrough = async (
  head: { readonly commits: number; readonly head: Sha256Hex },
  { end, prevOf }: ChainEnd,
): Promise<'tail_cut' | 'head_differs' | undefined> => {
  if (head.commits > end.commit) return 'tail_cut';
  const hash = head.commits === end.commit ? end.head : await prevOf(head.commits);
  return hash === head.head ? undefined : 'head_differs';
};
