import type { StreamId } from '../core/event.ts';
import { type ChainEnd, whyNotThrough } from '../core/log/chain-end.ts';
import type { HeadDoubt, Heads } from '../ports/heads.ts';

/** Holds a stream's end against its signed head: bounded work, for a look in passing. `verify` walks everything. */
export const createHeadDoubt =
  (heads: Pick<Heads, 'of'>, chainOf: (stream: StreamId) => Promise<ChainEnd>) =>
  async (stream: StreamId): Promise<HeadDoubt | undefined> => {
    // The head first: the chain only grows meanwhile.
    const signed = await heads.of(stream);
    if (signed === undefined) return undefined;
    if (signed === 'keyless') return 'head_keyless';
    if (signed === 'unreadable') return 'head_unreadable';
    return signed === 'forged' ? 'head_forged' : whyNotThrough(signed, await chainOf(stream));
  };

/** How many of the newest commits of a stream no signed head attests; none of one whose head is not ours to read. */
export const createUnsignedCommits =
  (heads: Pick<Heads, 'of'>, chainOf: (stream: StreamId) => Promise<ChainEnd>) =>
  async (stream: StreamId): Promise<number> => {
    const signed = await heads.of(stream);
    if (typeof signed === 'string') return 0;
    return Math.max(0, (await chainOf(stream)).end.commit - (signed?.commits ?? 0));
  };
