import { describe, expect, test } from 'vitest';
import { accountingOf, priceProject } from '../accounting/accounting.ts';
import type { Company } from '../domain/workspace.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { specHash } from '../patch/hash.ts';
import { createProject } from '../projects/create.ts';
import { quoteInputsOf } from '../quote/quote-inputs.ts';
import { workingQuote } from '../quote/working-quote.ts';
import { isNothing, reconcile } from '../reconcile/reconcile.ts';
import { create, set, tombstone } from '../testing/ops.ts';
import { sha256 } from '../testing/records.ts';
import { createStudio, demoStudio, idOfName, policyOne, type Studio } from '../testing/studio.ts';
import { worldOf } from './conclude.ts';

const codes = (outcome: { readonly blockers: readonly { readonly code: string }[] }) =>
  outcome.blockers.map(({ code }) => code);
const open = ({ state }: Studio) =>
  [...state.flags.values()].filter(({ status }) => status === 'open').map(({ invariant }) => invariant);
const direct = ({ state }: Studio) => accountingOf(state.records).directMinor;
const total = ({ state }: Studio) => {
  if (!state.policy) throw new Error('no policy');
  return Number(priceProject(state.records, state.policy, state.pricing).totalMinor);
};

/** Proposes, applies and acknowledges whatever is asked. */
const change = (studio: Studio, ...ops: Parameters<Studio['propose']>[0]) => {
  const proposed = studio.propose(ops);
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const revision = studio.state.sessions.get('dana')?.draft?.revision ?? 0;
  return studio.run({ type: 'applyDraft', expectedDraftRevision: revision, acknowledge: ['V10', 'V13'] });
};
const approve = (studio: Studio, ...names: readonly string[]) => {
  const elementIds = names.map((name) => idOfName(studio, name));
  const hashes = elementIds.map((id) => {
    const element = studio.state.records.element.get(id);
    return [id, element ? specHash(sha256, element) : ''];
  });
  return studio.run({ type: 'approveElement', elementIds, expectedSpecHashes: Object.fromEntries(hashes) });
};

const paint = (studio: Studio) => idOfName(studio, 'Painting');

test('[ST-32] a removed task leaves its line orphaned and the total as it was; nothing is deleted', () => {
  const studio = demoStudio();
  const before = direct(studio);
  const task = idOfName(studio, 'Paint');
  const lines = studio.state.records.materialLine.size + studio.state.records.workLine.size;
  change(studio, tombstone('gone', 'task', task));
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({
    status: 'orphaned',
    orphanReason: 'task_removed',
    tombstone: null,
  });
  expect(direct(studio)).toBe(before);
  expect(open(studio)).toContain('I03');
  expect(studio.state.records.task.has(task)).toBe(true);
  expect(studio.state.records.materialLine.size + studio.state.records.workLine.size).toBe(lines);
});

test('[ST-33] removing the cost line drops the total by it, restoring it brings it back', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const id = paint(studio);
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'workLine', id, action: 'removeLine' }] });
  expect(direct(studio)).toBe(before - 72_000);
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'workLine', id, action: 'restore' }] });
  expect(direct(studio)).toBe(before);
});

test('[ST-34] restoring the task makes its line active and closes the flag', () => {
  const studio = demoStudio();
  const task = idOfName(studio, 'Paint');
  change(studio, tombstone('gone', 'task', task));
  studio.run({ type: 'decideGraveyard', decisions: [{ entity: 'task', id: task, action: 'restore' }] });
  expect(studio.state.records.workLine.get(paint(studio))?.status).toBe('active');
  expect(open(studio)).toEqual([]);
});

test('keeping the cost without the task settles the flag too', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const flags = [...studio.state.flags.values()].filter(({ invariant }) => invariant === 'I03');
  studio.run({ type: 'decideFlags', decisions: flags.map(({ id }) => ({ flagId: id, action: 'unlink' })) });
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({ status: 'active', taskIds: [] });
  expect([direct(studio), open(studio).filter((id) => id === 'I03')]).toEqual([before, []]);
});

