import { err, ok } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { openIdeationQuestions } from '../core/decide/session.ts';
import { liveOf, projectOf } from '../core/fold/records.ts';
import { specHash } from '../core/patch/hash.ts';
import { daysOfFacts, daysToSet } from '../core/questions/days-to-set.ts';
import { knownAnswers } from '../core/questions/known-answers.ts';
import { overrideSkill } from '../core/skills/overrides.ts';
import type { SkillModels } from '../ports/skill-models.ts';
import { local, studioWorld } from '../testing/studio-world.ts';
import { createHistory } from './history.ts';

test('[ST-72] "finalize version" applies, names the version, and History marks it', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  await world.say(projectId, 'paint the main stage red');
  const done = await world.say(projectId, 'finalize version', { seenDraftRevision: 1 });
  expect(done.outcome).toBe('done');
  const named = (await world.state(projectId)).changeSets.at(-1)?.versionName;
  expect(named).toMatch(/^Version \d+$/);
  const history = await createHistory(world.ports).entries(projectId, { limit: 10 }, local);
  if (!history.ok) throw new Error(history.error.code);
  expect(history.value.entries.find(({ versionName }) => versionName === named)).toMatchObject({
    kind: 'changeset.applied',
    message: 'paint the main stage red',
    skillId: 'change.request',
  });
});

test('[ST-75] the critic answers with cards and parks what it proposes; the open draft stays as it is', async () => {
  const world = studioWorld();
  const projectId = await world.create('Counter only');
  const added = await world.say(projectId, 'add a counter');
  await world.done(projectId, {
    type: 'applyDraft',
    expectedDraftRevision: 1,
    acknowledge: added.warnings.map(({ code }) => code),
  });
  const [element] = (await world.state(projectId)).records.element.values();
  if (!element) throw new Error('no element');
  const expectedSpecHashes = { [element.id]: specHash(world.ports.sha256, element) };
  await world.done(projectId, { type: 'approveElement', elementIds: [element.id], expectedSpecHashes });
  await world.done(projectId, { type: 'advanceStage', to: 'planning', acknowledge: ['QUESTIONS_OPEN'] });
  await world.say(projectId, 'paint the counter red');
  const before = { ...(await world.state(projectId)).sessions.get('local') };
  const done = await world.say(projectId, 'what is missing in the plan?');
  expect(done).toMatchObject({ outcome: 'done', routing: { chosenSkillId: 'plan.critic' }, render: { kind: 'chat' } });
  const cards = done.render.kind === 'chat' ? (done.render.cards ?? []) : [];
  expect(cards.length).toBeGreaterThan(0);
  for (const { kind } of cards) expect(kind).toBe('issue');
  const session = (await world.state(projectId)).sessions.get('local');
  expect(session?.draft).toEqual(before.draft);
  expect(session?.parked.length).toBeGreaterThan(before.parked?.length ?? 0);
  const had = new Set(before.parked?.map(({ draftId }) => draftId));
  for (const { draftId, source } of session?.parked ?? []) if (!had.has(draftId)) expect(source).toBe('critic');
});

test('[ST-51] an admin’s words are in the next prompt, inside a frame nobody can change; locked fields refuse', async () => {
  const prompts: string[] = [];
  const models: SkillModels = {
    isChosen: async () => true,
    generate: async ({ system }) => {
      prompts.push(system);
      return err({ reason: 'provider_down' });
    },
  };
  const world = studioWorld({ models });
  const { projectId } = await world.demo();
  const { sha256 } = world.ports;
  const override = overrideSkill('change.request', { promptOverride: 'Prefer recycled timber.' }, sha256);
  if (!override.ok) throw new Error(override.error.code);
  await world.commitWorkspace(null, () =>
    ok([{ kind: 'skill.overridden', data: { by: 'local', override: override.value } }]),
  );
  await world.say(projectId, '/change paint the main stage red');
  expect(prompts.at(-1)).toContain('Prefer recycled timber.');
  expect(prompts.at(-1)).toMatch(/no instruction/);
  for (const field of ['skillId', 'stage', 'budgets', 'contextNeeds', 'minProjectStage', 'schemaHash'])
    expect(overrideSkill('change.request', { [field]: 'x' }, sha256)).toMatchObject({
      error: { code: 'FIELD_LOCKED', fields: [field] },
    });
});

