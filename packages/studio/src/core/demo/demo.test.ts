import { expect, test } from 'vitest';
import { accountingOf, priceProject } from '../accounting/accounting.ts';
import { stateAfter, worldOf } from '../decide/conclude.ts';
import { ProjectEventBody } from '../events/project-event.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { emptyProjectState } from '../fold/state.ts';
import { standardPolicy } from '../projects/create.ts';
import { isNothing, reconcile } from '../reconcile/reconcile.ts';
import { sha256 } from '../testing/records.ts';
import { demoProject, practiceProject } from './seed.ts';

const now = '2026-04-16T08:00:00.000Z';
const policy = standardPolicy('pol_standard1');
const facts = { projectId: 'prj_demo', by: 'dana', now, today: '2026-04-16', policy, sha256 };
const turn = {
  now,
  today: '2026-04-16',
  turnId: 'trn_x',
  userId: 'dana',
  role: 'owner',
  sha256,
  policies: [policy],
} as const;

const demo = () => stateAfter(emptyProjectState(), demoProject(facts), now);

test('the demo project costs and prices what Appendix A says, to the agora', () => {
  const { records } = demo();
  const priced = priceProject(records, policy, null);
  const name = (id: string | null) => (id === null ? 'General' : records.element.get(id)?.name.en);
  expect(
    priced.buckets.map(({ elementId, directMinor, priceMinor }) => [
      name(elementId),
      Number(directMinor),
      Number(priceMinor),
    ]),
  ).toEqual([
    ['Logo wall', 807_108, 1_180_000],
    ['Main stage', 576_740, 843_000],
    ['Info counter', 283_618, 415_000],
    ['Entrance arch', 381_650, 558_000],
    ['General', 386_000, 565_000],
  ]);
  expect([priced.directMinor, priced.baseMinor, priced.subtotalMinor, priced.vatMinor, priced.totalMinor]).toEqual([
    2_435_116n,
    2_849_086n,
    3_561_000n,
    640_980n,
    4_201_980n,
  ]);
  expect(priced.effectiveMarginBps).toBe(1_999);
});

test('the demo project has its dates, its six elements and no open flag', () => {
  const state = demo();
  expect(projectOf(state.records)).toMatchObject({
    installStart: '2026-06-15',
    eventDate: '2026-06-17',
    strikeEnd: '2026-06-18',
    projectStage: 'planning',
  });
  expect([liveOf(state.records.element).length, state.snapshots.size, liveOf(state.records.task).length]).toEqual([
    6, 4, 11,
  ]);
  expect([...state.flags.values()].filter(({ status }) => status === 'open')).toEqual([]);
  expect(isNothing(reconcile(worldOf(state, turn)))).toBe(true);
  expect([...state.records.fact.values()].map(({ key, status }) => [key, status])).toEqual([
    ['guests', 'accepted'],
    ['brand', 'accepted'],
    ['element.color', 'proposed'],
  ]);
});

test('Practice has an orphaned line of ₪320 that still counts, and an old conversation', () => {
  const state = stateAfter(emptyProjectState(), practiceProject({ ...facts, projectId: 'prj_practice' }), now);
  const accounting = accountingOf(state.records);
  expect([accounting.directMinor - accountingOf(demo().records).directMinor, accounting.orphanedMinor]).toEqual([
    32_000, 32_000,
  ]);
  expect([...state.flags.values()].map(({ invariant, status }) => [invariant, status])).toEqual([['I03', 'open']]);
  expect([...state.legacy.values()].map(({ conversation }) => conversation.messages.length)).toEqual([12]);
});

test('everything that is seeded can be read back, and seeding twice gives the same', () => {
  const events = [...demoProject(facts), ...practiceProject({ ...facts, projectId: 'prj_practice' })];
  const unreadable = events.filter(({ kind, data }) => !ProjectEventBody.safeParse({ kind, data }).success);
  expect(unreadable).toEqual([]);
  expect(JSON.stringify(demoProject(facts))).toBe(JSON.stringify(demoProject(facts)));
});

test('no id of the demo is an id of Practice', () => {
  const ids = (events: readonly ProjectEventBody[]) =>
    events.flatMap((event) => (event.kind === 'changeset.applied' ? Object.values(event.data.tempIdMap) : []));
  const practice = new Set(ids(practiceProject({ ...facts, projectId: 'prj_practice' })));
  expect(ids(demoProject(facts)).filter((id) => practice.has(id))).toEqual([]);
});
