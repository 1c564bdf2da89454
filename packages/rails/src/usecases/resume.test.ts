import { expect, test } from 'vitest';
import type { Observation } from '../core/events/bodies.ts';
import { createTestWorld, linear, notes, okAnswer, type TestWorld, unwrap } from '../testing/world.ts';

const files = { 'project.ab': linear('project.ab', ['a', 'b', 'c']), 'project.other': linear('project.other', ['x']) };
const SHA = 'a'.repeat(40);
const branch = (value: string): Observation => ({
  key: 'git_branch',
  value: { type: 'short_string', value },
  confidence: 'high',
});
const head = (value: string): Observation => ({
  key: 'git_head_sha',
  value: { type: 'git_sha1', value },
  confidence: 'high',
});
const here = { workspace: { path: '/w', confidence: 'high' as const } };

const startAt = async (world: TestWorld, facts: readonly Observation[], text: string) => {
  world.gitFacts.splice(0, world.gitFacts.length, ...facts);
  const at = await world.start('project.ab', here);
  return okAnswer(await world.advance(at, notes(text)));
};

test('[RL-41] sessions come by commit, then branch, then notes, with the reason, and each next call rehydrates', async () => {
  const world = createTestWorld(files);
  const byNotes = await startAt(world, [branch('elsewhere'), head('c'.repeat(40))], 'the login owner is unknown');
  const byBranch = await startAt(world, [branch('feature/login'), head('b'.repeat(40))], 'nothing');
  const bySha = await startAt(world, [branch('other'), head(SHA)], 'nothing');
  const { candidates } = unwrap(
    await world.resume({ gitHeadSha: SHA, gitBranch: 'feature/login', query: 'login owner' }),
  );
  expect(candidates.map(({ sessionId, whyMatched }) => [sessionId, whyMatched[0]])).toEqual([
    [bySha.session.sessionId, 'matched_head_sha'],
    [byBranch.session.sessionId, 'matched_branch'],
    [byNotes.session.sessionId, 'matched_notes'],
  ]);
  for (const candidate of candidates) {
    const back = await world.rehydrate(candidate.nextCall.params);
    expect(back).toMatchObject({
      nextIntent: 'rehydrate_only',
      pending: { stepId: 'b' },
      session: { sessionId: candidate.sessionId },
    });
  }
});

test('[RL-42] a query matches notes only where all of its words are', async () => {
  const world = createTestWorld(files);
  const both = await startAt(world, [], 'Who is the OWNER of auth?');
  await startAt(world, [], 'auth alone');
  await startAt(world, [], 'authowner');
  const { candidates } = unwrap(await world.resume({ query: 'auth owner' }));
  const matched = candidates.filter(({ whyMatched }) => whyMatched.includes('matched_notes'));
  expect(matched.map(({ sessionId }) => sessionId)).toEqual([both.session.sessionId]);
});

test('[lock:resume-deterministic] tiers, then unfinished before finished, then the newest; equal questions give equal lists', async () => {
  const world = createTestWorld(files);
  const old = await startAt(world, [], 'alpha one');
  const done = await world.start('project.other', { goal: 'alpha' });
  await world.advance(done);
  const fresh = await startAt(world, [], 'alpha two');
  const ids = async (query: Parameters<TestWorld['resume']>[0]) =>
    unwrap(await world.resume(query)).candidates.map(({ sessionId }) => sessionId);
  const expected = [fresh, old, done].map(({ session }) => session.sessionId);
  expect(await ids({ query: 'alpha' })).toEqual(expected);
  expect(await ids({ query: 'alpha' })).toEqual(expected);
  expect(await ids({ sessionId: old.session.sessionId })).toEqual([old.session.sessionId]);
  expect((await ids({ query: 'project other' }))[0]).toBe(done.session.sessionId);
  expect(
    unwrap(await world.resume({})).candidates.every(({ whyMatched }) => whyMatched.includes('recency_fallback')),
  ).toBe(true);
  expect(await ids({ gitBranch: 'x', query: 'alpha', prefer: 'text' })).toEqual(expected);
});

