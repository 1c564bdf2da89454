import type { StudioEvent } from '@atelier/contracts/studio';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { ok } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { priceProject } from '../core/accounting/accounting.ts';
import { liveOf } from '../core/fold/records.ts';
import { entityHash, specHash } from '../core/patch/hash.ts';
import { noModels, studioWorld } from '../testing/studio-world.ts';

type World = ReturnType<typeof studioWorld>;

/** A project at planning with one approved element, so that tasks and lines are open. */
const planning = async (world: World): Promise<string> => {
  const { projectId } = await world.demo();
  return projectId;
};
/** Another one, in which there is nothing but a counter. */
const planned = async (world: World): Promise<string> => {
  const projectId = await world.create('Launch');
  const added = await world.say(projectId, 'add a counter');
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1, acknowledge: acks(added.warnings) });
  const [element] = liveOf((await world.state(projectId)).records.element);
  if (!element) throw new Error('no element');
  const expectedSpecHashes = { [element.id]: specHash(world.ports.sha256, element) };
  await world.done(projectId, { type: 'approveElement', elementIds: [element.id], expectedSpecHashes });
  await world.done(projectId, { type: 'advanceStage', to: 'planning', acknowledge: ['QUESTIONS_OPEN'] });
  return projectId;
};
const totalOf = async (world: World, projectId: string): Promise<bigint> => {
  const { records, policy, pricing } = await world.state(projectId);
  if (!policy) throw new Error('no policy');
  return priceProject(records, policy, pricing).totalMinor;
};
const acks = (issues: readonly { readonly code: string; readonly ack?: boolean }[]): string[] =>
  issues.filter(({ ack }) => ack).map(({ code }) => code);
const kindsOf = async (world: World, projectId: string) => (await world.events(projectId)).map(({ kind }) => kind);

/** A logo wall is drafted, made blue in the same draft, and applied: all in words. */
const drawALogoWall = async (add: string, change: string, apply: string): Promise<unknown> => {
  const world = studioWorld();
  const projectId = await planned(world);
  const first = await world.say(projectId, add);
  if (first.render.kind !== 'draft_changes') throw new Error(first.assistantMessage.text);
  const count = (entity: string) =>
    first.render.kind === 'draft_changes'
      ? first.render.draft.ops.filter((op) => op.entity === entity && op.op === 'create').length
      : 0;
  expect([count('element'), count('task'), count('materialLine') + count('workLine')]).toEqual([1, 3, 6]);
  expect(first.render.draft.revision).toBe(1);
  const second = await world.say(projectId, change);
  if (second.render.kind !== 'draft_changes') throw new Error(second.assistantMessage.text);
  expect(second.render.draft).toMatchObject({ draftId: first.render.draft.draftId, revision: 2 });
  const warned = acks(second.render.draft.issues);
  if (warned.length > 0)
    await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 2, acknowledge: warned });
  else await world.say(projectId, apply, { seenDraftRevision: 2 });
  const kinds = await kindsOf(world, projectId);
  expect(kinds.filter((kind) => kind === 'draft.cleared')).toHaveLength(2);
  const walls = liveOf((await world.state(projectId)).records.element).filter(({ name }) => name.en === 'Logo wall');
  expect(walls).toMatchObject([{ colors: [{ name: { en: expect.stringMatching(/blue/i) } }] }]);
  const { records, changeSets } = await world.state(projectId);
  expect(changeSets.filter(({ source }) => source === 'draft')).toHaveLength(2);
  // All that came of it, without who made it when.
  const plain = (each: object) => ({ ...each, id: '', createdAt: '', updatedAt: '', updatedSeq: 0, origin: null });
  const named = walls.map(({ id: _id, aliases: _aliases, ...wall }) => plain(wall));
  return JSON.stringify([
    named,
    liveOf(records.materialLine).map(({ qtyMilli, unitCostMinor, wasteBps }) => [qtyMilli, wasteBps, unitCostMinor]),
    liveOf(records.workLine).map(({ pricing }) => pricing),
    liveOf(records.task).map(({ estimateMin, trade, crew }) => [trade, estimateMin, crew]),
  ]);
};