test('an answered day that is not the project’s is one click from a draft, in both languages', async () => {
  const world = studioWorld();
  const projectId = await world.create('New');
  const answers = { 'ide.date': '2026-06-17' };
  const saved = await world.done(projectId, { type: 'saveAnswers', answers });
  expect((await world.state(projectId)).records.project.values().next().value).not.toHaveProperty('eventDate');
  const chips = [...saved.suggestedActions, ...daysToSet({}, answers, 'en')];
  expect(chips).toHaveLength(2);
  for (const { event } of chips) {
    const { render } = await world.done(projectId, event);
    expect(render).toMatchObject({ kind: 'draft_changes', draft: { ops: [{ changes: { eventDate: '2026-06-17' } }] } });
    await world.done(projectId, { type: 'discardDraft' });
  }
  expect(daysToSet({ eventDate: '2026-06-17' }, answers, 'he')).toEqual([]);
});

test('a day that was answered once is offered until the project has one, and by the plan too', async () => {
  const world = studioWorld();
  const projectId = await world.create('Stand');
  await world.done(projectId, { type: 'saveAnswers', answers: { 'ide.date': '2026-06-17', 'ide.venue': 'Hall 2' } });
  const { records } = await world.state(projectId);
  const facts = liveOf(records.fact);
  const [chip, ...others] = daysOfFacts({}, facts, 'he');
  expect(others).toEqual([]);
  expect(chip).toMatchObject({ label: { he: 'לקבוע את האירוע ל-17.6.2026' } });
  expect(daysOfFacts({ eventDate: '2026-06-20' }, facts, 'he')).toEqual([]);
  expect(
    daysOfFacts(
      {},
      facts.map((fact) => ({ ...fact, status: 'superseded' as const })),
      'he',
    ),
  ).toEqual([]);

  await world.say(projectId, 'add a counter');
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
  const [element] = liveOf((await world.state(projectId)).records.element);
  if (!element) throw new Error('no element');
  const expectedSpecHashes = { [element.id]: specHash(world.ports.sha256, element) };
  await world.done(projectId, { type: 'approveElement', elementIds: [element.id], expectedSpecHashes });
  await world.done(projectId, { type: 'advanceStage', to: 'planning', acknowledge: ['QUESTIONS_OPEN'] });
  const plan = await world.say(projectId, 'prepare a work plan');
  const offered = plan.suggestedActions.find(({ event }) => JSON.stringify(event).includes('17/6/2026'));
  expect(offered?.label.en).toBe('Set the event to 17.6.2026');
});

test('nobody is asked for a day or a place the project has', async () => {
  const world = studioWorld();
  const projectId = await world.create('Stand');
  const asked = async () => {
    const { render } = await world.done(projectId, { type: 'generateQuestions' });
    return render.kind === 'questions' ? render.questions.map(({ qid }) => qid) : [];
  };
  expect(await asked()).toContain('ide.date');
  await world.say(projectId, 'move the event to 2026-07-01');
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
  expect(await asked()).not.toContain('ide.date');
  expect(await asked()).toContain('ide.venue');
  const state = await world.state(projectId);
  const project = projectOf(state.records);
  expect(openIdeationQuestions(state, 'local')).toBe(5);
  expect(knownAnswers({ ...project, venue: { he: 'אולם 2' } }, { 'ide.date': '2026-08-01' })).toEqual({
    'ide.date': '2026-08-01',
    'ide.venue': 'אולם 2',
  });
});

