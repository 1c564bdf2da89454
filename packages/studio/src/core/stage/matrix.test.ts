import { describe, expect, test } from 'vitest';
import { type PatchOp, type ProjectStage, projectStages } from '../domain/index.ts';
import { aTask } from '../testing/records.ts';
import { firstStageOf, type Gate, gateOfSkill, gates, gatesOf, isOpenAt, skillMayRun } from './matrix.ts';

/** Written out by hand: a change of the table must be a change here. */
const cells: Readonly<Record<Gate, readonly [boolean, boolean, boolean]>> = {
  elements: [true, true, true],
  knowledge: [true, true, true],
  project: [true, true, true],
  tasks: [false, true, true],
  sections: [false, true, true],
  costLines: [false, true, true],
  quotes: [false, true, true],
  atomicTasks: [false, false, true],
  checklists: [false, false, true],
  build: [false, false, true],
  skillsAnytime: [true, true, true],
  skillsPlanning: [false, true, true],
  skillsSolutioning: [false, false, true],
};

describe.each(gates)('%s', (gate) => {
  test.each(projectStages.map((stage, at) => [stage, cells[gate][at]] as const))('at %s: %s', (stage, open) => {
    expect(isOpenAt(gate, stage)).toBe(open);
  });
});

const shared = { opId: 'o1', groupId: 'trn_1', reason: { en: 'x' }, include: true } as const;
const create = (entity: PatchOp['entity'], fields: Record<string, string | number | object>): PatchOp =>
  ({ ...shared, op: 'create', entity, tempId: 'tmp:x', fields }) as PatchOp;

test('an op goes through every gate its entity and its paths have', () => {
  const opens = (op: PatchOp, before?: Parameters<typeof gatesOf>[1]): ProjectStage[] =>
    projectStages.filter((stage) => gatesOf(op, before).every((gate) => isOpenAt(gate, stage)));
  expect(opens(create('element', { 'name.en': 'Wall' }))).toEqual(['ideation', 'planning', 'solutioning']);
  expect(opens(create('element', { 'build.splitParts': 2 }))).toEqual(['solutioning']);
  expect(opens(create('task', { 'title.en': 'Paint' }))).toEqual(['planning', 'solutioning']);
  expect(opens(create('task', { granularity: 'atomic' }))).toEqual(['solutioning']);
  expect(opens(create('materialLine', {}))).toEqual(['planning', 'solutioning']);
  expect(opens(create('workLine', {}))).toEqual(['planning', 'solutioning']);
  expect(opens(create('section', {}))).toEqual(['planning', 'solutioning']);
  for (const entity of ['fact', 'risk', 'decision'] as const)
    expect(opens(create(entity, {}))).toEqual(['ideation', 'planning', 'solutioning']);
  const tick: PatchOp = { ...shared, op: 'set', entity: 'task', id: 'tsk_a', changes: { checklist: [] } };
  expect(opens(tick)).toEqual(['solutioning']);
  const rename: PatchOp = { ...shared, op: 'set', entity: 'task', id: 'tsk_a', changes: { 'title.en': 'x' } };
  expect(opens(rename, aTask('tsk_a', { granularity: 'atomic' }))).toEqual(['solutioning']);
  expect(opens(rename, aTask('tsk_a'))).toEqual(['planning', 'solutioning']);
});

test('a skill runs from its stage on', () => {
  const runs = (skillId: string) => projectStages.filter((stage) => skillMayRun(skillId, stage));
  for (const skill of ['ideation.ideas', 'ideation.questions', 'change.request', 'project.qa', 'plan.critic'])
    expect(runs(skill)).toEqual(['ideation', 'planning', 'solutioning']);
  expect(runs('planning.quotePlan')).toEqual(['planning', 'solutioning']);
  expect(runs('planning.questions')).toEqual(['planning', 'solutioning']);
  expect(runs('solutioning.decompose')).toEqual(['solutioning']);
  expect(runs('solutioning.questions')).toEqual(['solutioning']);
  expect(firstStageOf(gateOfSkill('solutioning.decompose'))).toBe('solutioning');
});