describe('from words to the project', () => {
  test('[ST-01] a logo wall is drafted, made blue in the same draft, and applied once', async () => {
    await drawALogoWall('add a logo wall', 'make it blue', 'apply');
  });
  test('[ST-02] the same in Hebrew ends in the same state', async () =>
    expect(await drawALogoWall('תוסיף קיר לוגו', 'תעשה אותו כחול', 'תחיל')).toBe(
      await drawALogoWall('add a logo wall', 'make it blue', 'apply'),
    ));

  test('[ST-23] "apply" from somebody who has not said what they saw asks for one click and applies nothing', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    await world.say(projectId, 'paint the main stage red');
    const asked = await world.say(projectId, 'apply');
    expect(asked).toMatchObject({
      outcome: 'rejected',
      suggestedActions: [{ event: { type: 'applyDraft', expectedDraftRevision: 1 } }],
    });
    expect(await kindsOf(world, projectId)).not.toContain('draft.cleared');
  });

  test('[ST-25] a question while a draft is open is answered, and the draft stays as it is', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    await world.say(projectId, 'paint the main stage red');
    const before = (await world.state(projectId)).sessions.get('local')?.draft;
    const answer = await world.say(projectId, 'how much does the info counter cost?');
    expect(answer).toMatchObject({
      outcome: 'done',
      render: { kind: 'chat' },
      routing: { chosenSkillId: 'project.qa' },
    });
    expect((await world.state(projectId)).sessions.get('local')?.draft).toEqual(before);
  });

  test('[ST-13] [ST-14] "the wall" of two is asked about; the answer touches only the one that was chosen', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const asked = await world.say(projectId, 'תצבע את הקיר באדום');
    expect(asked.outcome).toBe('needs_scope');
    expect(asked.needsScope?.candidates.map(({ label }) => label.en).sort()).toEqual(['Logo wall', 'Media wall']);
    expect((await world.state(projectId)).sessions.get('local')).toMatchObject({ draft: null });
    const chosen = asked.needsScope?.candidates.find(({ label }) => label.en === 'Media wall')?.elementId ?? '';
    const done = await world.done(projectId, {
      type: 'resolveScope',
      turnId: asked.turnId,
      choice: { elementIds: [chosen] },
    });
    if (done.render.kind !== 'draft_changes') throw new Error(done.assistantMessage.text);
    expect(done.render.draft.impact.elementIds).toEqual([chosen]);
    expect((await world.state(projectId)).sessions.get('local')?.settings.openScope).toBeNull();
    // While it is not known which is meant, nothing is applied: not even what was drafted before.
    const { draft } = (await world.state(projectId)).sessions.get('local') ?? {};
    await world.say(projectId, 'תצבע את הקיר בירוק');
    const early = await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: draft?.revision ?? 0 });
    expect(early).toMatchObject({ outcome: 'rejected', blockers: [{ code: 'NEEDS_SCOPE' }] });
    expect((await world.state(projectId)).sessions.get('local')?.draft).toEqual(draft);
  });
});

const hashOfElement = async (world: World, projectId: string, id: string): Promise<string> => {
  const element = (await world.state(projectId)).records.element.get(id);
  if (!element) throw new Error(id);
  return entityHash(world.ports.sha256, 'element', element);
};

