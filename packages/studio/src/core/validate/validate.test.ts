import { describe, expect, test } from 'vitest';
import type { ElementSnapshot } from '../domain/entities.ts';
import type { PatchOp } from '../domain/patch.ts';
import { specHash, specOf } from '../patch/hash.ts';
import { addRef, create, excluded, removeRef, restore, set, tombstone } from '../testing/ops.ts';
import {
  aFact,
  aMaterial,
  anElement,
  aProject,
  aTask,
  aWork,
  recordsWith,
  sha256,
  standardPolicy,
} from '../testing/records.ts';
import { sharesName } from './care.ts';
import type { ValidationContext } from './context.ts';
import { parseOps } from './shape.ts';
import { validateOps } from './validate.ts';

const wall = anElement('el_wall', {
  name: { he: 'קיר לוגו', en: 'Logo wall' },
  colors: [{ name: { he: 'לבן', en: 'white' } }],
});
const stage = anElement('el_stage', { name: { he: 'במה מרכזית', en: 'Main stage' } });
const gone = {
  ...anElement('el_gone', { name: { he: 'שער ישן', en: 'Old gate' } }),
  tombstone: { at: '2026-04-16T08:00:00.000Z', by: 'dana', reason: { en: 'x' }, changeSetId: 'cs_1' },
};

const snapshot: ElementSnapshot = {
  id: 'es_1',
  elementId: wall.id,
  version: 1,
  spec: specOf(wall),
  specHash: specHash(sha256, wall),
  approvedBy: 'dana',
  approvedAt: '2026-04-16T08:00:00.000Z',
  basedOnSeq: 0,
};

const base = (more: Partial<ValidationContext> = {}): ValidationContext => ({
  records: recordsWith(
    { eventDate: '2026-06-17', installStart: '2026-06-15' },
    wall,
    stage,
    gone,
    ...Array.from({ length: 8 }, (_, nth) => aTask(`tsk_${nth}`, { elementIds: ['el_wall'] })),
    aTask('tsk_a', { title: { en: 'A' }, dependsOn: ['tsk_b'] }),
    aTask('tsk_b', { title: { en: 'B' } }),
    aMaterial('mat_ply', { elementId: 'el_wall', label: { he: 'דיקט', en: 'Plywood' } }),
    aWork('wrk_big', { elementId: 'el_stage', pricing: { mode: 'fixed', amountMinor: 2_000_000 } }),
    aFact('fct_blue', {
      subject: { kind: 'element', id: 'el_wall' },
      key: 'element.color',
      value: 'blue',
      status: 'proposed',
    }),
  ),
  snapshots: new Map(),
  policy: standardPolicy,
  pricing: null,
  stage: 'solutioning',
  sha256,
  at: '2026-04-16T08:00:00.000Z',
  ...more,
});

const found = (ops: readonly PatchOp[], more?: Partial<ValidationContext>) => validateOps(ops, base(more)).issues;
const codes = (ops: readonly PatchOp[], more?: Partial<ValidationContext>) => [
  ...new Set(found(ops, more).map(({ code }) => code)),
];

type Case = {
  readonly fails: readonly PatchOp[];
  readonly passes: readonly PatchOp[];
  readonly severity: 'error' | 'warn' | 'info';
  readonly more?: Partial<ValidationContext>;
};

const line = { 'label.en': 'Ply', unit: 'sheet', qtyMilli: 2_000, unitCostMinor: 100 };
const many = (count: number): readonly PatchOp[] =>
  Array.from({ length: count }, (_, nth) => create(`o${nth}`, 'risk', { 'title.en': `Risk ${nth}` }));

