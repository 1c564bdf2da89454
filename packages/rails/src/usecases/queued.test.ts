import { sha256 } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { stillQueued } from '../core/plan/queued-changes.ts';
import { createTestWorld, linear, okAnswer } from '../testing/world.ts';

test('a queued change that changes nothing any more is settled by the next advance, and undoes no later wish', async () => {
  const world = createTestWorld({ 'project.long': linear('project.long', ['a', 'b', 'c', 'd']) });
  const at = await world.start('project.long');
  const { sessionId } = at.session;
  const intent = { intentId: 'wish', kind: 'set_preferences', change: { autonomy: 'guided' } } as const;
  await world.deps.intents.queue(sessionId, intent);
  const second = okAnswer(await world.advance(at));
  expect(stillQueued(sha256, await world.session(sessionId), [intent])).toEqual([]);

  const third = okAnswer(await world.advance(second, { preferences: { autonomy: 'full_auto_never_stop' } }));
  expect(okAnswer(await world.advance(third)).preferences.autonomy).toBe('full_auto_never_stop');
  const changes = (await world.events(sessionId)).filter(({ kind }) => kind === 'preferences_changed');
  expect(changes).toHaveLength(3);
});

test('settling a change that changes nothing warns of nothing', async () => {
  const world = createTestWorld({
    'project.careful': linear('project.careful', ['a', 'b'], { recommendedPreferences: { autonomy: 'guided' } }),
  });
  const at = await world.start('project.careful', { preferences: { autonomy: 'full_auto_never_stop' } });
  expect(at.warnings).toHaveLength(1);
  await world.deps.intents.queue(at.session.sessionId, {
    intentId: 'again',
    kind: 'set_preferences',
    change: { autonomy: 'full_auto_never_stop' },
  });
  expect(okAnswer(await world.advance(at)).warnings).toBeUndefined();
});