test('a line is attached to another element and task, and counts there', () => {
  const studio = demoStudio();
  change(studio, tombstone('gone', 'task', idOfName(studio, 'Paint')));
  const [stage, task] = [idOfName(studio, 'Main stage'), idOfName(studio, 'Stage install')];
  studio.run({
    type: 'decideGraveyard',
    decisions: [
      { entity: 'workLine', id: paint(studio), action: 'attach', args: { elementId: stage, taskIds: [task] } },
    ],
  });
  expect(studio.state.records.workLine.get(paint(studio))).toMatchObject({
    status: 'active',
    elementId: stage,
    taskIds: [task],
  });
});

test('a removed element leaves an error, and its lines go to General when they are unlinked', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(studio, tombstone('gone', 'element', idOfName(studio, 'Main stage')));
  expect(open(studio)).toContain('I02');
  const lines = [...studio.state.flags.values()].filter(
    ({ invariant, status }) => invariant === 'I02' && status === 'open',
  );
  studio.run({ type: 'decideFlags', decisions: lines.map(({ id }) => ({ flagId: id, action: 'unlink' })) });
  expect([direct(studio), open(studio).includes('I02')]).toEqual([before, false]);
});

test('[ST-35] reconciling what was reconciled changes nothing', () => {
  const studio = demoStudio();
  change(
    studio,
    tombstone('a', 'task', idOfName(studio, 'Paint')),
    tombstone('b', 'element', idOfName(studio, 'Main stage')),
  );
  expect(open(studio).length).toBeGreaterThan(2);
  expect(isNothing(reconcile(worldOf(studio.state, studio.facts())))).toBe(true);
});

test('[ST-37] a purchase without a line is flagged, and what could be done waits among the parked drafts', () => {
  const studio = demoStudio();
  const before = direct(studio);
  change(
    studio,
    create('t', 'task', {
      'title.en': 'Curtain',
      'title.he': 'וילון',
      'purchase.mode': 'needed',
      elementIds: [idOfName(studio, 'Main stage')],
    }),
  );
  expect(open(studio)).toEqual(['I01']);
  const session = studio.state.sessions.get('dana');
  expect([session?.draft, session?.parked.map(({ source, ops }) => [source, ops.map(({ entity }) => entity)])]).toEqual(
    [null, [['reconciliation', ['materialLine']]]],
  );
  expect(direct(studio)).toBe(before);
  studio.run({ type: 'activateDraft', draftId: session?.parked[0]?.draftId ?? '', mode: 'replace' });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(open(studio)).toEqual([]);
});

test('[ST-71] a live task "להזמין ויניל" or "rent a truck" with purchase none is flagged; handled elsewhere closes it', () => {
  for (const title of ['להזמין ויניל', 'rent a truck']) {
    const studio = demoStudio();
    change(studio, create('t', 'task', { [/[a-z]/.test(title) ? 'title.en' : 'title.he']: title }));
    expect(open(studio)).toEqual(['I01']);
    const [flag] = [...studio.state.flags.values()].filter(({ status }) => status === 'open');
    studio.run({ type: 'decideFlags', decisions: [{ flagId: flag?.id ?? '', action: 'handledElsewhere' }] });
    expect(open(studio)).toEqual([]);
  }
});

test('a flag is dismissed only with a reason, and only by an action it has', () => {
  const studio = demoStudio();
  change(studio, create('t', 'task', { 'title.en': 'rent a truck' }));
  const flagId = [...studio.state.flags.keys()][0] ?? '';
  expect(codes(studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'dismiss' }] }))).toEqual([
    'NOT_ALLOWED',
  ]);
  expect(codes(studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'pinNewest' }] }))).toEqual([
    'NOT_ALLOWED',
  ]);
  studio.run({ type: 'decideFlags', decisions: [{ flagId, action: 'dismiss', args: { reason: 'borrowed' } }] });
  expect(studio.state.flags.get(flagId)).toMatchObject({ status: 'dismissed', reason: 'borrowed' });
});

