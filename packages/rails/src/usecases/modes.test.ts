import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { artifact, blockedAnswer, createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

const gated = (more: JsonObject): JsonObject => ({ id: 'gate', title: 'Gate', prompt: 'Pass.', ...more });

test('[RL-23] a mode above the recommendation runs, and says so', async () => {
  const world = createTestWorld({
    'project.careful': linear('project.careful', ['a', 'b'], {
      recommendedPreferences: { autonomy: 'guided', riskPolicy: 'conservative' },
    }),
  });
  const at = await world.start('project.careful', { preferences: { autonomy: 'full_auto_stop_on_user_deps' } });
  expect(at.warnings?.map(({ code }) => code)).toEqual(['AUTONOMY_EXCEEDS_RECOMMENDATION']);
  expect(okAnswer(await world.advance(at)).pending?.stepId).toBe('b');
});

test('[RL-52] [lock:mode-never-hard-blocked] the warning names the recommended combination, every mode proceeds', async () => {
  const world = createTestWorld({
    'project.careful': linear('project.careful', ['a', 'b'], {
      recommendedPreferences: { autonomy: 'guided', riskPolicy: 'conservative' },
    }),
  });
  for (const autonomy of ['full_auto_stop_on_user_deps', 'full_auto_never_stop'] as const)
    for (const riskPolicy of ['conservative', 'balanced', 'aggressive'] as const) {
      const start = await world.start('project.careful');
      const at = okAnswer(await world.advance(start, { preferences: { autonomy, riskPolicy } }));
      expect(at.preferences).toEqual({ autonomy, riskPolicy });
      expect(at.warnings?.every(({ message }) => message.includes('`guided` with `conservative`'))).toBe(true);
      expect(at.warnings?.length).toBe(riskPolicy === 'conservative' ? 1 : 2);
      const gaps = [...(await world.run(at)).gaps.values()].map(({ gap }) => [gap.severity, gap.reason.category]);
      expect(gaps).toEqual(at.warnings?.map(() => ['warning', 'preference_exceedance']));
      expect(okAnswer(await world.advance(at)).isComplete).toBe(true);
    }
});

test('[RL-24] a confirmation waits for the user when guided and not in full auto', async () => {
  const world = createTestWorld({ 'project.ask': linear('project.ask', [gated({ requireConfirmation: true })]) });
  expect(await world.start('project.ask')).toMatchObject({
    nextIntent: 'await_user_confirmation',
    pending: { requireConfirmation: true },
  });
  const auto = await world.start('project.ask', { preferences: { autonomy: 'full_auto_stop_on_user_deps' } });
  expect(auto).toMatchObject({ nextIntent: 'perform_pending_then_continue', pending: { requireConfirmation: true } });
});

test('[RL-25] what only the user can give stops the run until it is supplied', async () => {
  const step = gated({ userDependency: { reason: 'needs_user_secret_or_token', contextKey: 'apiKey' } });
  const world = createTestWorld({ 'project.secret': linear('project.secret', [step, 'after']) });
  const start = await world.start('project.secret', { preferences: { autonomy: 'full_auto_stop_on_user_deps' } });
  const blocked = blockedAnswer(await world.advance(start, notes('tried')));
  expect(blocked).toMatchObject({
    retryable: false,
    blockers: [{ code: 'USER_ONLY_DEPENDENCY' }],
    nextIntent: 'await_user_confirmation',
  });
  expect(blocked).not.toHaveProperty('retryAckToken');
  const back = blockedAnswer(await world.rehydrate(blocked));
  expect(okAnswer(await world.advance(back, { context: { apiKey: 'set' } })).pending?.stepId).toBe('after');
});

const browsing = (need: string): JsonObject =>
  linear('project.web', ['work', 'end'], { capabilities: { web_browsing: need } });
const observed = (more: JsonObject) =>
  artifact({ kind: 'wr.capability_observation', capability: 'web_browsing', ...more });

test('[RL-26] [lock:capability-provenance] a required capability is probed first; a failure blocks and a claim unlocks nothing', async () => {
  const world = createTestWorld({ 'project.web': browsing('required') });
  const start = await world.start('project.web');
  expect(start.pending?.stepId).not.toBe('work');
  const failed = blockedAnswer(
    await world.advance(start, observed({ status: 'unavailable', result: 'failure', failureCode: 'tool_missing' })),
  );
  expect(failed.blockers[0]).toMatchObject({
    code: 'REQUIRED_CAPABILITY_UNAVAILABLE',
    pointer: { kind: 'capability', capability: 'web_browsing' },
  });
  expect(failed.blockers[0]?.suggestedFix).toContain('Ask the user');
  const claimed = blockedAnswer(
    await world.advance(await world.rehydrate(failed), observed({ status: 'available', claimedBy: 'user' })),
  );
  expect(claimed.blockers[0]?.code).toBe('REQUIRED_CAPABILITY_UNKNOWN');
  const tried = okAnswer(
    await world.advance(await world.rehydrate(claimed), observed({ status: 'available', result: 'success' })),
  );
  expect(tried.pending?.stepId).toBe('work');
});

test('[RL-27] a preferred capability that is missing degrades the run and is disclosed', async () => {
  const file = linear('project.helpers', ['work', 'end'], { capabilities: { delegation: 'preferred' } });
  const world = createTestWorld({ 'project.helpers': file });
  let at = await world.start('project.helpers');
  const failure = artifact({
    kind: 'wr.capability_observation',
    capability: 'delegation',
    status: 'unavailable',
    result: 'failure',
  });
  at = okAnswer(await world.advance(at, failure));
  expect(at.warnings?.map(({ code }) => code)).toEqual(['CAPABILITY_DEGRADED']);
  expect(at.pending?.stepId).toBe('end');
  expect(okAnswer(await world.advance(at)).isComplete).toBe(true);
});

test('a risk policy turns capability reasons into warnings and weakens nothing else', async () => {
  const world = createTestWorld({ 'project.web': browsing('required') });
  const aggressive = await world.start('project.web', { preferences: { riskPolicy: 'aggressive' } });
  const on = okAnswer(await world.advance(aggressive, observed({ status: 'unavailable', result: 'failure' })));
  expect(on.warnings?.map(({ code }) => code)).toEqual(['CAPABILITY_DEGRADED']);
  const silent = await world.start('project.web', { preferences: { riskPolicy: 'aggressive' } });
  expect(blockedAnswer(await world.advance(silent)).blockers.map(({ code }) => code)).toEqual([
    'MISSING_REQUIRED_OUTPUT',
  ]);
});

test('[lock:preferences-node-attached] a fork from an old node sees the preferences of that node', async () => {
  const world = createTestWorld({ 'project.abc': linear('project.abc', ['a', 'b', 'c']) });
  const a = await world.start('project.abc');
  const b = okAnswer(await world.advance(a, { preferences: { autonomy: 'full_auto_never_stop' } }));
  expect(b.preferences.autonomy).toBe('full_auto_never_stop');
  const fork = okAnswer(await world.advance(await world.rehydrate(a)));
  expect(fork.preferences.autonomy).toBe('guided');
});

test('a preference queued from outside moves nothing on rehydrate and is applied once, as the user, at the next node', async () => {
  const world = createTestWorld({ 'project.abc': linear('project.abc', ['a', 'b', 'c']) });
  const a = await world.start('project.abc');
  await world.deps.intents.queue(a.session.sessionId, {
    intentId: 'i1',
    kind: 'set_preferences',
    change: { autonomy: 'full_auto_never_stop' },
  });
  const before = await world.events(a.session.sessionId);
  const back = await world.rehydrate(a);
  expect(back.preferences.autonomy).toBe('guided');
  expect(await world.events(a.session.sessionId)).toEqual(before);
  const b = okAnswer(await world.advance(back));
  expect(b.preferences.autonomy).toBe('full_auto_never_stop');
  const c = okAnswer(await world.advance(b, { preferences: { autonomy: 'guided' } }));
  expect(c.preferences.autonomy).toBe('guided');
  const changes = (await world.events(a.session.sessionId)).filter(({ kind }) => kind === 'preferences_changed');
  expect(changes.map(({ body }) => (body as { source: string }).source)).toEqual(['system', 'user', 'user']);
});

test('a divergence is recorded on the node it explains', async () => {
  const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', 'b']) });
  const a = await world.start('project.ab');
  await world.advance(
    a,
    artifact({ kind: 'wr.workflow_divergence', reason: 'efficiency_skip', summary: 'Known already.' }),
  );
  const event = (await world.events(a.session.sessionId)).find(({ kind }) => kind === 'divergence_recorded');
  expect(event?.body).toMatchObject({ reason: 'efficiency_skip', summary: 'Known already.' });
  expect((await world.run(a)).path.at(-1)?.badges.divergences).toBe(1);
});

test('the text of a step says to ask first, wherever an agent comes to it, and only where it has to', async () => {
  const world = createTestWorld({
    'project.ask': linear('project.ask', [gated({ requireConfirmation: true }), 'last']),
  });
  const guided = await world.start('project.ask');
  expect(guided.pending?.prompt).toContain('ASK FIRST (System)');
  // Told only that nothing moved, an agent that lost its thread would do the step without its user.
  const back = await world.rehydrate(guided);
  expect(back.nextIntent).toBe('rehydrate_only');
  expect(back.pending?.prompt).toContain('ASK FIRST (System)');
  const auto = await world.start('project.ask', { preferences: { autonomy: 'full_auto_never_stop' } });
  expect(auto.pending?.prompt).not.toContain('ASK FIRST');
  const after = okAnswer(await world.advance(guided, notes('asked and done')));
  expect(after.pending?.prompt).not.toContain('ASK FIRST');
  // Here the way on is another place.
  expect((await world.rehydrate(guided)).pending?.prompt).not.toContain('ASK FIRST');
});
