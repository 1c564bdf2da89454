import type { StorageFacts } from '@atelier/contracts';

const gigabyte = 1_000_000_000;

/** What takes the room, the largest first. */
export const storageParts = ({ byKind }: Pick<StorageFacts, 'byKind'>) =>
  (['content', 'log', 'cache', 'other'] as const)
    .map((id) => ({ id, bytes: byKind[id] }))
    .toSorted((a, b) => b.bytes - a.bytes);

/** Per cent of the quota that is taken; undefined without a quota. */
export const shareOfQuota = ({ usedBytes, quotaBytes }: Pick<StorageFacts, 'usedBytes' | 'quotaBytes'>) =>
  quotaBytes === null ? undefined : Math.min(100, Math.round((usedBytes / quotaBytes) * 100));

/** Gigabytes as a person typed them, in bytes; null for nothing, undefined for what is no amount. */
export const quotaTyped = (typed: string): number | null | undefined => {
  const plain = typed.trim().replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined;
  const bytes = Math.round(Number(plain) * gigabyte);
  return bytes >= 1_000_000 ? bytes : undefined;
};

export const quotaToType = (bytes: number | null): string => (bytes === null ? '' : String(bytes / gigabyte));