test('[ST-38] a proposed fact changes nothing; accepted it is flagged with a follow-up, and the snapshot stays', () => {
  const studio = demoStudio();
  const wall = idOfName(studio, 'Logo wall');
  const [fact] = [...studio.state.records.fact.values()].filter(({ status }) => status === 'proposed');
  expect([open(studio), studio.state.records.element.get(wall)?.colors[0]?.name.en]).toEqual([[], 'white']);
  studio.run({ type: 'decideFacts', decisions: [{ factId: fact?.id ?? '', decision: 'accept' }] });
  expect(open(studio)).toEqual(['I19']);
  expect(studio.state.records.element.get(wall)?.colors[0]?.name.en).toBe('white');
  expect(studio.state.snapshots.get(wall)?.map(({ version }) => version)).toEqual([1]);
  const [followUp] = studio.state.sessions.get('dana')?.parked ?? [];
  expect(followUp?.ops).toMatchObject([
    { op: 'set', entity: 'element', id: wall, changes: { colors: [{ name: { en: 'blue' } }] } },
  ]);
});

const company: Company = { name: { he: 'סטודיו', en: 'Studio' } };
const quoteNumber = { projectId: 'prj_demo', turnId: 'trn_1', year: 2026, number: 42 };
const issue = (studio: Studio, acknowledge?: string[], who: object = {}) =>
  studio.run(
    { type: 'issueQuote', locale: 'he', ...(acknowledge ? { acknowledge } : {}) },
    { company, quoteNumber, ...who },
  );

test('[ST-39] a changed colour makes the element dirty; approved again it is v2, the issued quote stays and is flagged', () => {
  const studio = demoStudio();
  issue(studio);
  const [quote] = [...studio.state.quotes.values()];
  const frozen = JSON.stringify(quote);
  const wall = idOfName(studio, 'Logo wall');
  change(studio, set('c', 'element', wall, { colors: [{ name: { he: 'כחול', en: 'blue' } }] }));
  expect(open(studio)).toEqual(['I08']);
  approve(studio, 'Logo wall');
  expect(studio.state.snapshots.get(wall)?.map(({ version }) => version)).toEqual([1, 2]);
  expect(JSON.stringify(studio.state.quotes.get(quote?.id ?? ''))).toBe(frozen);
  expect(open(studio)).toEqual(['I05']);
});

test('approving what somebody changed meanwhile is refused, and approving twice makes no second version', () => {
  const studio = demoStudio();
  const wall = idOfName(studio, 'Logo wall');
  expect(
    codes(studio.run({ type: 'approveElement', elementIds: [wall], expectedSpecHashes: { [wall]: 'old' } })),
  ).toEqual(['APPLY_CONFLICT']);
  approve(studio, 'Logo wall');
  expect(studio.state.snapshots.get(wall)?.length).toBe(1);
});

test('[ST-41] a newer policy moves no price; it is flagged with the difference', () => {
  const studio = demoStudio();
  const before = total(studio);
  const second = { ...policyOne, id: 'pol_standard2', version: 2, vatBps: 1_700 };
  change(studio, set('q', 'element', idOfName(studio, 'Photo corner'), { qty: 2 }));
  const policies = [policyOne, second];
  const wall = idOfName(studio, 'Media wall');
  studio.run({ type: 'setProjectSettings', quotePrefix: 'N' }, { policies });
  expect([total(studio), studio.state.records.element.has(wall)]).toEqual([before, true]);
  const flag = [...studio.state.flags.values()].find(({ invariant }) => invariant === 'I14');
  expect(flag?.message.en).toBe('Policy v2 is available (−₪356.10).');
  studio.run({ type: 'pinPolicy', policyVersionId: 'pol_standard2' }, { policies });
  expect([total(studio), open(studio)]).toEqual([before - 35_610, []]);
});

test("[ST-65] an owner's discount, margin and VAT move the preview and no issued version; nobody else may", () => {
  const studio = demoStudio();
  issue(studio);
  const issued = JSON.stringify([...studio.state.quotes.values()]);
  const before = total(studio);
  const pricing = { type: 'setProjectPricing', discount: { bps: 1_000 }, vatBps: 0, reason: 'Eilat' } as const;
  expect(codes(studio.run(pricing, { role: 'editor', userId: 'noa' }))).toEqual(['NOT_ALLOWED']);
  expect(total(studio)).toBe(before);
  studio.run(pricing);
  expect(total(studio)).toBe(3_561_000 - 356_100);
  expect(JSON.stringify([...studio.state.quotes.values()])).toBe(issued);
});

