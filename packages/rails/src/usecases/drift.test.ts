import { expect, test } from 'vitest';
import { createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

const before = linear('project.ab', ['a', { id: 'b', title: 'b', prompt: 'The old words.' }]);
const after = linear('project.ab', ['a', { id: 'b', title: 'b', prompt: 'The new words.' }]);

test('[RL-32] [lock:pin-authority] [lock:no-recompile] a source edited or deleted changes no prompt and is warned about', async () => {
  const world = createTestWorld({ 'project.ab': before });
  const a = await world.start('project.ab');
  expect((await world.rehydrate(a)).warnings).toBeUndefined();
  world.catalogue.set('project.ab', after);
  expect((await world.rehydrate(a)).warnings?.map(({ code }) => code)).toEqual(['WORKFLOW_SOURCE_DRIFT']);
  const gone = world.restarted({
    catalog: {
      list: async () => ({ workflows: [], problems: [] }),
      help: async () => ({}),
      check: async () => {
        throw new Error('the compiler is not needed after a start');
      },
      find: async () => {
        throw new Error('a pinned run does not compile');
      },
    },
  });
  gone.catalogue.delete('project.ab');
  const b = okAnswer(await gone.advance(a, notes('did a')));
  expect(b.pending?.prompt).toContain('The old words.');
  const back = await gone.rehydrate(b);
  expect(back.pending?.prompt).toContain('The old words.');
  expect(back.warnings?.map(({ code }) => code)).toEqual(['WORKFLOW_SOURCE_DRIFT']);
});