describe('an action is done once', () => {
  test('[ST-05] the same key and body twice give one answer, one turn and one pair of messages', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const event: StudioEvent = { type: 'chatMessage', text: 'paint the main stage red' };
    const first = await world.send(projectId, event, undefined, 'the-same-key');
    const before = await kindsOf(world, projectId);
    const second = await world.send(projectId, event, undefined, 'the-same-key');
    expect(second).toEqual(first.ok ? ok({ ...first.value, replayed: true }) : first);
    const kinds = await kindsOf(world, projectId);
    expect(kinds).toEqual(before);
    expect(kinds.filter((kind) => kind === 'agentRun.recorded').length).toBeLessThanOrEqual(1);
    expect(kinds.filter((kind) => kind === 'message.added')).toHaveLength(2);
  });

  test('[ST-06] the same key with another body is refused and writes nothing; while it runs it is in progress', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    await world.send(projectId, { type: 'setPins', pinnedStage: 'planning' }, undefined, 'the-same-key');
    const before = (await world.events(projectId)).length;
    const other = await world.send(projectId, { type: 'setPins', pinnedStage: 'ideation' }, undefined, 'the-same-key');
    expect(other).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await world.events(projectId)).toHaveLength(before);

    const gate = Promise.withResolvers<void>();
    const slow = studioWorld({
      log: world.ports.log as never,
      models: { ...noModels, isChosen: () => gate.promise.then(() => false) },
    });
    const event: StudioEvent = { type: 'chatMessage', text: 'paint the main stage red' };
    const running = slow.send(projectId, event, undefined, 'slow-key-1');
    await expect.poll(() => kindsOf(world, projectId)).toContain('turn.started');
    await expect.poll(async () => (await world.send(projectId, event, undefined, 'slow-key-1')).ok).toBe(false);
    expect(await world.send(projectId, event, undefined, 'slow-key-1')).toMatchObject({
      error: { code: 'TURN_IN_PROGRESS' },
    });
    expect(await world.send(projectId, event, undefined, 'other-key-2')).toMatchObject({
      error: { code: 'SESSION_BUSY' },
    });
    gate.resolve();
    expect((await running).ok).toBe(true);
  });

  test('[ST-22] a draft that moved on is not applied under the eyes of somebody who saw the one before', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    for (const text of ['paint the main stage red', 'paint the main stage green', 'paint the main stage black'])
      await world.say(projectId, text);
    const applied = await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 2 });
    expect(applied).toMatchObject({ outcome: 'rejected', blockers: [{ code: 'DRAFT_REVISION_MISMATCH' }] });
    expect(await kindsOf(world, projectId)).not.toContain('draft.cleared');
  });

  test('[ST-45] two people apply disjoint drafts at the same time: both are there, and the log has no gap', async () => {
    const log = createMemoryLog();
    const [one, two] = [studioWorld({ log }), studioWorld({ log, start: '2026-04-17T08:00:00.000Z' })];
    const projectId = await planning(one);
    const noa = { userId: 'noa', isAdmin: true };
    await one.done(projectId, { type: 'chatMessage', text: 'paint the main stage red' });
    await two.done(projectId, { type: 'chatMessage', text: 'paint the info counter green' }, noa);
    const results = await Promise.all([
      one.send(projectId, { type: 'applyDraft', expectedDraftRevision: 1 }),
      two.send(projectId, { type: 'applyDraft', expectedDraftRevision: 1 }, noa),
    ]);
    expect(results).toMatchObject([{ value: { outcome: 'done' } }, { value: { outcome: 'done' } }]);
    const events = await one.events(projectId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    const { records } = await one.state(projectId);
    const colour = (name: string) =>
      [...records.element.values()].find((each) => each.name.en === name)?.colors[0]?.name.en;
    expect([colour('Main stage'), colour('Info counter')]).toEqual([
      expect.stringMatching(/red/i),
      expect.stringMatching(/green/i),
    ]);
  });

  test('[ST-44] a turn that was cut off can be sent again and did nothing; one that ended late writes nothing', async () => {
    const log = createMemoryLog();
    const gate = Promise.withResolvers<void>();
    const dying = studioWorld({ log, models: { ...noModels, isChosen: () => gate.promise.then(() => false) } });
    const projectId = await planning(dying);
    const lost = dying.send(projectId, { type: 'chatMessage', text: 'paint the main stage red' });
    await expect.poll(() => kindsOf(dying, projectId)).toContain('turn.started');

    const next = studioWorld({ log, start: '2026-04-16T09:00:00.000Z' });
    await next.turns.recover([projectId], false);
    const state = await next.state(projectId);
    expect(state.sessions.get('local')).toMatchObject({ activeTurn: null, draft: null });
    expect([...state.turns.values()].at(-1)).toMatchObject({ status: 'failed', errorCode: 'TURN_ABANDONED' });
    expect(state.messages.at(-1)).toMatchObject({ role: 'user', text: 'paint the main stage red' });
    const before = (await next.events(projectId)).length;
    gate.resolve();
    expect(await lost).toMatchObject({ ok: false, error: { code: 'TURN_ABANDONED' } });
    expect(await next.events(projectId)).toHaveLength(before);
    expect((await next.say(projectId, 'paint the main stage red')).outcome).toBe('done');
  });
});

