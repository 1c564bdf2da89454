import { ownerId, type Settings } from '@atelier/contracts';
import type { Caller } from '../caller.ts';

type LimitSettings = Pick<Settings, 'runsPerPerson' | 'requestsPerSecond' | 'uploadBytesPerHour'>;

/** Thrown where work is begun for somebody who has enough of it under way; said to them as a refusal. */
export class TooManyOwnRuns extends Error {
  readonly most: number;
  constructor(most: number) {
    super(`this person already has ${most} runs under way`);
    this.most = most;
  }
}

/** Why somebody has to wait, for how long, and how much the limit is. */
export type Over = {
  readonly code: 'TOO_MANY_REQUESTS' | 'UPLOADED_TOO_MUCH';
  readonly afterMs: number;
  readonly most: number;
};

export type PersonLimits = {
  /** Counts one request. */
  readonly ask: (caller: Caller) => Over | undefined;
  /** Counts what a tab says over its event connection: frames, and the streams that they ask for. */
  readonly hear: (caller: Caller, said: number) => Over | undefined;
  /** Asked before an upload begins; `uploaded` counts what came. So one file may go over the limit, and none is cut. */
  readonly upload: (caller: Caller) => Over | undefined;
  readonly uploaded: (caller: Caller, bytes: number) => void;
};

/** So many seconds' worth may be asked at once: a page that opens asks for much, and then for little. */
const burstMs = 10_000;
const hourMs = 3_600_000;
/** A tab that comes back asks for all its streams again, and costs less than so many requests. */
const saidPerRequest = 4;
/** What nobody owes any more is forgotten when so many are known. */
const mostKnown = 1_000;

/**
 * What one person, their browsers and agents together, may take of this server, so that enough is left for the others.
 * Each server counts for itself. The owner of the machine is not limited: nobody else decides what it is for.
 */
export const createPersonLimits = (settings: () => LimitSettings, now: () => number): PersonLimits => {
  const requests = createDebts(now);
  const said = createDebts(now);
  const uploads = createDebts(now);
  return {
    ask: ({ person }) => {
      if (person === ownerId) return undefined;
      const most = settings().requestsPerSecond;
      const afterMs = requests.over(person, burstMs);
      if (afterMs > 0) return { code: 'TOO_MANY_REQUESTS', afterMs, most };
      requests.add(person, 1_000 / most);
      return undefined;
    },
    hear: ({ person }, count) => {
      if (person === ownerId) return undefined;
      const most = settings().requestsPerSecond * saidPerRequest;
      const afterMs = said.over(person, burstMs);
      if (afterMs > 0) return { code: 'TOO_MANY_REQUESTS', afterMs, most };
      said.add(person, (count * 1_000) / most);
      return undefined;
    },
    upload: ({ person }) => {
      if (person === ownerId) return undefined;
      const afterMs = uploads.over(person, hourMs);
      return afterMs > 0 ? { code: 'UPLOADED_TOO_MUCH', afterMs, most: settings().uploadBytesPerHour } : undefined;
    },
    uploaded: ({ person }, bytes) => {
      if (person !== ownerId) uploads.add(person, (bytes * hourMs) / settings().uploadBytesPerHour);
    },
  };
};

/** What each took, as the time it takes until it no longer counts. */
const createDebts = (now: () => number) => {
  const paidAt = new Map<string, number>();
  return {
    /** How long to wait until less than `mostMs` is owed; 0 when there is room. */
    over: (person: string, mostMs: number): number =>
      Math.max(0, Math.ceil((paidAt.get(person) ?? 0) - now() - mostMs + 1)),
    add: (person: string, ms: number): void => {
      paidAt.set(person, Math.max(paidAt.get(person) ?? 0, now()) + ms);
      if (paidAt.size <= mostKnown) return;
      for (const [each, at] of paidAt) if (at <= now()) paidAt.delete(each);
    },
  };
};
