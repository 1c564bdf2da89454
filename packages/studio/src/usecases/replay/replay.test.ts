import type { StudioEvent } from '@atelier/contracts/studio';
import { err, ok } from '@atelier/kernel/core';
import { createPortableLines } from '@atelier/kernel/usecases';
import { expect, test } from 'vitest';
import { liveOf } from '../../core/fold/records.ts';
import { entityHash, specHash } from '../../core/patch/hash.ts';
import type { PortableTrace } from '../../core/replay/portable-trace.ts';
import type { SkillModels } from '../../ports/skill-models.ts';
import { local, studioWorld } from '../../testing/studio-world.ts';
import { createHistory } from '../history.ts';
import { createMembers } from '../members.ts';
import { exportTrace } from './export-trace.ts';
import { replayTrace } from './replay-trace.ts';

type World = ReturnType<typeof studioWorld>;

const exported = async ({ ports }: World, projectId: string, turnId: string, caller = local): Promise<Uint8Array> => {
  const summary = await createHistory(ports).trace(projectId, turnId, caller);
  if (!summary.ok) throw new Error(summary.error.code);
  const parts = await exportTrace(ports)(projectId, turnId, summary.value, caller);
  if (!parts.ok) throw new Error(parts.error.code);
  const pieces: Uint8Array[] = [];
  for await (const piece of parts.value) pieces.push(piece);
  return Buffer.concat(pieces);
};
const replay = ({ ports }: World, file: Uint8Array) =>
  replayTrace(ports.sha256)(
    (async function* () {
      yield file;
    })(),
  );
const linesOf = (file: Uint8Array): PortableTrace[] =>
  new TextDecoder()
    .decode(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.slice(65)) as PortableTrace);
/** The same file as somebody would have exported it who recorded something else. */
const rewritten = ({ ports }: World, file: Uint8Array, from: string, to: string): Uint8Array => {
  const { line } = createPortableLines<PortableTrace>(ports.sha256);
  const json = JSON.stringify(linesOf(file));
  expect(json).toContain(from);
  return Buffer.concat((JSON.parse(json.replaceAll(from, to)) as PortableTrace[]).map(line));
};

/** Answers one skill as a provider would; anything else finds nobody there. */
const answering = (name: string, value: object): SkillModels => ({
  isChosen: async (purpose) => purpose === 'skill',
  generate: async (ask) => {
    const parsed = ask.name === name ? ask.schema.safeParse(value) : undefined;
    return parsed?.success
      ? ok({ value: parsed.data, provider: 'openai', modelId: 'm', tokensIn: 9, tokensOut: 3, costMicros: 1 })
      : err({ reason: 'provider_down' });
  },
});

test('every kind of turn that was recorded comes to the same result again, and no model is asked', async () => {
  const world = studioWorld({ readerLang: 'en' });
  const { projectId } = await world.demo();
  await world.commitWorkspace(null, () =>
    ok([{ kind: 'company.set', data: { by: 'local', company: { name: { he: 'סטודיו', en: 'Studio' } } } }]),
  );
  const records = async () => (await world.state(projectId)).records;
  const draft = async () => (await world.state(projectId)).sessions.get('local')?.draft;
  const expectedDraftRevision = async () => (await draft())?.revision ?? 1;
  const say = (text: string) => world.say(projectId, text);
  const run = (event: StudioEvent) => world.done(projectId, event);

  await say('how much is the logo wall?');
  await say('תוסיף דלפק קבלה');
  await say('תעשה אותו כחול');
  const edits = [{ opId: (await draft())?.ops[0]?.opId ?? '', include: true }];
  await run({ type: 'editDraft', expectedDraftRevision: await expectedDraftRevision(), edits });
  const acknowledge = (await draft())?.issues.map(({ code }) => code) ?? [];
  await run({ type: 'applyDraft', expectedDraftRevision: await expectedDraftRevision(), acknowledge });
  const asked = await say('תצבע את הקיר בלבן');
  expect(asked.outcome).toBe('needs_scope');
  const [candidate] = asked.needsScope?.candidates ?? [];
  await run({ type: 'resolveScope', turnId: asked.turnId, choice: { elementIds: [candidate?.elementId ?? ''] } });
  await run({ type: 'rerunDraft', expectedDraftRevision: await expectedDraftRevision() });
  await run({ type: 'parkDraft' });
  await run({ type: 'generateQuestions' });
  await run({ type: 'saveAnswers', answers: { 'pln.power': 'single' } });
  await say('prepare the client quote');
  await run({ type: 'discardDraft' });
  await say('what is missing?');
  const elements = liveOf((await records()).element);
  const expectedSpecHashes = Object.fromEntries(elements.map((each) => [each.id, specHash(world.ports.sha256, each)]));
  await run({ type: 'approveElement', elementIds: elements.map(({ id }) => id), expectedSpecHashes });
  const [task] = liveOf((await records()).task);
  if (!task) throw new Error('no task');
  await run({
    type: 'manualEdit',
    ops: [{ op: 'set', opId: 'e', entity: 'task', id: task.id, changes: { crew: 4 } }],
    ifMatch: { [task.id]: entityHash(world.ports.sha256, 'task', task) },
  });
  const { changeSets } = await world.state(projectId);
  await run({ type: 'undoChangeSet', changeSetId: changeSets.at(-1)?.changeSetId ?? '' });
  await run({ type: 'setPins', pinnedStage: 'planning' });
  const held = await run({ type: 'issueQuote', locale: 'he' });
  const acknowledged = held.blockers.flatMap(({ code, ack }) => (ack ? [code] : []));
  const issued = await run({ type: 'issueQuote', locale: 'he', acknowledge: acknowledged });
  expect([issued.outcome, issued.blockers]).toEqual(['done', []]);
  const conversations = [{ tab: 'planning', messages: [{ role: 'user', text: 'האירוע ב-17.6, 400 אורחים' }] }];
  await run({ type: 'importLegacy', source: 'old', conversations } as StudioEvent);

  expect((await world.state(projectId)).quotes.size).toBe(1);
  const turns = [...(await world.state(projectId)).turns.values()];
  expect(new Set(turns.map(({ eventType }) => eventType)).size).toBeGreaterThanOrEqual(15);
  for (const { turnId, eventType } of turns) {
    const again = await replay(world, await exported(world, projectId, turnId));
    expect([eventType, again.ok && again.value.differences]).toEqual([eventType, []]);
  }
}, 60_000);

