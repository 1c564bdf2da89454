import type { ProjectView, StudioEvent } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let nth = 0;
const key = (): string => {
  nth += 1;
  return `request-${String(nth).padStart(6, '0')}`;
};

const demo = async (here: TestServer): Promise<string> => {
  const made = await here.client.StudioDemoCreate({ requestId: key() });
  if (!made.ok) throw new Error(made.error.code);
  return made.value.projectId;
};
const run = async ({ client }: TestServer, projectId: string, event: StudioEvent) => {
  const done = await client.RunStudioTurn({ projectId, idempotencyKey: key(), event });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
};
const viewOf = async ({ client }: TestServer, projectId: string) => {
  const got = await client.StudioGet({ projectId });
  if (!got.ok) throw new Error(got.error.code);
  return got.value.view;
};

test('a skill is worded differently, switched off, and put back; its runs are counted from the log', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  await run(here, projectId, { type: 'chatMessage', text: 'תוסיף עמדת קפה' });
  const cards = await here.client.StudioSkillsGet({});
  if (!cards.ok) throw new Error(cards.error.code);
  const ran = cards.value.skills.find(({ runs }) => runs.count > 0);
  expect(ran).toMatchObject({ runs: { count: 1, failed: 0 }, isEnabled: true, needsSync: 'no' });
  const skillId = ran?.skillId ?? '';

  const override = { skillId, isEnabled: false, promptOverride: 'Say it shortly.' };
  expect(await here.client.StudioSkillOverride({ requestId: key(), override })).toMatchObject({ ok: true });
  const refused = await run(here, projectId, { type: 'chatMessage', text: 'תוסיף עמדת צילום' });
  expect(refused).toMatchObject({ outcome: 'rejected', blockers: [{ code: 'SKILL_DISABLED' }] });
  expect(await here.client.StudioSkillRevert({ requestId: key(), skillId })).toMatchObject({ ok: true });
  const past = await here.client.StudioSkillHistoryGet({ skillId });
  expect(past.ok && past.value.changes).toMatchObject([{ setting: null }, { setting: override }]);
  expect(await here.client.StudioSkillRevert({ requestId: key(), skillId: 'no.such' })).toMatchObject({
    error: { code: 'SKILL_NOT_FOUND' },
  });

  const synced = await here.client.StudioSkillsSync({ requestId: key() });
  const again = await here.client.StudioSkillsSync({ requestId: key() });
  expect(synced).toMatchObject({ ok: true });
  // What is written already is not written twice.
  expect(again.ok && again.value.seq).toBe(synced.ok && synced.value.seq);

  const metrics = await here.client.StudioMetricsGet({});
  expect(metrics).toMatchObject({
    ok: true,
    value: { metrics: { drafts: { created: 1 }, skills: [{ skillId, runs: 1 }] } },
  });
  // A figure leads to what was recorded of the request behind it.
  const slowest = metrics.ok ? metrics.value.metrics.slow[0] : undefined;
  const { projectId: where = '', turnId = '' } = slowest ?? {};
  const traced = await here.client.StudioTurnTraceGet({ projectId: where, turnId });
  expect(traced).toMatchObject({
    ok: true,
    value: { trace: { userMessage: 'תוסיף עמדת קפה', skillRun: { skillId, provider: 'builtin' } } },
  });
});

test('a skill is tried on a project as it stands, and nothing of it is recorded there', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const before = await here.client.StudioGet({ projectId });
  const tried = await here.client.StudioSkillTry({
    projectId,
    skillId: 'change.request',
    text: 'תוסיף עמדת קפה',
    promptOverride: 'Say it shortly.',
  });
  expect(tried).toMatchObject({ ok: true, value: { trial: { modelId: null, text: expect.stringMatching(/./) } } });
  const added = tried.ok ? tried.value.trial.diff.flatMap(({ ops }) => ops) : [];
  expect(added).toContainEqual(expect.objectContaining({ op: 'create', entity: 'element' }));
  const after = await here.client.StudioGet({ projectId });
  expect(after.ok && after.value.seq).toBe(before.ok && before.value.seq);
  expect((await viewOf(here, projectId)).session.draft).toBeNull();
  const unclear = await here.client.StudioSkillTry({ projectId, skillId: 'change.request', text: 'paint it red' });
  expect(unclear).toMatchObject({ value: { trial: { diff: [], questions: [{ en: expect.any(String) }] } } });
  expect(await here.client.StudioSkillTry({ projectId, skillId: 'no.such', text: 'x' })).toMatchObject({
    error: { code: 'SKILL_NOT_FOUND' },
  });
});