describe('stages', () => {
  test('[ST-18] [ST-20] [ST-21] an idea gets elements only; the plan opens with an approved element', async () => {
    const world = studioWorld();
    const projectId = await world.create('Idea');
    const added = await world.say(projectId, 'add a counter');
    if (added.render.kind !== 'draft_changes') throw new Error(added.assistantMessage.text);
    expect(new Set(added.render.draft.ops.map(({ entity }) => entity))).toEqual(new Set(['element']));
    expect(added.assistantMessage.text).toMatch(/planning/i);
    await world.done(projectId, {
      type: 'applyDraft',
      expectedDraftRevision: 1,
      acknowledge: acks(added.render.draft.issues),
    });

    const gated = await world.say(projectId, '/plan');
    expect(gated).toMatchObject({
      outcome: 'rejected',
      blockers: [{ code: 'STAGE_GATED' }],
      suggestedActions: [{ event: { type: 'advanceStage', to: 'planning' } }],
    });
    const early = await world.done(projectId, { type: 'advanceStage', to: 'planning' });
    expect(early).toMatchObject({
      outcome: 'rejected',
      blockers: [{ code: 'STAGE_CRITERIA' }, { code: 'NO_APPROVED_ELEMENT' }, {}],
    });

    const [element] = liveOf((await world.state(projectId)).records.element);
    if (!element) throw new Error('no element');
    const expectedSpecHashes = { [element.id]: specHash(world.ports.sha256, element) };
    await world.done(projectId, { type: 'approveElement', elementIds: [element.id], expectedSpecHashes });
    const acknowledge = ['QUESTIONS_OPEN'];
    expect(await world.done(projectId, { type: 'advanceStage', to: 'planning', acknowledge })).toMatchObject({
      outcome: 'done',
    });
    expect(await kindsOf(world, projectId)).toContain('stage.changed');
    expect((await world.say(projectId, '/plan')).render.kind).toBe('draft_changes');
  });
});