test('a request whose scope was asked about is run again with what was chosen, and History names it', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const said = 'תצבע את הקיר באדום';
  const asked = await world.say(projectId, said);
  const media = asked.needsScope?.candidates.find(({ label }) => label.en === 'Media wall')?.elementId ?? '';
  const choice = { elementIds: [media] };
  await world.done(projectId, { type: 'resolveScope', turnId: asked.turnId, choice });
  for (const revision of [1, 2]) {
    const again = await world.done(projectId, { type: 'rerunDraft', expectedDraftRevision: revision });
    if (again.render.kind !== 'draft_changes') throw new Error(again.assistantMessage.text);
    expect(again.render.draft).toMatchObject({ revision: revision + 1, impact: { elementIds: [media] } });
  }
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 3 });
  const listed = await createHistory(world.ports).entries(projectId, { limit: 1 }, local);
  expect(listed.ok && listed.value.entries).toMatchObject([{ message: said }]);
  // What came of two requests is still two groups after both ran again.
  await world.say(projectId, 'paint the main stage red');
  await world.say(projectId, 'paint the info counter green');
  const both = await world.done(projectId, { type: 'rerunDraft', expectedDraftRevision: 2 });
  if (both.render.kind !== 'draft_changes') throw new Error(both.assistantMessage.text);
  expect(new Set(both.render.draft.ops.map(({ groupId }) => groupId)).size).toBe(2);
});

test('an earlier revision of an open draft is looked at as it was, by its owner alone', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const first = await world.say(projectId, 'תוסיף עמדת קפה');
  if (first.render.kind !== 'draft_changes') throw new Error(first.assistantMessage.text);
  const { draftId, impact } = first.render.draft;
  await world.say(projectId, 'תעשה אותה כחולה');
  const history = createHistory(world.ports);
  const at = async (revision: number, userId = 'local') => {
    const found = await history.draftRevision(projectId, { draftId, revision }, { userId, isAdmin: true });
    return found.ok ? found.value : found.error.code;
  };
  const [then, now] = [await at(1), await at(2)];
  if (typeof then === 'string' || typeof now === 'string') throw new Error('no revision');
  const opsOf = ({ diff }: typeof then) => diff.flatMap(({ ops }) => ops).length;
  expect([opsOf(then), opsOf(now)]).toEqual([10, 11]);
  expect(then.impact).toMatchObject({ subtotalDeltaMinor: impact.subtotalDeltaMinor });
  expect(JSON.stringify(then.diff)).not.toContain('#');
  // Looking changes nothing.
  expect((await world.state(projectId)).sessions.get('local')?.draft?.revision).toBe(2);
  expect([await at(3), await at(1, 'noa')]).toEqual(['DRAFT_NOT_FOUND', 'DRAFT_NOT_FOUND']);
});

test('a bare yes is asked back with one click, whatever revision was seen; a full phrase applies what was seen', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  await world.say(projectId, 'תצבע את דלפק המידע בכחול');
  const asked = await world.say(projectId, 'כן', { seenDraftRevision: 1 });
  expect([asked.outcome, asked.suggestedActions.map(({ event }) => event.type)]).toEqual(['rejected', ['applyDraft']]);
  expect((await world.state(projectId)).sessions.get('local')?.draft?.revision).toBe(1);
  const applied = await world.say(projectId, 'נראה טוב, מאשר', { seenDraftRevision: 1 });
  expect(applied.outcome).toBe('done');
  expect((await world.state(projectId)).sessions.get('local')?.draft).toBeNull();
});

test('what was proposed from an answer is settled once the answer is saved', async () => {
  const world = studioWorld();
  const projectId = await world.create();
  const answers = { 'ide.venue': 'Expo', 'ide.goal': 'השקה' };
  const asked = await world.done(projectId, { type: 'generateQuestions', pendingAnswers: answers });
  expect(asked.proposedFacts).toHaveLength(2);
  await world.done(projectId, { type: 'saveAnswers', answers: { ...answers, 'ide.venue': 'האנגר 11' } });
  const facts = [...(await world.state(projectId)).records.fact.values()];
  expect(facts.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'superseded', 'superseded']);
});