test('a trace names the change each finding is about', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const { turnId } = await run(here, projectId, { type: 'chatMessage', text: 'add a coffee stand' });
  const traced = await here.client.StudioTurnTraceGet({ projectId, turnId });
  const found = traced.ok ? traced.value.trace.validation : traced.error.code;
  expect(found).toContainEqual({ code: expect.any(String), severity: expect.any(String), opId: expect.any(String) });
});

test('my tasks are those somebody gave me, over all projects, the most urgent first', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  expect(await here.client.StudioMyTasks({})).toEqual({ ok: true, value: { tasks: [] } });
  const view = await viewOf(here, projectId);
  const [first, second] = view.tasks;
  if (!first || !second) throw new Error('no tasks');
  const me = view.project.createdBy;
  await run(here, projectId, {
    type: 'manualEdit',
    ops: [
      { op: 'set', opId: 'a', entity: 'task', id: first.id, changes: { assigneeId: me, dueDate: '2027-02-01' } },
      { op: 'set', opId: 'b', entity: 'task', id: second.id, changes: { assigneeId: me, dueDate: '2026-12-01' } },
    ],
    ifMatch: { [first.id]: view.hashes[first.id] ?? '', [second.id]: view.hashes[second.id] ?? '' },
  });
  const tasks = await here.client.StudioMyTasks({});
  expect(tasks.ok && tasks.value.tasks.map(({ task }) => task.id)).toEqual([second.id, first.id]);
});

test('[ST-52] an old conversation proposes facts with their messages; again it adds none; switched off it is unknown', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const before = (await viewOf(here, projectId)).facts.length;
  const event: StudioEvent = {
    type: 'importLegacy',
    source: 'planning.json',
    conversations: [
      {
        tab: 'planning',
        messages: [
          { role: 'user', text: 'התקציב הוא 40,000 ש"ח ויהיו 250 אורחים' },
          { role: 'assistant', text: 'רשמתי.' },
        ],
      },
    ],
  };
  await run(here, projectId, event);
  const after = await viewOf(here, projectId);
  const found = after.facts.slice(before);
  expect(found.length).toBeGreaterThan(0);
  for (const fact of found) {
    expect(fact).toMatchObject({ status: 'proposed', source: { kind: 'legacy' } });
    expect(fact.source.ref).toMatch(/^leg_[a-z0-9]+#0$/);
  }
  const kept = await here.client.StudioLegacyGet({ projectId });
  expect(kept).toMatchObject({ ok: true, value: { conversations: [{ source: 'planning.json' }] } });
  await run(here, projectId, event);
  expect((await viewOf(here, projectId)).facts).toHaveLength(after.facts.length);

  await run(here, projectId, { type: 'setProjectSettings', studioTabV1: false });
  expect(await here.client.StudioGet({ projectId })).toMatchObject({ error: { code: 'FEATURE_DISABLED' } });
  expect(await here.client.StudioLegacyGet({ projectId })).toMatchObject({ error: { code: 'FEATURE_DISABLED' } });
  const turn = { projectId, idempotencyKey: key(), event: { type: 'chatMessage', text: 'hello' } };
  expect(await here.client.RunStudioTurn(turn)).toMatchObject({ error: { code: 'FEATURE_DISABLED' } });
});

