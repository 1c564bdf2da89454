import { describe, expect, test } from 'vitest';
import { stateAfter } from '../decide/conclude.ts';
import { demoProject } from '../demo/seed.ts';
import { PatchOp, type ProjectStage, Question } from '../domain/index.ts';
import { copyRecords, projectOf, putEntity } from '../fold/records.ts';
import { emptyProjectState } from '../fold/state.ts';
import { standardPolicy } from '../projects/create.ts';
import { skills } from '../skills/registry.ts';
import { type SkillWorld, worldOf } from '../skills/world.ts';
import { sha256 } from '../testing/records.ts';
import { validateOps } from '../validate/validate.ts';
import { turnFor } from './testing/world.ts';

const now = '2026-04-16T08:00:00.000Z';
const policy = standardPolicy('pol_standard1');
const state = stateAfter(
  emptyProjectState(),
  demoProject({ projectId: 'prj_demo', by: 'dana', now, today: '2026-04-16', policy, sha256 }),
  now,
);
const demoAt = (stage: ProjectStage): SkillWorld => {
  const world = worldOf(state, undefined, null);
  const records = copyRecords(world.records);
  putEntity(records, 'project', { ...projectOf(records), projectStage: stage });
  return { ...world, records };
};

/** Requests of each skill, at the first stage that opens it and at the last. */
const asked: Readonly<Record<string, readonly string[]>> = {
  'ideation.questions': ['תשאל אותי'],
  'planning.questions': ['ask me'],
  'solutioning.questions': ['שאלות'],
  'ideation.ideas': ['תן לי רעיונות', 'ideas for the bar'],
  'planning.quotePlan': ['תכין הצעת מחיר', 'price the media wall'],
  'solutioning.decompose': ['פרק את קיר הלוגו', 'break down the main stage'],
  'change.request': [
    'תוסיף פודיום לבן',
    'add a photo booth',
    'תצבע את הדלפק בכחול',
    'make the logo wall 6 m wide',
    'remove the entrance arch',
    'להוזיל את קיר הלוגו ב-5%',
    'תחליף את הדיקט ב-MDF',
    'push the install to Tuesday',
    'הורד את משימת הצביעה',
    'rename the main stage to big stage',
  ],
  'plan.critic': ['מה חסר בתוכנית?'],
  'project.qa': ['כמה עולה קיר הלוגו?', 'what is the total?'],
};

describe.each(skills.filter(({ offline }) => offline))('[ST-61] $skillId on the demo project', (skill) => {
  const stages = [...new Set([skill.minProjectStage, 'solutioning'] as const)];
  test.each(stages.flatMap((stage) => (asked[skill.skillId] ?? []).map((text) => [stage, text] as const)))(
    '%s: %s gives one thing to show, within its ops, paths and stage',
    (stage, text) => {
      const world = demoAt(stage);
      const turn = turnFor(text, world);
      const output = skill.offline?.(world, turn);
      if (!output) throw new Error(`${skill.skillId} gave nothing`);
      expect(skill.renderKinds).toContain(output.render.kind);
      expect((output.draft !== undefined) === (output.render.kind === 'draft_changes')).toBe(true);
      expect(output.assistantText).not.toBe('');
      if (output.render.kind === 'questions') for (const question of output.render.questions) Question.parse(question);
      for (const draft of [output.draft, output.followUp]) {
        if (!draft) continue;
        expect(draft.ops.length).toBeLessThanOrEqual(skill.maxOps);
        for (const op of draft.ops) PatchOp.parse(op);
        const { issues } = validateOps(draft.ops, {
          records: world.records,
          snapshots: world.snapshots,
          policy: world.policy,
          pricing: world.pricing,
          stage,
          sha256,
          at: now,
          maxOps: skill.maxOps,
          ...(turn.scope.kind === 'elements' ? { scope: { elementIds: turn.scope.ids, explicit: true } } : {}),
        });
        expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    },
  );
});

test('the wall of the demo costs what Appendix A says, in words', () => {
  const world = demoAt('planning');
  const qa = skills.find(({ skillId }) => skillId === 'project.qa');
  expect(qa?.offline?.(world, turnFor('כמה עולה קיר הלוגו?', world)).assistantText).toContain('₪8,071.08');
  expect(qa?.offline?.(world, turnFor('what is the total?', world)).assistantText).toContain('₪42,019.80');
});
