import type { StreamId } from '../core/event.ts';
import type { Heads, HeadsPutAside } from '../ports/heads.ts';
import type { LogAudit } from '../ports/log-audit.ts';

export type HeadsSignedAgain = {
  readonly aside: HeadsPutAside;
  readonly signed: number;
  /** Not signed: what they were meant to be cannot be told from what they are. */
  readonly damaged: readonly StreamId[];
};

/**
 * When the key that signed the heads is lost for good, and only then: the heads are put aside and every whole stream is
 * signed as it stands, with a new key. Undefined when the key is there. Only ever on the operator's word.
 */
export const signHeadsAgain =
  ({ audit, heads }: { readonly audit: LogAudit; readonly heads: Pick<Heads, 'putAside' | 'signAnew'> }) =>
  async (now: number): Promise<HeadsSignedAgain | undefined> => {
    const aside = await heads.putAside(now);
    if (!aside) return undefined;
    const damaged: StreamId[] = [];
    let signed = 0;
    for (const stream of await audit.streams()) {
      const walk = audit.walk(stream);
      let last: string | undefined;
      let step = await walk.next();
      for (; !step.done; step = await walk.next()) last = step.value.hash;
      const { commits, trouble } = step.value;
      if (trouble) damaged.push(stream);
      else if (last !== undefined) {
        await heads.signAnew({ stream, commits, head: last });
        signed += 1;
      }
    }
    return { aside, signed, damaged };
  };