const cases: Readonly<Record<string, Case>> = {
  'V01 a value that cannot be': {
    fails: [set('o1', 'task', 'tsk_b', { estimateMin: 1.5 })],
    passes: [set('o1', 'task', 'tsk_b', { estimateMin: 15 })],
    severity: 'error',
  },
  'V01 a new entity without what it needs': {
    fails: [create('o1', 'materialLine', { 'label.en': 'x', unit: 'm', qtyMilli: 1 })],
    passes: [create('o1', 'materialLine', line)],
    severity: 'error',
  },
  'V01 an element inside itself': {
    fails: [
      set('o1', 'element', 'el_wall', { parentId: 'el_stage' }),
      set('o2', 'element', 'el_stage', { parentId: 'el_wall' }),
    ],
    passes: [set('o1', 'element', 'el_wall', { parentId: 'el_stage' })],
    severity: 'error',
  },
  'V01 a milestone that takes time': {
    fails: [create('o1', 'task', { 'title.en': 'Sign-off', granularity: 'milestone', estimateMin: 30 })],
    passes: [create('o1', 'task', { 'title.en': 'Sign-off', granularity: 'milestone' })],
    severity: 'error',
  },
  'V01 an atomic task outside solutioning': {
    fails: [create('o1', 'task', { 'title.en': 'Cut', granularity: 'atomic', stage: 'planning' })],
    passes: [create('o1', 'task', { 'title.en': 'Cut', granularity: 'atomic', stage: 'solutioning' })],
    severity: 'error',
  },
  'V02 an id that is not here': {
    fails: [set('o1', 'task', 'tsk_99', { crew: 2 })],
    passes: [set('o1', 'task', 'tsk_b', { crew: 2 })],
    severity: 'error',
  },
  'V02 a link to something removed': {
    fails: [addRef('o1', 'task', 'tsk_b', 'elementIds', 'el_gone')],
    passes: [addRef('o1', 'task', 'tsk_b', 'elementIds', 'el_wall')],
    severity: 'error',
  },
  'V02 a temp id nobody creates': {
    fails: [addRef('o1', 'task', 'tsk_b', 'elementIds', 'tmp:new')],
    passes: [
      create('o0', 'element', { 'name.he': 'שולחן' }, 'tmp:new'),
      addRef('o1', 'task', 'tsk_b', 'elementIds', 'tmp:new'),
    ],
    severity: 'error',
  },
  'V02 a temp id of another kind': {
    fails: [
      create('o0', 'section', { 'title.en': 'x' }, 'tmp:new'),
      addRef('o1', 'task', 'tsk_b', 'elementIds', 'tmp:new'),
    ],
    passes: [
      create('o0', 'section', { 'title.en': 'x' }, 'tmp:new'),
      set('o1', 'task', 'tsk_b', { sectionId: 'tmp:new' }),
    ],
    severity: 'error',
  },
  'V03 a path that is not allowed': {
    fails: [set('o1', 'task', 'tsk_b', { createdBy: 'eve' })],
    passes: [set('o1', 'task', 'tsk_b', { 'title.en': 'Better' })],
    severity: 'error',
  },
  'V03 the status of a line': {
    fails: [set('o1', 'materialLine', 'mat_ply', { status: 'orphaned' })],
    passes: [set('o1', 'materialLine', 'mat_ply', { sku: 'PLY-18' })],
    severity: 'error',
  },
  'V03 a fact that is changed': {
    fails: [set('o1', 'fact', 'fct_blue', { value: 'red' })],
    passes: [create('o1', 'fact', { subject: { kind: 'element', id: 'el_wall' }, key: 'k', value: 1 })],
    severity: 'error',
  },
  'V04 emptying what must be there': {
    fails: [set('o1', 'task', 'tsk_b', { estimateMin: null })],
    passes: [set('o1', 'task', 'tsk_b', { dueDate: '2026-06-01' })],
    severity: 'error',
  },
  'V04 emptying both languages of a name': {
    fails: [set('o1', 'element', 'el_wall', { 'name.he': null, 'name.en': null })],
    passes: [set('o1', 'element', 'el_wall', { 'name.en': null })],
    severity: 'error',
  },
  'V05 a cost line in ideation': {
    fails: [create('o1', 'materialLine', line)],
    passes: [create('o1', 'element', { 'name.he': 'שולחן' })],
    severity: 'error',
    more: { stage: 'ideation' },
  },
  'V06 more than the skill may propose': { fails: many(41), passes: many(31), severity: 'error', more: { maxOps: 40 } },
  'V07 tasks that wait for each other': {
    fails: [addRef('o1', 'task', 'tsk_b', 'dependsOn', 'tsk_a')],
    passes: [addRef('o1', 'task', 'tsk_b', 'dependsOn', 'tsk_0')],
    severity: 'error',
  },
  'V08 a negative price': {
    fails: [set('o1', 'materialLine', 'mat_ply', { unitCostMinor: -500 })],
    passes: [set('o1', 'materialLine', 'mat_ply', { unitCostMinor: 500 })],
    severity: 'error',
  },
  'V08 a negative rate': {
    fails: [set('o1', 'workLine', 'wrk_big', { pricing: { mode: 'fixed', amountMinor: -1 } })],
    passes: [set('o1', 'workLine', 'wrk_big', { pricing: { mode: 'fixed', amountMinor: 1 } })],
    severity: 'error',
  },
  'V09 half a sheet': {
    fails: [set('o1', 'materialLine', 'mat_ply', { qtyMilli: 2_500 })],
    passes: [set('o1', 'materialLine', 'mat_ply', { qtyMilli: 3_000 })],
    severity: 'error',
  },
  'V09 an unknown unit': {
    fails: [create('o1', 'materialLine', { ...line, unit: 'bucket' })],
    passes: [create('o1', 'materialLine', { ...line, unit: 'l', qtyMilli: 2_500 })],
    severity: 'error',
  },
  'V10 a price that moves much': {
    fails: [create('o1', 'workLine', { 'label.en': 'x', pricing: { mode: 'fixed', amountMinor: 1_000_000 } })],
    passes: [create('o1', 'workLine', { 'label.en': 'x', pricing: { mode: 'fixed', amountMinor: 1_000 } })],
    severity: 'warn',
  },
  'V11 outside the chosen element': {
    fails: [set('o1', 'element', 'el_stage', { qty: 2 })],
    passes: [set('o1', 'element', 'el_wall', { qty: 2 })],
    severity: 'error',
    more: { scope: { elementIds: ['el_wall'], explicit: true } },
  },
  'V12 an element that is there already': {
    fails: [create('o1', 'element', { 'name.en': 'Logo walls' })],
    passes: [create('o1', 'element', { 'name.en': 'Photo corner' })],
    severity: 'warn',
  },
  'V12 the same line again': {
    fails: [
      create('o1', 'materialLine', {
        'label.he': 'דיקט',
        unit: 'sheet',
        qtyMilli: 1_000,
        unitCostMinor: 28_500,
        elementId: 'el_wall',
      }),
    ],
    passes: [
      create('o1', 'materialLine', {
        'label.he': 'דיקט',
        unit: 'sheet',
        qtyMilli: 1_000,
        unitCostMinor: 28_500,
        elementId: 'el_stage',
      }),
    ],
    severity: 'warn',
  },
  'V13 removing much': {
    fails: [0, 1, 2, 3, 4].map((nth) => tombstone(`o${nth}`, 'task', `tsk_${nth}`)),
    passes: [tombstone('o1', 'task', 'tsk_1')],
    severity: 'warn',
  },
  'V14 away from what was approved': {
    fails: [set('o1', 'element', 'el_wall', { colors: [{ name: { en: 'blue' } }] })],
    passes: [set('o1', 'element', 'el_wall', { 'notes.en': 'call first' })],
    severity: 'warn',
    more: { snapshots: new Map([['el_wall', [snapshot]]]) },
  },
  'V15 a proposed fact against what was approved': {
    fails: [
      {
        ...set('o1', 'element', 'el_wall', { colors: [{ name: { en: 'blue' } }] }),
        evidence: { factIds: ['fct_blue'] },
      },
    ],
    passes: [
      {
        ...set('o1', 'element', 'el_wall', { colors: [{ name: { en: 'blue' } }] }),
        evidence: { factIds: ['fct_blue'], userText: 'make it blue' },
      },
    ],
    severity: 'error',
    more: { snapshots: new Map([['el_wall', [snapshot]]]) },
  },
  'V16 earlier changes that vanish': {
    fails: [set('o1', 'task', 'tsk_b', { crew: 2 })],
    passes: [set('o1', 'task', 'tsk_b', { crew: 2 }), set('o2', 'task', 'tsk_0', { crew: 2 })],
    severity: 'warn',
    more: { before: [set('o2', 'task', 'tsk_0', { crew: 2 })] },
  },
  'V17 no Hebrew for the client': {
    fails: [set('o1', 'element', 'el_wall', { 'clientText.en': 'A wall' })],
    passes: [set('o1', 'element', 'el_wall', { 'clientText.he': 'קיר' })],
    severity: 'warn',
  },
  'V18 hidden characters': {
    fails: [set('o1', 'task', 'tsk_b', { 'title.en': 'Pa\u202eint <b>now</b>' })],
    passes: [set('o1', 'task', 'tsk_b', { 'title.en': 'Paint' })],
    severity: 'warn',
  },
  'V19 dates out of order': {
    fails: [set('o1', 'project', 'prj_nova', { installStart: '2026-06-20' })],
    passes: [set('o1', 'project', 'prj_nova', { installStart: '2026-06-14' })],
    severity: 'warn',
  },
  'V19 a task due after the event': {
    fails: [set('o1', 'task', 'tsk_b', { dueDate: '2026-06-30' })],
    passes: [set('o1', 'task', 'tsk_b', { dueDate: '2026-06-10' })],
    severity: 'warn',
  },
  'V20 already so': {
    fails: [set('o1', 'task', 'tsk_b', { estimateMin: 60 })],
    passes: [set('o1', 'task', 'tsk_b', { estimateMin: 61 })],
    severity: 'info',
  },
};