describe('drafts', () => {
  test('[ST-26] what depends on an excluded creation is excluded with it, and nothing of it is applied', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const added = await world.say(projectId, 'add a plinth');
    if (added.render.kind !== 'draft_changes') throw new Error(added.assistantMessage.text);
    const before = await world.state(projectId);
    const sizes = [before.records.element.size, before.records.task.size, before.records.materialLine.size];
    const create = added.render.draft.ops.find((op) => op.entity === 'element');
    await world.done(projectId, {
      type: 'editDraft',
      expectedDraftRevision: 1,
      edits: [{ opId: create?.opId ?? '', include: false }],
    });
    const draft = (await world.state(projectId)).sessions.get('local')?.draft;
    expect(draft?.ops.filter(({ include }) => include)).toEqual([]);
    expect(await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 2 })).toMatchObject({
      outcome: 'rejected',
    });
    const { records } = await world.state(projectId);
    expect([records.element.size, records.task.size, records.materialLine.size]).toEqual(sizes);
  });

  test('[ST-27] a discarded draft is gone from view, its turns are kept, and it can be brought back', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const drafted = await world.say(projectId, 'paint the main stage red');
    if (drafted.render.kind !== 'draft_changes') throw new Error(drafted.assistantMessage.text);
    const { draftId, ops } = drafted.render.draft;
    await world.done(projectId, { type: 'discardDraft', expectedDraftRevision: 1 });
    const gone = await world.state(projectId);
    expect(gone.sessions.get('local')?.draft).toBeNull();
    expect(gone.turns.get(drafted.turnId)?.status).toBe('completed');
    await world.done(projectId, { type: 'restoreDraftRevision', draftId, revision: 1 });
    const back = (await world.state(projectId)).sessions.get('local')?.draft;
    expect(back?.draftId).toBe(draftId);
    expect(back?.ops.map(({ opId }) => opId)).toEqual(ops.map(({ opId }) => opId));
  });

  test('[ST-04] [ST-46] what somebody else changed meanwhile rejects the whole apply; a re-base leaves only what overlaps', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const noa = { userId: 'noa', isAdmin: true };
    const stage = [...(await world.state(projectId)).records.element.values()].find(
      ({ name }) => name.en === 'Main stage',
    );
    if (!stage) throw new Error('no stage');
    await world.say(projectId, 'paint the main stage red');
    const edit = async (changes: Record<string, string | number>) => {
      const ifMatch = { [stage.id]: await hashOfElement(world, projectId, stage.id) };
      const ops = [{ op: 'set' as const, opId: 'n1', entity: 'element' as const, id: stage.id, changes }];
      return world.done(projectId, { type: 'manualEdit', ops, ifMatch }, noa);
    };
    expect(await edit({ qty: 2 })).toMatchObject({ outcome: 'done' });
    const rejected = await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
    expect(rejected).toMatchObject({ outcome: 'rejected', blockers: [{ code: 'APPLY_CONFLICT' }] });
    expect(rejected.conflicts[0]).toMatchObject({ entityId: stage.id, fieldPath: 'colors', changedBy: 'noa' });
    const applied = (await world.events(projectId)).filter(
      ({ kind, data }) => kind === 'changeset.applied' && data.by === 'local',
    );
    expect(applied.filter(({ data }) => data.source === 'draft')).toEqual([]);

    const rebased = await world.done(projectId, { type: 'rebaseDraft', expectedDraftRevision: 1 });
    expect(rebased).toMatchObject({ outcome: 'done', conflicts: [] });
    const draft = (await world.state(projectId)).sessions.get('local')?.draft;
    expect(draft).toMatchObject({ revision: 2, status: 'open' });
    expect(await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 2 })).toMatchObject({
      outcome: 'done',
    });
    const after = (await world.state(projectId)).records.element.get(stage.id);
    expect(after).toMatchObject({ qty: 2, colors: [{ name: { en: expect.stringMatching(/red/i) } }] });
  });

  test('[ST-47] undoing a change is a draft that takes it back', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    const total = await totalOf(world, projectId);
    const hashes = async () => {
      const { records } = await world.state(projectId);
      return [...records.element.values()].map((element) => entityHash(world.ports.sha256, 'element', element));
    };
    const start = await hashes();
    const drafted = await world.say(projectId, 'paint the main stage red');
    if (drafted.render.kind !== 'draft_changes') throw new Error(drafted.assistantMessage.text);
    await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
    const before = await world.state(projectId);
    const changeSetId = before.changeSets.at(-1)?.changeSetId ?? '';
    const undo = await world.done(projectId, { type: 'undoChangeSet', changeSetId });
    expect(undo.outcome).toBe('done');
    expect((await world.state(projectId)).sessions.get('local')?.draft).toMatchObject({ source: 'undo', revision: 1 });
    await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
    const stage = [...(await world.state(projectId)).records.element.values()].find(
      ({ name }) => name.en === 'Main stage',
    );
    expect(stage?.colors).toEqual([]);
    expect(await hashes()).toEqual(start);
    expect(await totalOf(world, projectId)).toBe(total);
  });

  test('[ST-70] a draft is run again on the project as it is now', async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    await world.say(projectId, 'paint the main stage red');
    const again = await world.done(projectId, { type: 'rerunDraft', expectedDraftRevision: 1 });
    if (again.render.kind !== 'draft_changes') throw new Error(again.assistantMessage.text);
    expect(again.render.draft).toMatchObject({ revision: 2, status: 'open' });
    // Somebody else changed the same field: applied as it was it would collide, run again it would not.
    const noa = { userId: 'noa', isAdmin: true };
    const stage = liveOf((await world.state(projectId)).records.element).find(({ name }) => name.en === 'Main stage');
    const ifMatch = { [stage?.id ?? '']: await hashOfElement(world, projectId, stage?.id ?? '') };
    const changes = { colors: [{ name: { he: 'ירוק', en: 'green' } }] };
    const ops = [{ op: 'set' as const, opId: 'n', entity: 'element' as const, id: stage?.id ?? '', changes }];
    await world.done(projectId, { type: 'manualEdit', ops, ifMatch }, noa);
    const stale = await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 2 });
    expect(stale.blockers).toMatchObject([{ code: 'APPLY_CONFLICT' }]);
    const latest = await world.done(projectId, { type: 'rerunDraft', expectedDraftRevision: 2 });
    if (latest.render.kind !== 'draft_changes') throw new Error(latest.assistantMessage.text);
    expect(latest.render.draft).toMatchObject({ revision: 3, status: 'open', conflicts: [] });
    expect(latest.render.diff.flatMap((group) => group.ops).flatMap(({ fields }) => fields)).toMatchObject([
      { path: 'colors', from: [{ name: { en: 'green' } }] },
    ]);
    expect(await world.done(projectId, { type: 'rerunDraft', expectedDraftRevision: 1 })).toMatchObject({
      outcome: 'rejected',
      blockers: [{ code: 'DRAFT_REVISION_MISMATCH' }],
    });
    expect((await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 3 })).outcome).toBe('done');
  });
});

