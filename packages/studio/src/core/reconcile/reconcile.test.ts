import { describe, expect, test } from 'vitest';
import { accountingHash } from '../accounting/accounting.ts';
import type { ElementSnapshot, Entity, Project } from '../domain/entities.ts';
import type { Quote } from '../domain/quote.ts';
import { specHash, specOf } from '../patch/hash.ts';
import { standardPolicy as policyOf } from '../projects/create.ts';
import { aFact, aMaterial, anElement, aTask, aWork, recordsWith, sha256, standardPolicy } from '../testing/records.ts';
import { impliesPurchase } from './purchase-words.ts';
import { isNothing, reconcile } from './reconcile.ts';
import type { ReconcileWorld } from './world.ts';

const dead = { tombstone: { at: '2026-04-16T08:00:00.000Z', by: 'dana', reason: { en: 'x' }, changeSetId: 'cs_1' } };
const approve = (element: ReturnType<typeof anElement>): ElementSnapshot => ({
  id: `es_${element.id.slice(3)}`,
  elementId: element.id,
  version: 1,
  spec: specOf(element),
  specHash: specHash(sha256, element),
  approvedBy: 'dana',
  approvedAt: '2026-04-16T08:00:00.000Z',
  basedOnSeq: 0,
});

const world = (
  entities: readonly Entity[],
  more: Partial<ReconcileWorld> = {},
  project: Partial<Project> = {},
): ReconcileWorld => ({
  records: recordsWith(project, ...entities),
  snapshots: new Map(),
  policy: standardPolicy,
  pricing: null,
  quotes: new Map(),
  flags: new Map(),
  sha256,
  today: '2026-04-16',
  ...more,
});

const wall = anElement('el_wall', { colors: [{ name: { en: 'white' } }] });
const planned = [aTask('tsk_wall', { elementIds: ['el_wall'] }), aMaterial('mat_wall', { elementId: 'el_wall' })];
const approved = { snapshots: new Map([['el_wall', [approve(wall)]]]) };
const hourly = (minutes: number) =>
  aWork('wrk_a', { taskIds: ['tsk_a'], pricing: { mode: 'hourly', minutes, crew: 1, rateMinorPerHour: 100 } });

const quoteOf = (records: ReconcileWorld['records'], totalMinor: number): Quote =>
  ({
    id: 'qt_1',
    number: 'Q-2026-0001',
    version: 1,
    status: 'issued',
    accountingHash: accountingHash(sha256, records),
    frozen: { policy: standardPolicy, directMinor: [{ elementId: null, directMinor: 100_000 }] },
    buckets: [],
    subtotalMinor: 146_000,
    vatMinor: 26_280,
    totalMinor,
  }) as unknown as Quote;

type Case = { readonly holds: ReconcileWorld; readonly breaks: ReconcileWorld };
const general = [aWork('wrk_g', { pricing: { mode: 'fixed', amountMinor: 100_000 } })];
const withQuote = (entities: readonly Entity[], totalMinor = 172_280): ReconcileWorld => {
  const made = world(entities);
  return { ...made, quotes: new Map([['qt_1', quoteOf(world(general).records, totalMinor)]]) };
};

