import { expect, test } from 'vitest';
import type { WorkspaceEventBody } from '../events/workspace-event.ts';
import { readWorkspaceEvent } from '../events/workspace-event.ts';
import { standardPolicy } from '../projects/create.ts';
import { decodeWorkspace, emptyWorkspace, encodeWorkspace, foldWorkspace, newestPolicy } from './workspace.ts';

const by = 'dana';
const card = {
  projectId: 'prj_a',
  title: { he: 'השקה' },
  clientName: 'נובה',
  stage: 'planning',
  isArchived: false,
  isTemplate: false,
} as const;
const events: readonly WorkspaceEventBody[] = [
  { kind: 'policy.published', data: { by, policy: standardPolicy('pol_one') } },
  { kind: 'policy.published', data: { by, policy: { ...standardPolicy('pol_two'), version: 2, vatBps: 1_700 } } },
  { kind: 'project.listed', data: { by, card } },
  { kind: 'project.listed', data: { by, card: { ...card, title: { he: 'השקה גדולה' }, isArchived: true } } },
  { kind: 'company.set', data: { by, company: { name: { he: 'סטודיו' } } } },
  {
    kind: 'directory.recorded',
    data: { by, record: { id: 'sup_ply', kind: 'supplier', name: 'עץ ועוד', isRemoved: false } },
  },
  {
    kind: 'quoteNumber.reserved',
    data: { by, reserved: { projectId: 'prj_a', turnId: 'trn_1', year: 2026, number: 1 } },
  },
  {
    kind: 'quoteNumber.reserved',
    data: { by, reserved: { projectId: 'prj_a', turnId: 'trn_2', year: 2026, number: 2 } },
  },
  {
    kind: 'skill.overridden',
    data: { by, override: { skillId: 'project.qa', isEnabled: false, promptHash: 'p', schemaHash: 's' } },
  },
  { kind: 'skill.reverted', data: { by, skillId: 'project.qa' } },
];

const folded = () => {
  const state = emptyWorkspace();
  for (const [seq, { kind, data }] of events.entries()) {
    const event = readWorkspaceEvent({
      v: 1,
      seq,
      id: `evt_${seq}`,
      at: '2026-04-16T08:00:00.000Z',
      kind,
      key: null,
      data: JSON.parse(JSON.stringify(data)),
    });
    if (!event) throw new Error(`${kind} cannot be read`);
    foldWorkspace(state, event);
  }
  return state;
};

test('the last card of a project stands, and the first number reserved for it', () => {
  const state = folded();
  expect(state.projects.get('prj_a')).toMatchObject({ title: { he: 'השקה גדולה' }, isArchived: true });
  expect(state.numbers.get('prj_a')?.number).toBe(1);
  expect([newestPolicy(state)?.id, newestPolicy(state, 'Other')?.id, state.overrides.size]).toEqual([
    'pol_two',
    undefined,
    0,
  ]);
});

test('saved and read again it is the same', () => {
  const state = folded();
  const again = decodeWorkspace(JSON.parse(JSON.stringify(encodeWorkspace(state))));
  expect(JSON.stringify(encodeWorkspace(again))).toBe(JSON.stringify(encodeWorkspace(state)));
  expect(again.projects.get('prj_a')).toEqual(state.projects.get('prj_a'));
});
