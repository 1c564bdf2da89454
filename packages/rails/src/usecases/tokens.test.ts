import { expect, test } from 'vitest';
import { createTestWorld, linear, notes, okAnswer, tokensOf } from '../testing/world.ts';

const files = { 'project.ab': linear('project.ab', ['a', 'b']) };

test("[RL-08] one run's receipt with another run's state is a mismatch, and nothing is written", async () => {
  const world = createTestWorld(files);
  const [one, two] = [await world.start('project.ab'), await world.start('project.ab')];
  const before = [await world.events(one.session.sessionId), await world.events(two.session.sessionId)];
  const mixed = await world.tryAdvance({ ackToken: tokensOf(one).ackToken, stateToken: two.stateToken });
  expect(mixed).toMatchObject({ ok: false, error: { code: 'TOKEN_SCOPE_MISMATCH', reason: 'other_session' } });
  expect([await world.events(one.session.sessionId), await world.events(two.session.sessionId)]).toEqual(before);
});

test('[lock:token-scope] crossed runs, crossed nodes and wrong kinds are refused', async () => {
  const world = createTestWorld(files);
  const first = await world.start('project.ab');
  const joined = await world.start('project.ab', { joinStateToken: first.stateToken });
  const next = okAnswer(await world.advance(first, notes('a')));
  const code = async (request: { ackToken: string; stateToken?: string }) => {
    const refused = await world.tryAdvance(request);
    return refused.ok ? 'ok' : refused.error;
  };
  expect(await code({ ackToken: tokensOf(joined).ackToken, stateToken: first.stateToken })).toMatchObject({
    reason: 'other_run',
  });
  expect(await code({ ackToken: tokensOf(next).ackToken, stateToken: first.stateToken })).toMatchObject({
    reason: 'other_node',
  });
  expect(await code({ ackToken: first.stateToken })).toMatchObject({
    code: 'TOKEN_SCOPE_MISMATCH',
    reason: 'wrong_kind',
  });
});

test('[RL-09] a changed character is a copying error; a payload signed by another key is a bad signature', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  const last = at.stateToken.at(-1) === 'q' ? 'p' : 'q';
  expect(await world.tryRehydrate({ stateToken: at.stateToken.slice(0, -1) + last })).toMatchObject({
    ok: false,
    error: { code: 'TOKEN_INVALID_FORMAT', reason: 'checksum' },
  });
  const forger = createTestWorld(files, { seed: 7, log: world.log, blobs: world.blobs });
  const forged = await forger.start('project.ab');
  expect(await world.tryRehydrate({ stateToken: forged.stateToken })).toMatchObject({
    ok: false,
    error: { code: 'TOKEN_BAD_SIGNATURE' },
  });
});

test('[RL-10] a token in quotes with a line break is accepted', async () => {
  const world = createTestWorld(files);
  const { stateToken } = await world.start('project.ab');
  const wrapped = `\`"${stateToken.slice(0, 60)}\n   ${stateToken.slice(60)}"\` `;
  expect(okAnswer(await world.rehydrate({ stateToken: wrapped })).pending?.stepId).toBe('a');
  // What a chat in Hebrew, or one that shows Markdown, wraps around it.
  for (const around of [`\u200f${stateToken}\u200e`, `\u2068${stateToken}\u2069.`, `**${stateToken}**`])
    expect(okAnswer(await world.rehydrate({ stateToken: around })).pending?.stepId).toBe('a');
});

test('[RL-11] [lock:keyring-two-keys] tokens survive one rotation of the key and not two', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  await world.deps.keyring.rotate();
  expect(okAnswer(await world.rehydrate(at)).pending?.stepId).toBe('a');
  await world.deps.keyring.rotate();
  expect(await world.tryRehydrate(at)).toMatchObject({ ok: false, error: { code: 'TOKEN_BAD_SIGNATURE' } });
});

test('a token of a session that is not here names what is unknown', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  const elsewhere = createTestWorld(files, { keyring: world.deps.keyring, seed: 5 });
  expect(await elsewhere.tryRehydrate(at)).toMatchObject({
    ok: false,
    error: { code: 'TOKEN_UNKNOWN_NODE', what: 'session' },
  });
});

test('[RL-46] a joined run shares the session and advances by itself', async () => {
  const world = createTestWorld(files);
  const one = await world.start('project.ab');
  const two = await world.start('project.ab', { joinStateToken: one.stateToken });
  expect(two.session.sessionId).toBe(one.session.sessionId);
  expect(two.session.label).toBe('run 2 · ab · step a');
  const moved = okAnswer(await world.advance(two, notes('second run')));
  expect(moved.pending?.stepId).toBe('b');
  expect(okAnswer(await world.rehydrate(one)).pending?.stepId).toBe('a');
});