test('an approved element without a task is flagged, and its recipe waits as a draft', () => {
  const studio = demoStudio();
  approve(studio, 'Photo corner');
  expect(open(studio)).toEqual(['I09', 'I10']);
  const [followUp] = studio.state.sessions.get('dana')?.parked ?? [];
  expect(followUp?.ops.every(({ op, entity }) => op === 'create' && entity === 'task')).toBe(true);
  studio.run({ type: 'activateDraft', draftId: followUp?.draftId ?? '', mode: 'replace' });
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1 });
  expect(open(studio)).not.toContain('I09');
});

test("what a purchase lacks is the recipe's line, with its price, where the recipe knows it", () => {
  const studio = demoStudio();
  change(
    studio,
    create('t', 'task', {
      'title.en': 'Studs',
      'title.he': 'קורות עץ',
      'purchase.mode': 'needed',
      elementIds: [idOfName(studio, 'Logo wall')],
    }),
  );
  const [line] = studio.state.sessions.get('dana')?.parked[0]?.ops ?? [];
  expect(line).toMatchObject({
    entity: 'materialLine',
    fields: { unit: 'm', priceSource: 'catalog', unitCostMinor: expect.any(Number) },
  });
});

describe('quotes', () => {
  test('[ST-42] the same state issued twice is offered as no change; a changed one is the next version', () => {
    const studio = demoStudio();
    issue(studio);
    expect(issue(studio).events).toEqual([]);
    studio.run({ type: 'setProjectPricing', discount: { bps: 500 }, reason: 'friend' });
    issue(studio);
    expect([...studio.state.quotes.values()].map(({ number, version, status }) => [number, version, status])).toEqual([
      ['Q-2026-0042', 1, 'superseded'],
      ['Q-2026-0042', 2, 'issued'],
    ]);
    const again = demoStudio();
    issue(again);
    expect([...again.state.quotes.values()][0]?.contentHash).toBe([...studio.state.quotes.values()][0]?.contentHash);
  });

  test('an editor cannot issue, an open error or a missing company blocks', () => {
    const studio = demoStudio();
    expect(codes(issue(studio, [], { role: 'editor', userId: 'noa' }))).toEqual(['FORBIDDEN_ISSUE']);
    expect(codes(studio.run({ type: 'issueQuote', locale: 'he' }, { quoteNumber }))).toEqual([
      'QUOTE_BLOCKED',
      'QUOTE_NO_COMPANY',
    ]);
    change(studio, tombstone('gone', 'element', idOfName(studio, 'Main stage')));
    expect(codes(issue(studio))).toEqual(['QUOTE_BLOCKED', 'QUOTE_OPEN_ERRORS']);
  });

  test('what changed since it was approved must be acknowledged', () => {
    const studio = demoStudio();
    change(studio, set('c', 'element', idOfName(studio, 'Logo wall'), { qty: 2 }));
    expect(codes(issue(studio))).toEqual(['ACK_REQUIRED', 'QUOTE_DIRTY_ELEMENTS']);
    expect(issue(studio, ['QUOTE_DIRTY_ELEMENTS']).outcome).toBe('done');
  });

  test('a status follows another only where it can', () => {
    const studio = demoStudio();
    issue(studio);
    const quoteId = [...studio.state.quotes.keys()][0] ?? '';
    studio.run({ type: 'setQuoteStatus', quoteId, status: 'sent' });
    studio.run({ type: 'setQuoteStatus', quoteId, status: 'accepted' });
    expect(studio.state.quotes.get(quoteId)?.status).toBe('accepted');
    expect(codes(studio.run({ type: 'setQuoteStatus', quoteId, status: 'issued' }))).toEqual(['NOT_ALLOWED']);
  });
});

