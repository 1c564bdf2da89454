import type { ProjectCard } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { matchProjects } from './match-projects.ts';

const card = (projectId: string, more: Partial<ProjectCard>): ProjectCard => ({
  projectId,
  title: { he: 'השקת נובה', en: 'Nova launch' },
  clientName: 'נובה בע״מ',
  stage: 'planning',
  isArchived: false,
  isTemplate: false,
  ...more,
});

const cards = [
  card('prj_1', {}),
  card('prj_2', { eventDate: '2026-06-17', title: { en: 'Fair' }, clientName: 'Acme' }),
  card('prj_3', { isArchived: true, isTemplate: true }),
  card('prj_4', { isTemplate: true }),
];
const ids = (...args: [Parameters<typeof matchProjects>[1], string]) =>
  matchProjects(cards, ...args).map(({ projectId }) => projectId);

test('one shelf at a time, found by title in either language or by client', () => {
  expect(ids('current', '')).toEqual(['prj_2', 'prj_1']);
  expect(ids('templates', '')).toEqual(['prj_4']);
  expect(ids('archived', '')).toEqual(['prj_3']);
  expect(ids('current', 'נובה')).toEqual(['prj_1']);
  expect(ids('current', 'nova')).toEqual(['prj_1']);
  expect(ids('current', 'ACME')).toEqual(['prj_2']);
  expect(ids('current', 'nothing')).toEqual([]);
});
