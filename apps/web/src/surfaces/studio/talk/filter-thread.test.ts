import type { ThreadMessage } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { filterThread, skillsIn } from './filter-thread.ts';

const message = (id: string, turnId: string, tags: Partial<ThreadMessage['tags']>): ThreadMessage => ({
  id,
  turnId,
  role: id.startsWith('u') ? 'user' : 'assistant',
  text: id,
  lang: 'en',
  seq: 1,
  at: '2026-06-01T08:00:00.000Z',
  by: 'dana',
  tags: { turnStage: 'planning', channel: 'chat', routedBy: 'heuristic', elementIds: [], ...tags },
});

const thread = [
  message('u1', 'trn_1', {}),
  message('a1', 'trn_1', { skillId: 'change.request', elementIds: ['el_wall'] }),
  message('u2', 'trn_2', { turnStage: 'ideation' }),
  message('a2', 'trn_2', { turnStage: 'ideation', skillId: 'ideation.ideas' }),
];
const ids = (filter: Parameters<typeof filterThread>[1]) => filterThread(thread, filter).map(({ id }) => id);

test('a turn is shown whole when one of its messages fits', () => {
  expect(ids({})).toEqual(['u1', 'a1', 'u2', 'a2']);
  expect(ids({ elementId: 'el_wall' })).toEqual(['u1', 'a1']);
  expect(ids({ skillId: 'ideation.ideas' })).toEqual(['u2', 'a2']);
  expect(ids({ stage: 'ideation' })).toEqual(['u2', 'a2']);
  expect(ids({ stage: 'ideation', elementId: 'el_wall' })).toEqual([]);
  expect(skillsIn(thread)).toEqual(['change.request', 'ideation.ideas']);
});
