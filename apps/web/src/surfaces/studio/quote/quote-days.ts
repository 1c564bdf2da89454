import type { QuoteCard } from '@atelier/contracts/studio';

/** An offer that waits for an answer after its last day. Nobody marks it by themselves; issued again it has new days. */
export const isPastItsDays = (
  { status, validUntil }: Pick<QuoteCard, 'status' | 'validUntil'>,
  today: string,
): boolean => (status === 'issued' || status === 'sent') && validUntil < today;