const flags: Readonly<Record<string, Case>> = {
  I01: {
    holds: world([aTask('tsk_a', { purchase: { mode: 'needed' } }), aMaterial('mat_a', { taskIds: ['tsk_a'] })]),
    breaks: world([aTask('tsk_a', { purchase: { mode: 'needed' } })]),
  },
  I02: {
    holds: world([wall, aMaterial('mat_a', { elementId: 'el_wall' })]),
    breaks: world([{ ...wall, ...dead }, aMaterial('mat_a', { elementId: 'el_wall' })]),
  },
  I03: {
    holds: world([aTask('tsk_a'), aMaterial('mat_a', { taskIds: ['tsk_a'] })]),
    breaks: world([{ ...aTask('tsk_a'), ...dead }, aMaterial('mat_a', { taskIds: ['tsk_a'] })]),
  },
  I04: { holds: withQuote(general), breaks: withQuote(general, 172_281) },
  I05: {
    holds: withQuote(general),
    breaks: withQuote([...general, aWork('wrk_new')]),
  },
  I06: {
    holds: world([aTask('tsk_a'), aTask('tsk_b', { dependsOn: ['tsk_a'] })]),
    breaks: world([{ ...aTask('tsk_a'), ...dead }, aTask('tsk_b', { dependsOn: ['tsk_a'] })]),
  },
  I07: {
    holds: world([aTask('tsk_a'), aTask('tsk_b', { dependsOn: ['tsk_a'] })]),
    breaks: world([aTask('tsk_a', { dependsOn: ['tsk_b'] }), aTask('tsk_b', { dependsOn: ['tsk_a'] })]),
  },
  I08: {
    holds: world([wall, ...planned], approved),
    breaks: world([{ ...wall, qty: 2 }, ...planned], approved),
  },
  I09: { holds: world([wall, ...planned], approved), breaks: world([wall, ...planned.slice(1)], approved) },
  I10: { holds: world([wall, ...planned], approved), breaks: world([wall, ...planned.slice(0, 1)], approved) },
  I11: {
    holds: world([aMaterial('mat_a', { label: { en: 'Ply' } }), aMaterial('mat_b', { label: { en: 'Studs' } })]),
    breaks: world([aMaterial('mat_a', { label: { en: 'Ply' } }), aMaterial('mat_b', { label: { en: 'ply' } })]),
  },
  I12: {
    holds: world([aTask('tsk_a', { estimateMin: 100 }), hourly(125)]),
    breaks: world([aTask('tsk_a', { estimateMin: 100 }), hourly(126)]),
  },
  I13: { holds: world([]), breaks: world([], { policy: { ...standardPolicy, currency: 'EUR' } }) },
  I14: {
    holds: world([], { newestPolicy: standardPolicy }),
    breaks: world(general, { newestPolicy: { ...policyOf('pol_standard2'), version: 2, vatBps: 1_700 } }),
  },
  I15: {
    holds: world([wall, aTask('tsk_a', { elementIds: ['el_wall'] })]),
    breaks: world([{ ...wall, ...dead }, aTask('tsk_a', { elementIds: ['el_wall'] })]),
  },
  I17: {
    holds: world([aTask('tsk_a'), aTask('tsk_b'), aMaterial('mat_a', { taskIds: ['tsk_a', 'tsk_b'] })]),
    breaks: world([
      aTask('tsk_a'),
      { ...aTask('tsk_b'), ...dead },
      aMaterial('mat_a', { taskIds: ['tsk_a', 'tsk_b'] }),
    ]),
  },
  I18: {
    holds: world([aTask('tsk_a')], { today: '2026-06-14' }, { eventDate: '2026-06-17', installStart: '2026-06-15' }),
    breaks: world([aTask('tsk_a')], { today: '2026-06-15' }, { eventDate: '2026-06-17', installStart: '2026-06-15' }),
  },
  I19: {
    holds: world(
      [
        wall,
        ...planned,
        aFact('fct_a', {
          subject: { kind: 'element', id: 'el_wall' },
          key: 'element.color',
          value: 'white',
          status: 'accepted',
        }),
      ],
      approved,
    ),
    breaks: world(
      [
        wall,
        ...planned,
        aFact('fct_a', {
          subject: { kind: 'element', id: 'el_wall' },
          key: 'element.color',
          value: 'blue',
          status: 'accepted',
        }),
      ],
      approved,
    ),
  },
  I21: {
    holds: world([aTask('tsk_a', { status: 'done' }), aTask('tsk_b', { status: 'done', dependsOn: ['tsk_a'] })]),
    breaks: world([aTask('tsk_a'), aTask('tsk_b', { status: 'done', dependsOn: ['tsk_a'] })]),
  },
};