describe.each(Object.entries(cases))('%s', (name, { fails, passes, severity, more }) => {
  const code = name.slice(0, 3);
  test('is found', () => {
    const hits = found(fails, more).filter((each) => each.code === code);
    expect(hits.length).toBeGreaterThan(0);
    expect(hits[0]?.severity).toBe(severity);
    expect(hits.every(({ message }) => Boolean(message.he && message.en))).toBe(true);
  });
  test('is not found where there is nothing', () => {
    expect(codes(passes, more)).not.toContain(code);
  });
});

test('[ST-29] changes that cannot be are refused, and say which rule', () => {
  expect(codes([set('o1', 'task', 'tsk_b', { createdBy: 'eve' })])).toEqual(['V03']);
  expect(parseOps([{ op: 'delete', opId: 'o1', entity: 'task', id: 'tsk_b' }]).issues.map(({ code }) => code)).toEqual([
    'V04',
  ]);
  expect(codes(many(41), { maxOps: 40 })).toEqual(['V06']);
  const [cycle] = found([addRef('o1', 'task', 'tsk_b', 'dependsOn', 'tsk_a')]);
  expect([cycle?.code, cycle?.message.en]).toEqual(['V07', 'Tasks wait for each other: A → B → A']);
});

test('an op of the wrong shape is V01, an unknown kind V04', () => {
  const { ops, issues } = parseOps([
    { op: 'set', opId: 'o1', entity: 'task' },
    { op: 'move' },
    set('o2', 'task', 'tsk_b', {}),
  ]);
  expect([ops.length, issues.map(({ code }) => code)]).toEqual([1, ['V01', 'V04']]);
});