test('[RL-59] eight runs on one commit: the run whose words were asked for comes first, and no match is said', async () => {
  const world = createTestWorld(files);
  const facts = [branch('main'), head(SHA)];
  const goals = ['rotate oauth credentials', 'הצעת מחיר ללקוח', '修复登录页面', 'ship the billing exporter'];
  const runs = [];
  for (const goal of [...goals, 'one', 'two', 'three', 'four']) {
    world.gitFacts.splice(0, world.gitFacts.length, ...facts);
    runs.push(await world.start('project.ab', { ...here, goal }));
  }
  const ask = async (query: string) => unwrap(await world.resume({ query, workspacePath: '/w' }));
  for (const [at, query] of ['rotate oauth credentials', 'מחיר', '登录', 'billing export'].entries()) {
    const found = await ask(query);
    expect(found.candidates[0]?.sessionId).toBe(runs[at]?.session.sessionId);
    expect(found.noMatch).toBeUndefined();
  }
  expect(await ask('zanzibar')).toMatchObject({ noMatch: true, hint: expect.stringContaining('newest') });
});

test('the branch of the last advance counts, and coming back to an old branch is noticed', async () => {
  const world = createTestWorld(files);
  const root: Observation = { key: 'repo_root', value: { type: 'path', value: '/w' }, confidence: 'high' };
  const at = await startAt(world, [branch('one'), root], 'first');
  world.gitFacts.splice(0, 1, branch('two'));
  const next = okAnswer(await world.advance(at));
  expect(unwrap(await world.resume({ sessionId: at.session.sessionId })).candidates[0]?.gitBranch).toBe('two');
  world.gitFacts.splice(0, 1, branch('one'));
  await world.advance(next);
  expect(unwrap(await world.resume({ sessionId: at.session.sessionId })).candidates[0]?.gitBranch).toBe('one');
});

test('sessions that came as files are found where nothing was ever signed', async () => {
  const world = createTestWorld(files);
  await startAt(world, [], 'the travelling clue');
  const elsewhere = createTestWorld(files, { log: world.log, blobs: world.blobs, seed: 2 });
  const { candidates } = unwrap(await elsewhere.resume({ query: 'travelling clue' }));
  expect(candidates).toHaveLength(1);
  expect(okAnswer(await elsewhere.rehydrate(candidates[0] ?? { stateToken: '' })).pending?.stepId).toBe('b');
});

test('a run of a Workbench is offered to nobody but who names it', async () => {
  const world = createTestWorld(files);
  const own = await world.start('project.ab', { origin: { kind: 'workbench', workbenchId: 'wb_1' } });
  okAnswer(await world.advance(own, notes('the ledger of the attic')));
  const other = await startAt(world, [], 'the ledger of the cellar');
  const ids = async (request: Parameters<TestWorld['resume']>[0]) =>
    unwrap(await world.resume(request)).candidates.map(({ sessionId }) => sessionId);
  expect(await ids({ query: 'ledger attic' })).toEqual([other.session.sessionId]);
  expect(await ids({})).toEqual([other.session.sessionId]);
  expect(await ids({ sessionId: own.session.sessionId })).toEqual([own.session.sessionId]);
});

test('where nothing can be offered the answer says what to do, and asks for no look at a list that is empty', async () => {
  const world = createTestWorld(files);
  const ask = async (request: Parameters<TestWorld['resume']>[0]) => unwrap(await world.resume(request));
  expect(await ask({})).toEqual({ candidates: [], totalEligible: 0, hint: expect.stringContaining('start_workflow') });
  expect(await ask({ query: 'leak' })).toMatchObject({ noMatch: true, hint: expect.not.stringContaining('Listed') });
  const at = await startAt(world, [], 'the leak');
  const { sessionId } = at.session;
  expect(
    await ask({ sessionId: sessionId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) as typeof sessionId }),
  ).toEqual({
    candidates: [],
    totalEligible: 0,
    hint: expect.stringContaining('without sessionId'),
  });
  // Signs alone are no words: what is listed then is only the newest.
  expect(await ask({ query: '??? !' })).toMatchObject({ noMatch: true, candidates: [{ sessionId }] });
});