describe('stages', () => {
  const idea = () => {
    const studio = createStudio(
      createProject({
        projectId: 'prj_new',
        title: { he: 'חדש' },
        clientName: 'נובה',
        primaryLang: 'he',
        policy: policyOne,
        by: 'dana',
        now: '2026-04-16T08:00:00.000Z',
      }),
    );
    change(studio, create('el', 'element', { 'name.he': 'קיר', 'name.en': 'Wall' }));
    return studio;
  };

  test('[ST-21] planning needs an approved element, and open questions acknowledged', () => {
    const studio = idea();
    const to = { type: 'advanceStage', to: 'planning' } as const;
    expect(codes(studio.run(to, { openQuestions: 3 }))).toEqual([
      'STAGE_CRITERIA',
      'NO_APPROVED_ELEMENT',
      'QUESTIONS_OPEN',
    ]);
    approve(studio, 'Wall');
    expect(codes(studio.run(to, { openQuestions: 3 }))).toEqual(['STAGE_CRITERIA', 'QUESTIONS_OPEN']);
    const moved = studio.run({ ...to, acknowledge: ['QUESTIONS_OPEN'] }, { openQuestions: 3 });
    expect([moved.outcome, moved.events[0]?.kind, projectOf(studio.state.records).projectStage]).toEqual([
      'done',
      'stage.changed',
      'planning',
    ]);
    expect(open(studio)).toEqual(['I09', 'I10']);
  });

  test('solutioning needs no open error; what is soft passes once acknowledged', () => {
    const studio = demoStudio();
    change(studio, tombstone('gone', 'element', idOfName(studio, 'Main stage')));
    expect(codes(studio.run({ type: 'advanceStage', to: 'solutioning' }))).toContain('OPEN_ERROR_FLAG');
    const other = demoStudio();
    expect(codes(other.run({ type: 'advanceStage', to: 'solutioning' }))).toEqual(['STAGE_CRITERIA', 'NO_QUOTE']);
    expect(other.run({ type: 'advanceStage', to: 'solutioning', acknowledge: ['NO_QUOTE'] }).outcome).toBe('done');
  });

  test('back goes only an owner, with a reason; what is there stays', () => {
    const studio = demoStudio();
    const back = { type: 'advanceStage', to: 'ideation', reason: 'new brief' } as const;
    expect(codes(studio.run(back, { role: 'editor', userId: 'noa' }))).toEqual(['NOT_ALLOWED']);
    expect(codes(studio.run({ type: 'advanceStage', to: 'ideation' }))).toEqual(['NOT_ALLOWED']);
    studio.run(back);
    expect([projectOf(studio.state.records).projectStage, liveOf(studio.state.records.task).length]).toEqual([
      'ideation',
      11,
    ]);
    const proposed = studio.propose([set('o', 'task', idOfName(studio, 'Paint'), { crew: 2 })]);
    expect(proposed.ok ? [] : proposed.error.map(({ code }) => code)).toEqual(['V05']);
  });

  test('[ST-19] in ideation a cost line is refused', () => {
    const studio = idea();
    const proposed = studio.propose([
      create('m', 'materialLine', { 'label.en': 'Ply', unit: 'm', qtyMilli: 1_000, unitCostMinor: 100 }),
    ]);
    expect(proposed.ok ? [] : proposed.error.map(({ code }) => code)).toEqual(['V05']);
  });
});

