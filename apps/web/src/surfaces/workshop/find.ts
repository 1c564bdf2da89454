import type { ValueOf, WorkbenchCard } from '@atelier/contracts';
import { File, Hammer } from 'lucide-react';
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

type FoundFile = ValueOf<'WorkbenchFilesFind'>['files'][number];

const fileItem = ({ workbenchId, name, path, updatedAt }: FoundFile): FoundItem => ({
  id: `workbench.${workbenchId}.${path}`,
  title: path,
  detail: name,
  at: updatedAt,
  path: `/workshop/${workbenchId}/view/${encodeURIComponent(path)}`,
  kind: 'workshop:found.files',
  icon: File,
});

/** Workbenches and the files in them, by name. */
export const findInWorkshop = async (
  { commands }: Pick<Atelier, 'commands'>,
  query: string,
): Promise<readonly FoundItem[]> => {
  if (query.trim() === '') return [];
  const [benches, files] = await Promise.all([
    commands.WorkbenchList({ query, limit: ofEach }),
    commands.WorkbenchFilesFind({ query, limit: ofEach }),
  ]);
  return [
    ...(benches.ok ? benches.value.cards.map(benchItem) : []),
    ...(files.ok ? files.value.files.map(fileItem) : []),
  ];
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