test('[ST-86] a new rate of VAT is published by one action and lists what it moves, the next event first', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const second = await here.client.StudioProjectClone({
    requestId: key(),
    projectId,
    title: { he: 'מוקדם', en: 'Sooner' },
    eventDate: '2026-12-20',
    withCosts: true,
    asTemplate: false,
  });
  if (!second.ok) throw new Error(second.error.code);
  await here.client.StudioCompanySet({ requestId: key(), company: { name: { he: 'נובה', en: 'Nova' } } });
  const view = await viewOf(here, projectId);
  await run(here, projectId, {
    type: 'approveElement',
    elementIds: view.elements.map(({ id }) => id),
    expectedSpecHashes: view.specHashes,
  });
  const working = await here.client.StudioQuoteGet({ projectId });
  const acknowledge = (working.ok ? (working.value.working?.toAcknowledge ?? []) : []).map(({ code }) => code);
  await run(here, projectId, { type: 'issueQuote', locale: 'he', acknowledge });
  const { quotes, policy } = await viewOf(here, projectId);
  if (!policy) throw new Error('no policy');
  const { id: _id, version: _version, ...terms } = policy;
  const changed = { ...terms, vatBps: terms.vatBps + 100 };
  const preview = await here.client.StudioPolicyPreview({ policy: changed });
  if (!preview.ok) throw new Error(preview.error.code);
  const { effects } = preview.value;
  expect(effects[0]).toMatchObject({ projectId: second.value.projectId, eventDate: '2026-12-20' });
  const own = effects.find((effect) => effect.projectId === projectId);
  expect(own?.openQuotes).toEqual([`${quotes[0]?.number} v1`]);
  expect(own?.afterMinor).toBeGreaterThan(own?.beforeMinor ?? 0);
  const published = await here.client.StudioPolicyPublish({ requestId: key(), policy: changed });
  if (!published.ok) throw new Error(published.error.code);
  // Issued stays issued; a project moves when somebody lets it.
  expect((await viewOf(here, projectId)).quotes[0]?.totalMinor).toBe(quotes[0]?.totalMinor);
  await run(here, projectId, { type: 'pinPolicy', policyVersionId: published.value.policyId });
  const moved = await here.client.StudioQuoteGet({ projectId });
  expect(moved.ok && moved.value.working?.vatBps).toBe(changed.vatBps);
});

/** The elements that cost something: the others would be offered for nothing. */
const priced = ({ elements, materialLines, workLines }: ProjectView): string[] => {
  const withLines = new Set([...materialLines, ...workLines].map(({ elementId }) => elementId));
  return elements.flatMap(({ id }) => (withLines.has(id) ? [id] : []));
};

test('finalising a quote in words applies what is pending and issues it, or says what blocks', async () => {
  const here = await startTestServer();
  const projectId = await demo(here);
  const view = await viewOf(here, projectId);
  await run(here, projectId, {
    type: 'approveElement',
    elementIds: priced(view),
    expectedSpecHashes: view.specHashes,
  });
  await run(here, projectId, { type: 'chatMessage', text: 'הבמה המרכזית: לצבוע בכחול' });
  const draft = (await viewOf(here, projectId)).session.draft;
  expect(draft).not.toBeNull();
  const blocked = await run(here, projectId, {
    type: 'chatMessage',
    text: 'סגור הצעה',
    seenDraftRevision: draft?.revision ?? 1,
  });
  // No company yet: the change stands, the quote waits, and why is said.
  expect(blocked.warnings.map(({ code }) => code)).toContain('QUOTE_NO_COMPANY');
  const between = await viewOf(here, projectId);
  expect([between.session.draft, between.quotes.length]).toEqual([null, 0]);
  await here.client.StudioCompanySet({ requestId: key(), company: { name: { he: 'נובה', en: 'Nova' } } });
  const now = await viewOf(here, projectId);
  await run(here, projectId, {
    type: 'approveElement',
    elementIds: priced(now),
    expectedSpecHashes: now.specHashes,
  });
  // Nothing is pending any more, so the same words issue at once.
  const issued = await run(here, projectId, { type: 'chatMessage', text: 'סגור הצעה' });
  expect(issued, JSON.stringify(issued.blockers)).toMatchObject({ outcome: 'done' });
  expect((await viewOf(here, projectId)).quotes).toMatchObject([{ version: 1, status: 'issued' }]);
  await run(here, projectId, { type: 'chatMessage', text: 'הבמה המרכזית: לצבוע באדום' });
  const open = (await viewOf(here, projectId)).session.draft;
  const both = await run(here, projectId, {
    type: 'chatMessage',
    text: 'finalize quote',
    seenDraftRevision: open?.revision ?? 1,
  });
  // What changed since it was approved has to be known first: the chip says so and issues with one click.
  const chip = both.suggestedActions.find(({ event }) => event?.type === 'issueQuote')?.event;
  expect(chip).toMatchObject({ type: 'issueQuote', acknowledge: ['QUOTE_DIRTY_ELEMENTS'] });
});

test('an admin says which model routes, works and judges, and everybody can see it', async () => {
  const here = await startTestServer();
  const modelsOf = async () => {
    const got = await here.client.StudioWorkspaceGet({});
    return got.ok ? got.value.view.models : got.error.code;
  };
  expect(await modelsOf()).toEqual({ router: null, skill: null, judge: null });
  const models = { router: 'openai:small', skill: null, judge: 'builtin:offline' };
  expect(await here.client.StudioModelsSet({ requestId: key(), models })).toMatchObject({ ok: true });
  expect(await modelsOf()).toEqual(models);
});