const toBlue = {
  assistantText: 'The counter is blue.',
  draft: {
    title: { he: null, en: 'Blue' },
    carry: null,
    dropped: [],
    ops: [
      {
        op: 'set',
        entity: 'element',
        reason: { he: null, en: 'As asked' },
        handle: 'e1',
        changes: [{ path: 'notes.en', value: 'a matt finish' }],
      },
    ],
  },
  proposedFacts: [],
  handoff: null,
};

test('what a model answered is played back; another answer, or another prompt, is named with its step', async () => {
  const world = studioWorld({ models: answering('change.request', toBlue) });
  const { projectId } = await world.demo();
  const said = await world.say(projectId, 'change the finish of the logo wall');
  expect(said.render.kind).toBe('draft_changes');
  const file = await exported(world, projectId, said.turnId);
  expect(await replay(world, file)).toMatchObject({ ok: true, value: { answers: 1, differences: [] } });

  const first = async (recorded: string, instead: string) => {
    const again = await replay(world, rewritten(world, file, recorded, instead));
    return again.ok && again.value.differences[0];
  };
  expect(await first('"value":"a matt finish"', '"value":"a gloss finish"')).toMatchObject({
    step: 'changes',
    field: expect.stringMatching(/^draft[.]revised.*notes[.]en$/),
    recorded: 'a matt finish',
    now: 'a gloss finish',
  });
  // The prompt is built from the project as it was: with another project a model would be asked something else.
  expect(await first('Birch ply', 'Another ply')).toMatchObject({
    step: 'context',
    field: 'prompt of skill change.request',
  });
  // A router of another version would have written this.
  expect(await first('"route":"CHG"', '"route":"QA"')).toEqual({
    step: 'routing',
    field: 'turn.completed.routing.route',
    recorded: 'QA',
    now: 'CHG',
  });
  // Code that does not ask any more leaves an answer over.
  const unasked = await replay(world, rewritten(world, file, '"chosen":[["skill",true]', '"chosen":[["skill",false]'));
  expect(unasked.ok && unasked.value.differences).toContainEqual({
    step: 'model',
    field: 'skill change.request',
    recorded: 'asked',
    now: 'not asked',
  });
});

test('a changed byte, a cut file, a trace for reading and any other file are each refused by name', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const { turnId } = await world.say(projectId, 'how much is the logo wall?');
  const file = await exported(world, projectId, turnId);
  const refusal = async (bytes: Uint8Array) => {
    const read = await replay(world, bytes);
    return read.ok ? undefined : read.error;
  };
  const second = file.indexOf(10) + 200;
  expect(await refusal(file.with(second, (file[second] ?? 0) ^ 1))).toEqual({
    code: 'TRACE_DAMAGED',
    part: 'record 2',
  });
  expect(await refusal(file.subarray(0, file.length - 60))).toMatchObject({ code: 'TRACE_DAMAGED' });
  expect(await refusal(Buffer.concat([file, file]))).toMatchObject({ code: 'TRACE_DAMAGED' });
  expect(await refusal(new Uint8Array())).toEqual({ code: 'NOT_A_TRACE' });
  expect(await refusal(new TextEncoder().encode('{"a": 1}'))).toEqual({ code: 'NOT_A_TRACE' });
  const summary = await createHistory(world.ports).trace(projectId, turnId, local);
  const readable = JSON.stringify(summary.ok && summary.value, null, 2);
  expect(await refusal(new TextEncoder().encode(readable))).toEqual({ code: 'TRACE_WITHOUT_INPUTS' });
});

test('only an admin gets the file that shows everything, and no owner of one project; a turn of an older version says that it has none', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const set = createMembers(world.ports, world.commit).set;
  const editor = { userId: 'usr_editor', isAdmin: false };
  await set(projectId, { userId: editor.userId, role: 'editor' }, local);
  const { turnId } = await world.done(projectId, { type: 'chatMessage', text: 'how much is the logo wall?' }, editor);
  const owner = { userId: 'usr_owner', isAdmin: false };
  await set(projectId, { userId: owner.userId, role: 'owner' }, local);
  const { trace } = createHistory(world.ports);
  for (const who of [editor, owner]) {
    const seen = await trace(projectId, turnId, who);
    if (!seen.ok) throw new Error(seen.error.code);
    expect(seen.value.replay).toBe('for_admins');
    const refused = await exportTrace(world.ports)(projectId, turnId, seen.value, who);
    expect(refused).toEqual({ ok: false, error: { code: 'FORBIDDEN' } });
  }
  expect(await replay(world, await exported(world, projectId, turnId))).toMatchObject({ value: { differences: [] } });
});