test('a price that moves by a quarter must be acknowledged, a smaller move only warns', () => {
  const work = (amountMinor: number) => [
    create('o1', 'workLine', { 'label.en': 'x', pricing: { mode: 'fixed', amountMinor } }),
  ];
  const ack = (amountMinor: number) => found(work(amountMinor)).find(({ code }) => code === 'V10')?.ack ?? false;
  expect([ack(250_000), ack(1_000_000)]).toEqual([false, true]);
});

test('outside a scope nobody named is a warning', () => {
  const scope = { elementIds: ['el_wall'], explicit: false };
  expect(
    found([set('o1', 'element', 'el_stage', { qty: 2 })], { scope }).map(({ code, severity }) => [code, severity]),
  ).toEqual([['V11', 'warn']]);
});

test('what is hidden in a text is taken out of the op itself', () => {
  const { ops } = validateOps([set('o1', 'task', 'tsk_b', { 'title.en': 'Pa\u202eint <b>now</b>' })], base());
  expect(ops[0]).toMatchObject({ changes: { 'title.en': 'Paint now' } });
});

test('of a change that is partly so already only the rest is left', () => {
  const { ops } = validateOps([set('o1', 'task', 'tsk_b', { estimateMin: 60, crew: 4 })], base());
  expect(ops[0]).toMatchObject({ changes: { crew: 4 } });
});

