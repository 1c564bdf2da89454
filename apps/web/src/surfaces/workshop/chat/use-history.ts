import type { WorkbenchItem } from '@atelier/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useBench } from '../bench/bench-context.ts';
import { joined, keyOf } from './message-items.ts';

const pageSize = 200;

type Older = { readonly items: readonly WorkbenchItem[]; readonly earlier: number };

/** The newest messages, and older ones fetched on demand. A rewind or restore begins anew with the newest. */
export const useHistory = () => {
  const { commands } = useAtelier();
  const { view, workbenchId } = useBench();
  const [older, setOlder] = useState<Older>();
  const isLoading = useRef(false);
  // What was fetched belongs to the path it was fetched on.
  const root = view.items[0]?.id;
  const knownRoot = useRef(root);
  const isJoined = older === undefined || older.items.length === 0 || root === undefined;
  useEffect(() => {
    if (knownRoot.current !== root && !isJoined && !older.items.some(({ id }) => id === root)) setOlder(undefined);
    knownRoot.current = root;
  }, [root, isJoined, older]);
  const items = older === undefined ? view.items : joined(older.items, view.items);
  const earlier = older?.earlier ?? view.earlier;
  const latest = useRef({ items, earlier });
  latest.current = { items, earlier };

  const loadOlder = useCallback(async (): Promise<boolean> => {
    const { items: known, earlier: left } = latest.current;
    const first = known.find(({ kind }) => kind !== 'note');
    if (left === 0 || first === undefined || isLoading.current) return false;
    isLoading.current = true;
    const reply = await commands.WorkshopHistory({ workbenchId, before: first.id, limit: pageSize });
    isLoading.current = false;
    if (!reply.ok || reply.value.items.length === 0) return false;
    const next = { items: joined(reply.value.items, known), earlier: reply.value.earlier };
    latest.current = next;
    setOlder(next);
    return true;
  }, [commands, workbenchId]);

  /** Fetches until a message is here; its key in the list, or undefined where it is not on this path. */
  const reach = useCallback(
    async (messageId: string): Promise<string | undefined> => {
      for (;;) {
        const found = latest.current.items.find(({ id }) => id === messageId);
        if (found !== undefined) return keyOf(found);
        if (!(await loadOlder())) return undefined;
      }
    },
    [loadOlder],
  );
  return { items, earlier, loadOlder: () => void loadOlder(), reach };
};
