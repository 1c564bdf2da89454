import type { WorkbenchCard } from '@atelier/contracts';
import { Hammer } from 'lucide-react';
import type { Atelier } from '../../client/atelier.ts';
import type { FoundItem } from '../surface.ts';

const ofEach = 5;

const benchItem = ({ workbenchId, name, updatedAt }: WorkbenchCard): FoundItem => ({
  id: `workbench.${workbenchId}`,
  title: name,
  at: updatedAt,
  path: `/workshop/${workbenchId}`,
  kind: 'workshop:found.benches',
  icon: Hammer,
});

/** Workbenches by their name. */
export const findInWorkshop = async ({ commands }: Atelier, query: string): Promise<readonly FoundItem[]> => {
  const reply = await commands.WorkbenchList({ query, limit: ofEach });
  return reply.ok ? reply.value.cards.map(benchItem) : [];
};

/** What waits for a person in Workshop, and what was worked on last. */
export const loadHome = async ({ commands }: Atelier) => {
  const reply = await commands.WorkbenchList({ limit: 4 * ofEach });
  const cards = reply.ok ? reply.value.cards : [];
  return {
    needsYou: cards.filter(({ waitsFor }) => waitsFor !== null).map(benchItem),
    recent: cards
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
      .slice(0, ofEach)
      .map(benchItem),
  };
};
