import { expect, test } from 'vitest';
import { createTestWorld, linear, notes } from '../../testing/world.ts';
import { eventKinds, KEY, storedEventSchema } from './event.ts';

test('[lock:event-kinds-closed] there are fourteen kinds, and no other is taken', () => {
  expect([...eventKinds].sort()).toEqual([
    'advance_recorded',
    'capability_observed',
    'context_set',
    'decision_trace_appended',
    'divergence_recorded',
    'edge_created',
    'gap_recorded',
    'node_created',
    'node_output_appended',
    'observation_recorded',
    'preferences_changed',
    'run_started',
    'session_created',
    'validation_performed',
  ]);
});

test('[lock:dedupe-key-recipe] keys hold stable ids alone: no event id, no time, and a rerun has the same ones', async () => {
  const keysOf = async () => {
    const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', 'b']) }, { seed: 3 });
    const at = await world.start('project.ab', { context: { x: 1 } });
    await world.advance(at, {
      ...notes('did a'),
      context: { y: 2 },
      preferences: { autonomy: 'full_auto_never_stop' },
    });
    const page = await world.log.read(`session/${at.session.sessionId}`);
    return page.ok ? page.value.events : [];
  };
  const [first, second] = [await keysOf(), await keysOf()];
  expect(first.map(({ key }) => key)).toEqual(second.map(({ key }) => key));
  for (const event of first) {
    expect(event.key).toMatch(KEY);
    expect(event.key?.startsWith(`${event.kind}:`)).toBe(true);
    expect(event.key).not.toContain(event.id);
    expect(storedEventSchema().safeParse(event).success).toBe(true);
  }
  expect(new Set(first.map(({ key }) => key)).size).toBe(first.length);
});
