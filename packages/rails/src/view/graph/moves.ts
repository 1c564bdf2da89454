import type { GraphItem, RunLayout } from './items.ts';

export type GraphMove = 'up' | 'down' | 'before' | 'after' | 'first' | 'last';

/** Where an arrow key leads: along the way up and down, across branches to either side. */
export const moveOnGraph = ({ items, links: all }: RunLayout, from: string, move: GraphMove): string | undefined => {
  const links = all.filter(({ kind }) => kind !== 'again');
  const here = items.find(({ id }) => id === from);
  if (!here) return items[0]?.id;
  const inLane = (lane: number): readonly GraphItem[] => items.filter((item) => item.lane === lane);
  switch (move) {
    case 'up':
      return links.find(({ to }) => to === from)?.from;
    case 'down': {
      const below = links.filter((link) => link.from === from);
      return (below.find(({ kind }) => kind === 'path') ?? below[0])?.to;
    }
    case 'before':
      return nearest(inLane(here.lane - 1), here.row) ?? links.find(({ to }) => to === from)?.from;
    case 'after':
      return nearest(inLane(here.lane + 1), here.row);
    case 'first':
      return inLane(here.lane)[0]?.id;
    case 'last':
      return inLane(here.lane).at(-1)?.id;
  }
};

const nearest = (items: readonly GraphItem[], row: number): string | undefined => {
  let best: GraphItem | undefined;
  for (const item of items) if (!best || Math.abs(item.row - row) < Math.abs(best.row - row)) best = item;
  return best?.id;
};
