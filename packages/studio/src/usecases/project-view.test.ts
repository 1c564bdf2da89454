import { expect, test } from 'vitest';
import { studioWorld } from '../testing/studio-world.ts';
import { projectView } from './project-view.ts';
import { workspaceNow } from './workspace-now.ts';

test('a shared draft is read by others who may see costs, at its newest revision, and by nobody once it is private again', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const seenBy = async (userId: string, canSeeCosts = true) =>
    projectView(await world.state(projectId), await workspaceNow(world.ports), {
      userId,
      role: 'editor',
      canSeeCosts,
      sha256: world.ports.sha256,
    }).sharedDrafts;
  await world.say(projectId, 'paint the main stage red');
  expect(await seenBy('dana')).toEqual([]);
  await world.done(projectId, { type: 'shareDraft', shared: true });
  expect(await seenBy('dana')).toMatchObject([{ by: 'local', revision: 1, diff: [{ ops: [{ op: 'set' }] }] }]);
  expect(await seenBy('dana', false)).toEqual([]);
  expect(await seenBy('local')).toEqual([]);
  await world.say(projectId, 'make it blue');
  expect(await seenBy('dana')).toMatchObject([{ by: 'local', revision: 2 }]);
  await world.done(projectId, { type: 'shareDraft', shared: false });
  expect(await seenBy('dana')).toEqual([]);
});
