import { expect, test } from 'vitest';
import { notesOf, recapAt } from '../core/session/lineage.ts';
import { isTip, preferredTip } from '../core/session/tips.ts';
import { createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c', 'd']) };

test('[RL-05] advancing an earlier node makes a second child and tells what the branch held', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  const b = okAnswer(await world.advance(a, notes('did a')));
  const c = okAnswer(await world.advance(b, notes('did b')));
  await world.advance(c, notes('C is where it broke'));
  const forked = okAnswer(await world.advance(await world.rehydrate(a), notes('a again')));
  expect(forked.fork).toMatchObject({ cause: 'non_tip_advance', siblingCount: 1 });
  expect(forked.fork?.downstreamRecap).toContain('C is where it broke');
  const run = await world.run(a);
  expect(run.path[0]?.children).toHaveLength(2);
});

test('[RL-06] after a fork the new leaf is preferred and the old branch remains', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  const b = okAnswer(await world.advance(a, notes('did a')));
  const c = okAnswer(await world.advance(b, notes('did b')));
  await world.advance(await world.rehydrate(a), notes('a again'));
  const run = await world.run(a);
  const tips = run.path.filter(isTip);
  expect(tips).toHaveLength(2);
  expect(preferredTip(run)?.nodeId).toBe(run.path.at(-1)?.nodeId);
  expect(okAnswer(await world.rehydrate(c)).pending?.stepId).toBe('c');
});

test('[RL-07] two chats that advance one tip keep both outputs, each branch its own', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  const [one, two] = [await world.rehydrate(a), await world.rehydrate(a)];
  const [left, right] = await Promise.all([
    world.advance(one, notes('left way')),
    world.advance(two, notes('right way')),
  ]);
  const run = await world.run(a);
  const [first, second] = run.path.slice(1);
  const recaps = [first, second].map((node) => (node ? recapAt(run, node).map(notesOf) : []));
  expect(recaps).toEqual([['left way'], ['right way']]);
  expect(okAnswer(await world.rehydrate(left)).pending?.prompt).not.toContain('right way');
  expect(okAnswer(await world.rehydrate(right)).pending?.prompt).toContain('right way');
});

test('[lock:non-tip-forks] [lock:fork-harness] N attempts from one node are N branches with their causes', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  for (let index = 0; index < 12; index += 1) await world.advance(await world.rehydrate(a), notes(`way ${index}`));
  const events = await world.events(a.session.sessionId);
  const causes = events.flatMap((event) => (event.kind === 'edge_created' ? [event.body.cause.kind] : []));
  expect(causes).toEqual(['intentional_fork', ...Array.from({ length: 11 }, () => 'non_tip_advance')]);
  expect((await world.run(a)).path[0]?.children).toHaveLength(12);
  expect(events.filter((event) => event.kind === 'decision_trace_appended').at(-1)?.body).toMatchObject({
    entries: [{ kind: 'detected_non_tip_advance' }, { kind: 'selected_next_step' }],
  });
});
