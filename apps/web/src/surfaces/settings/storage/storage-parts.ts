import type { Result, StorageFacts } from '@atelier/contracts';

const gigabyte = 1_000_000_000;
// Below this even an empty installation could not work.
const smallestQuota = 1_000_000;

/** What takes the room, the largest first. */
export const storageParts = ({ byKind }: Pick<StorageFacts, 'byKind'>) =>
  (['content', 'log', 'cache', 'other'] as const)
    .map((id) => ({ id, bytes: byKind[id] }))
    .toSorted((a, b) => b.bytes - a.bytes);

/** Per cent of the quota that is taken; undefined without a quota. */
export const shareOfQuota = ({ usedBytes, quotaBytes }: Pick<StorageFacts, 'usedBytes' | 'quotaBytes'>) =>
  quotaBytes === null ? undefined : Math.min(100, Math.round((usedBytes / quotaBytes) * 100));

/** Gigabytes as a person typed them, in bytes, null for nothing; or which sentence says what is wrong. */
export const quotaTyped = (typed: string): Result<number | null, 'quotaWrong' | 'quotaTooSmall'> => {
  const plain = typed.trim().replace(',', '.');
  if (plain === '') return { ok: true, value: null };
  if (!/^\d{1,6}(\.\d{1,9})?$/.test(plain)) return { ok: false, error: 'quotaWrong' };
  const bytes = Math.round(Number(plain) * gigabyte);
  return bytes >= smallestQuota ? { ok: true, value: bytes } : { ok: false, error: 'quotaTooSmall' };
};

/** The smallest quota there is, in the gigabytes it is typed in. */
export const smallestToType = String(smallestQuota / gigabyte);

export const quotaToType = (bytes: number | null): string => (bytes === null ? '' : String(bytes / gigabyte));
