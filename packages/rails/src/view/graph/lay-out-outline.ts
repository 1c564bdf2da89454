import type { LoopOutline, Outline, OutlineEntry } from '@atelier/contracts';
import type { GraphItem, GraphLink, RunLayout } from './items.ts';

export type OutlineLayoutOptions = {
  readonly outline: Outline;
  /** Loops a person folded. */
  readonly folded: ReadonlySet<string>;
};

/** A workflow as it will be walked: steps below one another, the body of a loop beside it with the way back. */
export const layOutOutline = ({ outline, folded }: OutlineLayoutOptions): RunLayout => {
  const items: GraphItem[] = [];
  const links: GraphLink[] = [];
  let row = 0;

  const place = (entries: readonly OutlineEntry[], lane: number, from: string | null): string | null => {
    let above = from;
    entries.forEach((entry, at) => {
      const item = itemOf(entry, lane, row, folded);
      row += 1;
      items.push(item);
      if (above !== null) {
        const kind = at === 0 ? 'branch' : 'path';
        links.push({ id: `${above}>${item.id}`, from: above, to: item.id, kind, cause: null });
      }
      if (entry.kind === 'loop' && !folded.has(item.id)) {
        const last = place(entry.body, lane + 1, item.id);
        if (last !== null && last !== item.id)
          links.push({ id: `${last}>${item.id}`, from: last, to: item.id, kind: 'again', cause: null });
      }
      above = item.id;
    });
    return above;
  };
  place(outline, 0, null);
  return { items, links };
};

const itemOf = (entry: OutlineEntry, lane: number, row: number, folded: ReadonlySet<string>): GraphItem =>
  entry.kind === 'loop'
    ? { kind: 'loop', id: loopItemId(entry), lane, row, loop: entry, folded: folded.has(loopItemId(entry)) }
    : { kind: 'step', id: `step:${entry.stepId}`, lane, row, step: entry };

export const loopItemId = ({ loopId }: Pick<LoopOutline, 'loopId'>): string => `loop:${loopId}`;
