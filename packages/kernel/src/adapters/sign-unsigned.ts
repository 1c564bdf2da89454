import type { StreamId } from '../core/event.ts';
import { type ChainEnd, whyNotThrough } from '../core/log/chain-end.ts';
import type { Heads } from '../ports/heads.ts';
import type { LogAudit } from '../ports/log-audit.ts';

/**
 * A process that was killed leaves up to a second of commits without a signed head, and a stream that gets no further
 * commit would keep them so for good. One look per stream, a few at a time; what is damaged, or does not go through
 * the head it has, is left as it is.
 */
export const createSignUnsigned =
  (
    heads: Pick<Heads, 'of' | 'sign'>,
    audit: Pick<LogAudit, 'streams'>,
    chainOf: (stream: StreamId) => Promise<ChainEnd>,
  ) =>
  async (signal?: AbortSignal): Promise<number> => {
    let signed = 0;
    for (const stream of await audit.streams()) {
      await new Promise((resume) => setImmediate(resume));
      if (signal?.aborted) break;
      if (await signOne(stream).catch(() => false)) signed += 1;
    }
    return signed;

    async function signOne(name: StreamId): Promise<boolean> {
      const before = await heads.of(name);
      if (typeof before === 'string') return false;
      const chain = await chainOf(name);
      if (chain.end.commit <= (before?.commits ?? 0)) return false;
      if (before && (await whyNotThrough(before, chain)) !== undefined) return false;
      const head = { stream: name, commits: chain.end.commit, head: chain.end.head };
      const left = await heads.sign([head], async (known) => (await whyNotThrough(known, chain)) === undefined);
      return left.length === 0;
    }
  };