describe('questions', () => {
  test('[ST-03] the next questions reflect what was typed; nothing is saved, and facts are only proposed', async () => {
    const world = studioWorld();
    const projectId = await world.create('Questions');
    const first = await world.done(projectId, { type: 'generateQuestions' });
    if (first.render.kind !== 'questions') throw new Error(first.assistantMessage.text);
    const asked = first.render.questions.map(({ qid }) => qid);
    const pendingAnswers = { 'ide.goal': 'A product launch', 'ide.guests': 350, 'ide.venue': 'Harbour hall' };
    const next = await world.done(projectId, { type: 'generateQuestions', pendingAnswers });
    if (next.render.kind !== 'questions') throw new Error(next.assistantMessage.text);
    const qids = next.render.questions.map(({ qid }) => qid);
    expect(asked).toContain('ide.goal');
    expect(qids).not.toContain('ide.goal');
    expect(next.proposedFacts.map(({ key, status }) => [key, status])).toContainEqual(['guests', 'proposed']);
    const { settings } = (await world.state(projectId)).sessions.get('local') ?? {};
    expect(settings?.savedAnswers).toEqual({});
    expect(settings?.draftAnswers).toMatchObject(pendingAnswers);
  });
  test('[ST-07] with the questions channel pinned any text goes to the questions of the stage, and no model routes', async () => {
    let calls = 0;
    const models = {
      isChosen: async () => true,
      generate: async () => {
        calls += 1;
        return { ok: false as const, error: { reason: 'provider_down' as const } };
      },
    };
    const world = studioWorld({ models });
    const projectId = await world.create('Pinned');
    await world.done(projectId, { type: 'setPins', pinnedChannel: 'questions' });
    const before = calls;
    const answer = await world.say(projectId, 'blue and white');
    expect(answer.routing).toMatchObject({ chosenSkillId: 'ideation.questions', routedBy: 'pin' });
    // Its one call was the skill's own, which fell back to the rules.
    expect(calls - before).toBe(1);
    expect(answer.warnings).toMatchObject([{ code: 'OFFLINE_FALLBACK', refs: ['provider_down'] }]);
  });
});

test('what a button did is told in the language of the screen it stands on, whatever the project is written in', async () => {
  for (const [readerLang, said] of [
    ['en', 'Applied'],
    ['he', 'הוחל'],
  ] as const) {
    const world = studioWorld({ readerLang });
    const { projectId } = await world.demo();
    const drafted = await world.done(projectId, { type: 'chatMessage', text: 'add a coffee stand' });
    const applied = await world.done(projectId, {
      type: 'applyDraft',
      expectedDraftRevision: 1,
      acknowledge: acks(drafted.warnings),
    });
    expect(applied.assistantMessage.text).toContain(said);
    expect((await world.state(projectId)).messages.at(-1)?.text).toContain(said);
  }
});

test('[ST-55] without a key two runs under one clock write the same log, byte for byte', async () => {
  const run = async () => {
    const world = studioWorld();
    const projectId = await planning(world);
    await world.say(projectId, 'תוסיף עמדת קפה');
    await world.say(projectId, 'תעשה אותה כחולה');
    await world.done(projectId, { type: 'discardDraft' });
    const drafted = await world.say(projectId, 'תצבע את הבמה המרכזית באדום');
    if (drafted.render.kind !== 'draft_changes') throw new Error(drafted.assistantMessage.text);
    const acknowledge = acks(drafted.render.draft.issues);
    await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1, acknowledge });
    return world.events(projectId);
  };
  // Ids and times too: they come from the same clock and the same turns.
  const [one, two] = [await run(), await run()];
  expect(one.some(({ kind }) => kind === 'changeset.applied')).toBe(true);
  expect(JSON.stringify(one)).toBe(JSON.stringify(two));
});

test('the demo is priced to the agora, and no flag is open', async () => {
  const world = studioWorld();
  const { projectId, practiceId } = await world.demo();
  expect(await totalOf(world, projectId)).toBe(4_201_980n);
  expect([...(await world.state(projectId)).flags.values()].filter(({ status }) => status === 'open')).toEqual([]);
  const practice = await world.state(practiceId);
  expect(
    [...practice.records.materialLine.values(), ...practice.records.workLine.values()].filter(
      ({ status }) => status === 'orphaned',
    ),
  ).toHaveLength(1);
});