test('excluded changes move no price and remove nothing', () => {
  const ops = [0, 1, 2, 3, 4].map((nth) => excluded(tombstone(`o${nth}`, 'task', `tsk_${nth}`)));
  expect(codes(ops)).toEqual([]);
});

test('a removed thing can be restored and linked in one go; taking away a dead link is always allowed', () => {
  expect(codes([restore('o1', 'element', 'el_gone'), addRef('o2', 'task', 'tsk_b', 'elementIds', 'el_gone')])).toEqual(
    [],
  );
  expect(codes([removeRef('o1', 'task', 'tsk_0', 'elementIds', 'el_wall')])).toEqual([]);
});

test('200 changes over 5,000 entities are judged, and none is lost', () => {
  const records = recordsWith(
    aProject(),
    ...Array.from({ length: 200 }, (_, nth) => anElement(`el_${nth}`)),
    ...Array.from({ length: 2_000 }, (_, nth) => aTask(`tsk_${nth}`, { elementIds: [`el_${nth % 200}`] })),
    ...Array.from({ length: 3_000 }, (_, nth) => aMaterial(`mat_${nth}`, { elementId: `el_${nth % 200}` })),
  );
  const ops = Array.from({ length: 200 }, (_, nth) =>
    set(`o${nth}`, 'task', `tsk_${nth}`, { crew: 3, estimateMin: nth + 100 }),
  );
  const judged = validateOps(ops, base({ records }));
  expect([judged.ok, judged.ops.length]).toEqual([true, 200]);
});

test('names that differ in a number alone are two things', () => {
  expect(sharesName({ he: 'ביתן מזרח 1' }, { he: 'ביתן מזרח 2' })).toBe(false);
  expect(sharesName({ he: 'ביתן מזרח' }, { he: 'ביתן מזרחי' })).toBe(true);
});

test('what stands in the way is said by names, never by ids, paths or units of the program', () => {
  const said = (op: PatchOp) => found([op])[0]?.message;
  expect(said(set('o1', 'materialLine', 'mat_ply', { qtyMilli: 2_500 }))).toEqual({
    he: '2.5 לוחות: את זה קונים רק ביחידות שלמות.',
    en: '2.5 sheets: this is only bought whole.',
  });
  expect(said(set('o1', 'element', 'el_wall', { qty: 0 }))).toEqual({
    he: 'אלמנט, כמות: הערך לא מתאים.',
    en: "element, Quantity: this value can't be used.",
  });
  expect(said(set('o1', 'element', 'el_wall', { kind: null }))?.he).toBe('אי אפשר להשאיר ריק: אלמנט, סוג.');
  expect(said(set('o1', 'materialLine', 'mat_ply', { unitCostMinor: -500 }))?.he).toBe(
    'עלות ליחידה: -500 אינו סכום תקין.',
  );
  expect(said(create('o1', 'task', { trade: 'paint' }))?.he).toBe('חסר: משימה, כותרת.');
  expect(said(addRef('o1', 'task', 'tsk_a', 'elementIds', 'el_gone'))?.he).toMatch(/^".+" הוסר\. שחזרו אותו קודם\.$/);
  expect(said(set('o1', 'element', 'el_gone', { qty: 2 }))?.he).not.toContain('el_gone');
});