describe('settings, answers and knowledge', () => {
  test('the currency is fixed once there are lines', () => {
    const studio = demoStudio();
    expect(codes(studio.run({ type: 'setProjectSettings', currency: 'EUR' }))).toEqual(['NOT_ALLOWED']);
  });

  test('saved answers are facts at once, newer ones take their place, half-typed ones stay apart', () => {
    const studio = demoStudio();
    studio.run({ type: 'saveAnswerDraft', answers: { 'ide.goal': 'השק' } });
    studio.run({ type: 'saveAnswers', answers: { 'ide.guests': 400 } });
    const settings = studio.state.sessions.get('dana')?.settings;
    expect([settings?.savedAnswers, settings?.draftAnswers]).toEqual([{ 'ide.guests': 400 }, { 'ide.goal': 'השק' }]);
    const guests = [...studio.state.records.fact.values()]
      .filter(({ key }) => key === 'guests')
      .map(({ value, status }) => [value, status]);
    expect(guests).toEqual([
      [350, 'superseded'],
      [400, 'accepted'],
    ]);
    const log = studio.log.length;
    studio.run({ type: 'saveAnswerDraft', answers: { 'ide.goal': 'השק' } });
    expect(studio.log.length).toBe(log);
  });

  test('an answer that is none is said and left out', () => {
    const studio = demoStudio();
    const outcome = studio.run({ type: 'saveAnswers', answers: { 'ide.guests': 'many', 'ide.venue': 'יפו' } });
    expect([
      outcome.warnings.map(({ code }) => code),
      studio.state.sessions.get('dana')?.settings.savedAnswers,
    ]).toEqual([['ANSWER_INVALID'], { 'ide.venue': 'יפו' }]);
  });

  test('knowledge and old conversations come in once', () => {
    const studio = demoStudio();
    const add = {
      type: 'addKnowledge',
      source: 'paste',
      chunks: [{ title: 'מעלית', text: 'רוחב 90 ס״מ', lang: 'he' }],
    } as const;
    studio.run({ ...add, chunks: [...add.chunks] });
    studio.run({ ...add, chunks: [...add.chunks] });
    expect(studio.state.knowledge.size).toBe(1);
    const chunkIds = [...studio.state.knowledge.keys()];
    studio.run({ type: 'changeKnowledge', chunkIds, to: 'off' });
    expect([...studio.state.knowledge.values()][0]?.isOn).toBe(false);
    const legacy = {
      type: 'importLegacy',
      source: 'old',
      conversations: [{ tab: 'planning', messages: [{ role: 'user', text: 'היי' }] }],
    } as const;
    const conversations = legacy.conversations.map((each) => ({ ...each, messages: [...each.messages] }));
    studio.run({ ...legacy, conversations });
    expect(studio.run({ ...legacy, conversations }).events).toEqual([]);
    expect(studio.state.legacy.size).toBe(1);
  });

  test('whoever may only look changes nothing', () => {
    const studio = demoStudio();
    expect(codes(studio.run({ type: 'parkDraft' }, { role: 'viewer', userId: 'eve' }))).toEqual(['NOT_ALLOWED']);
    expect(studio.run({ type: 'setPins', pinnedStage: 'planning' }, { role: 'viewer', userId: 'eve' }).outcome).toBe(
      'done',
    );
  });
});

test('[ST-67] optional and alternative elements stand outside the total with their price; choosing one is a draft', () => {
  const studio = demoStudio();
  const [wall, arch] = ['Logo wall', 'Entrance arch'].map((name) => idOfName(studio, name)) as [string, string];
  const whole = total(studio);
  const roles = (id: string) => studio.state.records.element.get(id)?.quoteRole;
  change(
    studio,
    set('a', 'element', arch, { quoteRole: 'alternative', alternativeGroup: 'front' }),
    set('w', 'element', wall, { alternativeGroup: 'front' }),
  );
  approve(studio, 'Logo wall', 'Entrance arch');
  const offered = () => {
    const inputs = quoteInputsOf(studio.state, { company: null, directory: new Map() }, sha256);
    if (!inputs) throw new Error('no policy');
    return workingQuote(inputs);
  };
  const without = Number(offered().priced.totalMinor);
  const beside = offered().buckets.find(({ elementId }) => elementId === arch);
  expect(beside).toMatchObject({ role: 'alternative', priceMinor: 558_000 });
  expect(without).toBe(whole - 658_440);

  const chosen = studio.run({ type: 'chooseOffered', elementId: arch });
  expect(chosen.outcome).toBe('done');
  const draft = studio.state.sessions.get('dana')?.draft;
  expect(draft?.ops.map((op) => op.op === 'set' && [op.id, op.changes])).toEqual([
    [arch, { quoteRole: 'included' }],
    [wall, { quoteRole: 'alternative' }],
  ]);
  // Nothing moved yet.
  expect([roles(arch), roles(wall), Number(offered().priced.totalMinor)]).toEqual(['alternative', 'included', without]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10'] });
  approve(studio, 'Logo wall', 'Entrance arch');
  expect([roles(arch), roles(wall)]).toEqual(['included', 'alternative']);
  // Of 11,800 and 5,580 before VAT the other one is in the total now.
  expect(Number(offered().priced.totalMinor) - without).toBe(Math.round((558_000 - 1_180_000) * 1.18));

  // An open draft is added to, never replaced.
  change(studio, set('o', 'element', wall, { quoteRole: 'optional', alternativeGroup: null }));
  studio.propose([set('q', 'element', idOfName(studio, 'Photo corner'), { qty: 2 })]);
  studio.run({ type: 'chooseOffered', elementId: wall });
  expect(studio.state.sessions.get('dana')?.draft?.ops).toHaveLength(2);
});
