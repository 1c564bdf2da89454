import type { SessionId } from './ids.ts';

export type Aged = {
  readonly sessionId: SessionId;
  readonly lastActivityAt: string | null;
  /** A person said that it stays. */
  readonly kept: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Sessions nobody touched for so many days. One whose age is unknown stays. */
export const dueForRemoval = (
  sessions: readonly Aged[],
  { days, now }: { readonly days: number | null; readonly now: number },
): readonly SessionId[] => {
  if (days === null) return [];
  const before = now - days * DAY_MS;
  return sessions
    .filter(({ lastActivityAt, kept }) => !kept && lastActivityAt !== null && Date.parse(lastActivityAt) < before)
    .map(({ sessionId }) => sessionId);
};
