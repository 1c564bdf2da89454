import { expect, test } from 'vitest';
import { accountingOf } from '../accounting/accounting.ts';
import { stateAfter } from '../decide/conclude.ts';
import { demoProject } from '../demo/seed.ts';
import { ProjectEventBody } from '../events/project-event.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { emptyProjectState, type ProjectState } from '../fold/state.ts';
import { sha256 } from '../testing/records.ts';
import { cloneProject } from './clone.ts';
import { standardPolicy } from './create.ts';

const now = '2026-04-16T08:00:00.000Z';
const policy = standardPolicy('pol_standard1');
const original = stateAfter(
  emptyProjectState(),
  demoProject({ projectId: 'prj_demo', by: 'dana', now, today: '2026-04-16', policy, sha256 }),
  now,
);
const clone = (withCosts: boolean, eventDate?: string, withFacts = true) =>
  cloneOf(original, withCosts, eventDate, withFacts);
const cloneOf = (from: ProjectState, withCosts: boolean, eventDate?: string, withFacts = true) =>
  cloneProject(from, {
    projectId: 'prj_copy',
    title: { he: 'עותק' },
    withCosts,
    withFacts,
    asTemplate: false,
    policy,
    by: 'noa',
    now,
    sha256,
    ...(eventDate === undefined ? {} : { eventDate }),
  });
const folded = (withCosts: boolean, eventDate?: string) =>
  stateAfter(emptyProjectState(), clone(withCosts, eventDate), now);

const idsOf = ({ records }: ProjectState) => Object.values(records).flatMap((map) => [...map.keys()]);

test('a clone costs the same and shares no id', () => {
  const copy = folded(true);
  expect(accountingOf(copy.records).directMinor).toBe(accountingOf(original.records).directMinor);
  expect([liveOf(copy.records.element).length, liveOf(copy.records.task).length]).toEqual([6, 11]);
  const before = new Set(idsOf(original));
  expect(idsOf(copy).filter((id) => before.has(id))).toEqual([]);
  const written = JSON.stringify([
    ...copy.records.task.values(),
    ...copy.records.materialLine.values(),
    ...copy.records.fact.values(),
  ]);
  expect([...before].filter((id) => written.includes(id))).toEqual([]);
});

test('its dates move with the event day, and nothing is approved', () => {
  const copy = folded(true, '2026-09-30');
  expect(projectOf(copy.records)).toMatchObject({
    eventDate: '2026-09-30',
    installStart: '2026-09-28',
    strikeEnd: '2026-10-01',
  });
  expect(copy.snapshots.size).toBe(0);
  expect([...copy.members]).toEqual([['noa', 'owner']]);
});

test('how it is paid is kept, its days moved; sums only with the costs they are of', () => {
  const advance = {
    label: { en: 'Advance' },
    amount: { bps: 4_000 },
    due: { kind: 'date', date: '2026-06-01' },
  } as const;
  const rest = { label: { en: 'Rest' }, amount: { bps: 6_000 }, due: { kind: 'endOfMonthPlus', days: 30 } } as const;
  const sum = { label: { en: 'Sum' }, amount: { minor: 100 }, due: { kind: 'onOrder' } } as const;
  const copied = (parts: ProjectState['paymentPlan'], withCosts: boolean) => {
    const from = stateAfter(original, [{ kind: 'paymentPlan.set', data: { by: 'dana', parts } }], now);
    return stateAfter(emptyProjectState(), cloneOf(from, withCosts, '2026-09-30'), now).paymentPlan;
  };
  // From 17 June to 30 September.
  const moved = { ...advance, due: { kind: 'date', date: '2026-09-14' } };
  expect(copied([advance, rest], false)).toEqual([moved, rest]);
  expect([copied([advance, sum], true), copied([advance, sum], false)]).toEqual([[moved, sum], []]);
});

test('without costs it has tasks and no lines', () => {
  const copy = folded(false);
  expect([copy.records.materialLine.size, copy.records.workLine.size, copy.records.task.size]).toEqual([0, 0, 11]);
});

test('what was gathered about a project stays there when whoever copies it may not see it', () => {
  const copied = (withFacts: boolean) =>
    clone(false, undefined, withFacts).filter(({ kind }) => kind === 'fact.recorded');
  expect([copied(true).length, copied(false).length]).toEqual([1, 0]);
});

test('its events can be read back', () => {
  expect(clone(true).filter(({ kind, data }) => !ProjectEventBody.safeParse({ kind, data }).success)).toEqual([]);
});
