import type { Finding } from '@atelier/contracts';
import { StoreAway } from '@atelier/kernel/core';
import type { DamagedPart } from '@atelier/kernel/ports';
import type { Storage } from '@atelier/kernel/storage';
import type { Call } from './own-call.ts';

/** Packs that cannot be read, or in which damage was met since the store was opened. Hashes nothing: that is for `verify`. */
export const lookAtContent = async ({ objects }: Pick<Storage, 'objects'>): Promise<readonly DamagedPart[]> =>
  (await (await objects()).damaged?.()) ?? [];

/** How the bucket with the content answers; undefined where there is none. */
export type BucketFacts = { readonly aheadMs: number } | { readonly away: string } | undefined;

export const lookAtBucket = async ({ bucket }: Pick<Storage, 'bucket'>): Promise<BucketFacts> => {
  try {
    return bucket && { aheadMs: await bucket.clockAhead() };
  } catch (cause) {
    if (cause instanceof StoreAway) return { away: cause.message };
    throw cause;
  }
};

/** A bucket refuses all requests from fifteen minutes on. */
const CLOCKS_APART_MS = 5 * 60 * 1000;

/** Pure. */
export const bucketFindings = (facts: BucketFacts): Finding[] => {
  if (facts === undefined) return [];
  if ('away' in facts)
    return [
      {
        level: 'problem',
        code: 'BUCKET_AWAY',
        message: `${facts.away}.`,
        suggestion: 'Check ATELIER_S3_ENDPOINT, ATELIER_S3_BUCKET and the keys, and whether the bucket can be reached.',
      },
    ];
  if (Math.abs(facts.aheadMs) < CLOCKS_APART_MS) return [];
  const minutes = Math.round(Math.abs(facts.aheadMs) / 60_000);
  return [
    {
      level: 'problem',
      code: 'BUCKET_CLOCK',
      message: `The clock of the bucket is ${minutes} minutes ${facts.aheadMs > 0 ? 'ahead' : 'behind'}. From 15 minutes on it refuses everything.`,
      suggestion: 'Set the clock of this machine right.',
    },
  ];
};

/** Pure: what a person should know about damaged content. */
export const contentFindings = (damaged: readonly DamagedPart[], call: Call): Finding[] =>
  damaged.map(({ name, kind, why }) => ({
    level: 'problem',
    code: 'CONTENT_DAMAGED',
    message:
      kind === 'unsound'
        ? `The pack objects/packs/${name} is damaged: ${why}. The rest of it can be read, and it is left as it is.`
        : `The pack objects/packs/${name} cannot be read: ${why}. Its contents are unknown, so Atelier deletes nothing meanwhile.`,
    suggestion: remedyFor[kind](call('verify')),
    fact: name,
  }));

const bringBack = (verify: string): string =>
  `Run \`${verify}\`, which says what is missing. Bring the pack back from a backup, or store the same files again`;
const untilNotMissed = (verify: string): string =>
  `${bringBack(verify)}; when nothing is missing any more, move the pack out of the folder.`;

const remedyFor: Record<DamagedPart['kind'], (verify: string) => string> = {
  refused: (verify) =>
    `See that the user that runs Atelier may read it, and that the disk is sound: it is read again by itself once it can be. Otherwise: ${untilNotMissed(verify)}`,
  unreadable: untilNotMissed,
  unsound: (verify) => `${bringBack(verify)}. Leave the pack where it is: other things in it are needed.`,
};