describe.each(Object.entries(flags))('%s', (id, { holds, breaks }) => {
  test('raises nothing where it holds', () => {
    expect(reconcile(holds).opened.filter(({ invariant }) => invariant === id)).toEqual([]);
  });
  test('is flagged where it does not, in both languages, and never twice', () => {
    const first = reconcile(breaks);
    const opened = first.opened.filter(({ invariant }) => invariant === id);
    expect(opened.length).toBe(1);
    expect(opened.every(({ message, actions }) => message.he && message.en && actions.length > 0)).toBe(true);
    const after = { ...breaks, flags: new Map(first.opened.map((flag) => [flag.id, flag])) };
    expect(reconcile(after).opened).toEqual([]);
  });
});

test('I16: a line that regained its task is active again', () => {
  const orphan = aMaterial('mat_a', { taskIds: ['tsk_a'], status: 'orphaned', orphanReason: 'task_removed' });
  expect(reconcile(world([aTask('tsk_a'), orphan])).fixes).toEqual([
    { fix: 'lineStatus', entity: 'materialLine', id: 'mat_a', status: 'active' },
  ]);
  expect(reconcile(world([{ ...aTask('tsk_a'), ...dead }, orphan])).fixes).toEqual([]);
});

test('I17: ids that never existed are dropped', () => {
  expect(reconcile(world([aMaterial('mat_a', { taskIds: ['tsk_never'] })])).fixes).toEqual([
    { fix: 'dropRefs', entity: 'materialLine', id: 'mat_a', path: 'taskIds', refs: ['tsk_never'] },
  ]);
});

test('I20: two entries with one place are told apart, others keep theirs', () => {
  const tasks = [aTask('tsk_a', { sortKey: 5 }), aTask('tsk_b', { sortKey: 5 }), aTask('tsk_c', { sortKey: 9 })];
  expect(reconcile(world(tasks)).fixes).toEqual([{ fix: 'sortKey', entity: 'task', id: 'tsk_b', sortKey: 6 }]);
});

test('[ST-36] a dismissed flag stays closed until what was seen changes', () => {
  const broken = world([aTask('tsk_a', { estimateMin: 100 }), hourly(200)]);
  const [flag] = reconcile(broken).opened;
  if (!flag) throw new Error('no flag');
  const dismissed = new Map([[flag.id, { ...flag, status: 'dismissed' as const }]]);
  expect(isNothing(reconcile({ ...broken, flags: dismissed }))).toBe(true);
  const changed = world([aTask('tsk_a', { estimateMin: 100 }), hourly(300)], { flags: dismissed });
  expect(reconcile(changed).opened.map(({ id }) => id)).toEqual([flag.id]);
});

test('a flag whose cause is gone is closed', () => {
  const broken = world([aTask('tsk_a', { estimateMin: 100 }), hourly(200)]);
  const [flag] = reconcile(broken).opened;
  const flagged = new Map(flag ? [[flag.id, flag]] : []);
  expect(reconcile(world([aTask('tsk_a', { estimateMin: 100 }), hourly(100)], { flags: flagged })).closed).toEqual([
    flag?.id,
  ]);
});

test('words that mean buying are known in both languages, others are left alone', () => {
  const buying = [
    'להזמין ויניל',
    'הזמנת שטיח',
    'לקנות ברגים',
    'רכישת בד',
    'לשכור משאית',
    'השכרת טראס',
    'ולהזמין גם דיקט',
    'rent a truck',
    'Order vinyl',
    'buy screws',
  ];
  const working = ['צביעה', 'התקנת קיר', 'הדפסת בד', 'Print fabric', 'Build wall', 'border the sign', 'בדיקה ומסירה'];
  expect(buying.filter((text) => !impliesPurchase({ he: text }))).toEqual([]);
  expect(working.filter((text) => impliesPurchase({ he: text, en: text }))).toEqual([]);
});

test('nothing that is put right by itself touches money, quantity or text', () => {
  for (const { breaks } of Object.values(flags))
    for (const fix of reconcile(breaks).fixes) expect(['lineStatus', 'dropRefs', 'sortKey']).toContain(fix.fix);
});
