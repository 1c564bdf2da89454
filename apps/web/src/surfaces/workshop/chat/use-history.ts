import type { WorkbenchItem } from '@atelier/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useBench } from '../bench/bench-context.ts';
import { joined, keyOf, overlap } from './message-items.ts';

const pageSize = 200;

/** What was fetched beside the newest messages. `isApart`: messages between it and the newest are not here. */
type Fetched = { readonly items: readonly WorkbenchItem[]; readonly earlier: number; readonly isApart: boolean };

/**
 * The newest messages, and others fetched on demand: older ones above them, or a window around a message far back. A
 * rewind or restore begins anew with the newest.
 */
export const useHistory = () => {
  const { commands } = useAtelier();
  const { view, workbenchId } = useBench();
  const [fetched, setFetched] = useState<Fetched>();
  const isLoading = useRef(false);
  /** Counts how often somebody went elsewhere: what is asked for one place is not kept at another. */
  const moves = useRef(0);
  // What was fetched belongs to the path it was fetched on.
  const root = view.items[0]?.id;
  const known = useRef({ root, earlier: view.earlier });
  useEffect(() => {
    const before = known.current;
    known.current = { root, earlier: view.earlier };
    if (fetched === undefined || before.root === root || root === undefined) return;
    // The newest messages move on as more is said; where fewer stand before them, the path is another one.
    const hasMoved = fetched.isApart
      ? view.earlier > before.earlier
      : fetched.items.length === 0 || fetched.items.some(({ id }) => id === root);
    if (!hasMoved) setFetched(undefined);
  }, [root, view.earlier, fetched]);
  const items =
    fetched === undefined ? view.items : fetched.isApart ? fetched.items : joined(fetched.items, view.items);
  const earlier = fetched?.earlier ?? view.earlier;
  const isApart = fetched?.isApart === true;
  const latest = useRef({ items, earlier, isApart, newest: view.items });
  latest.current = { items, earlier, isApart, newest: view.items };

  const keep = useCallback((next: Fetched) => {
    const { newest } = latest.current;
    const isNowApart = next.isApart && !overlap(next.items, newest);
    latest.current = {
      items: isNowApart ? next.items : joined(next.items, newest),
      earlier: next.earlier,
      isApart: isNowApart,
      newest,
    };
    setFetched({ ...next, isApart: isNowApart });
  }, []);
  /** One request at a time; what it answers is kept. */
  const load = useCallback(
    async (direction: 'before' | 'after'): Promise<void> => {
      const isOlder = direction === 'before';
      const messages = latest.current.items.filter(({ kind }) => kind !== 'note');
      const edge = isOlder ? messages[0] : messages.at(-1);
      const hasMore = isOlder ? latest.current.earlier > 0 : latest.current.isApart;
      if (edge === undefined || isLoading.current || !hasMore) return;
      const move = moves.current;
      isLoading.current = true;
      const reply = await commands
        .WorkshopHistory({ workbenchId, [direction]: edge.id, limit: pageSize })
        .finally(() => {
          isLoading.current = false;
        });
      if (!reply.ok || moves.current !== move) return;
      const { items: here, earlier: left, isApart: isWindow } = latest.current;
      const { items: more, later = 0 } = reply.value;
      if (isOlder) keep({ items: joined(more, here), earlier: reply.value.earlier, isApart: isWindow });
      else keep({ items: joined(here, more), earlier: left, isApart: later > 0 });
    },
    [commands, workbenchId, keep],
  );

  /** Fetches what stands around a message that is not here; its key in the list, or undefined off this path. */
  const reach = useCallback(
    async (messageId: string): Promise<string | undefined> => {
      const here = latest.current.items.find(({ id }) => id === messageId);
      if (here !== undefined) return keyOf(here);
      moves.current += 1;
      const move = moves.current;
      const reply = await commands.WorkshopHistory({ workbenchId, around: messageId, limit: pageSize });
      const found = reply.ok ? reply.value.items.find(({ id }) => id === messageId) : undefined;
      if (!reply.ok || found === undefined) return undefined;
      if (moves.current !== move) return keyOf(found);
      keep({ items: reply.value.items, earlier: reply.value.earlier, isApart: (reply.value.later ?? 0) > 0 });
      return keyOf(found);
    },
    [commands, workbenchId, keep],
  );
  const loadOlder = useCallback(() => void load('before'), [load]);
  const loadNewer = useCallback(() => void load('after'), [load]);
  const toNewest = useCallback(() => {
    moves.current += 1;
    setFetched(undefined);
  }, []);
  return { items, earlier, isApart, loadOlder, loadNewer, reach, toNewest };
};
