import type { StudioEvent } from '@atelier/contracts/studio';

/** One action of a person on its way: its key stays the same over every try, so that it happens once. */
export type Sending = {
  readonly key: string;
  readonly event: StudioEvent;
  readonly retryOf?: string;
  readonly at: number;
};

/** What waits, the first of it under way; `isHeld` while there is no server to send it to. */
export type SendQueue = { readonly items: readonly Sending[]; readonly isHeld: boolean };

export const emptyQueue: SendQueue = { items: [], isHeld: false };

/** One under way and five behind it: more than that is a stuck key. */
const mostWaiting = 5;

/** These are always accepted, so they never stand in line. */
const atOnce: ReadonlySet<StudioEvent['type']> = new Set([
  'setPins',
  'setScope',
  'saveAnswerDraft',
  'cancelTurn',
  'markSeen',
]);

export const standsInLine = (event: StudioEvent): boolean => !atOnce.has(event.type);

export const isFull = (queue: SendQueue): boolean => queue.items.length > mostWaiting;

export const queued = (queue: SendQueue, item: Sending): SendQueue => ({ ...queue, items: [...queue.items, item] });

export const settled = (queue: SendQueue, key: string): SendQueue => ({
  items: queue.items.filter((item) => item.key !== key),
  isHeld: false,
});

const prefix = (projectId: string) => `atelier.studio.held.${projectId}.`;

type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** What was not answered yet outlives the page: sent again with its key, it still happens once. */
export const createHeld = (storage: KeyStorage, projectId: string) => ({
  hold: (item: Sending): void => {
    try {
      storage.setItem(prefix(projectId) + item.key, JSON.stringify(item));
    } catch {
      // Then it lives as long as the page.
    }
  },
  drop: (key: string): void => storage.removeItem(prefix(projectId) + key),
  all: (): readonly Sending[] =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
      .filter((name) => name.startsWith(prefix(projectId)))
      .flatMap((name) => {
        try {
          return [JSON.parse(storage.getItem(name) ?? '') as Sending];
        } catch {
          storage.removeItem(name);
          return [];
        }
      })
      .sort((a, b) => a.at - b.at),
});
