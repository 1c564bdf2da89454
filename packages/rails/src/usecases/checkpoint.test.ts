import { expect, test } from 'vitest';
import { artifact, createTestWorld, linear, notes, okAnswer, unwrap } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };

test('[RL-40] a checkpoint is no fork, its notes come back later, and its token adds nothing twice', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  const saved = unwrap(
    await world.checkpoint({ checkpointToken: a.checkpointToken ?? '', output: { notesMarkdown: 'half-way there' } }),
  );
  const again = unwrap(
    await world.checkpoint({ checkpointToken: a.checkpointToken ?? '', output: { notesMarkdown: 'half-way there' } }),
  );
  expect(again).toEqual(saved);
  expect(saved.stateToken).toBe(a.stateToken);
  const b = okAnswer(await world.advance(a, notes('did a')));
  expect(b.fork).toBeUndefined();
  const prompt = okAnswer(await world.rehydrate(b)).pending?.prompt ?? '';
  expect(prompt).toContain('half-way there');
  const events = await world.events(a.session.sessionId);
  expect(events.filter((event) => event.kind === 'node_created' && event.body.nodeKind === 'checkpoint')).toHaveLength(
    1,
  );
  expect(events.flatMap((event) => (event.kind === 'edge_created' ? [event.body.cause.kind] : []))).toEqual([
    'checkpoint_created',
    'intentional_fork',
  ]);
});

test('[lock:checkpoint-idempotent] [lock:checkpoint-not-fork] twenty saves with one token are one node, and advancing is no fork', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  const saves = await Promise.all(
    Array.from({ length: 20 }, () => world.checkpoint({ checkpointToken: a.checkpointToken ?? '' })),
  );
  expect(new Set(saves.map((save) => JSON.stringify(save))).size).toBe(1);
  const run = await world.run(a);
  expect([...run.nodes.values()].filter(({ kind }) => kind === 'checkpoint')).toHaveLength(1);
  expect(okAnswer(await world.advance(a, notes('did a')))).not.toHaveProperty('fork');
});

test('a blocked node can be saved at; a complete run cannot', async () => {
  const step = { id: 'a', title: 'a', prompt: 'a', output: { notesRequired: true } };
  const world = createTestWorld({ 'project.one': linear('project.one', [step]) });
  const a = await world.start('project.one');
  const blocked = await world.advance(a, artifact({ kind: 'x.y' }));
  expect(blocked.kind).toBe('blocked');
  expect((await world.checkpoint({ checkpointToken: blocked.checkpointToken ?? '' })).ok).toBe(true);
  await world.advance(blocked, notes('done'));
  expect((await world.run(a)).path.at(-1)?.pending).toBeNull();
});
