import { describe, expect, test } from 'vitest';
import { liveOf, projectOf } from '../fold/records.ts';
import { createProject } from '../projects/create.ts';
import { approve, change, codes, open } from '../testing/deeds.ts';
import { create, set, tombstone } from '../testing/ops.ts';
import { createStudio, demoStudio, idOfName, policyOne } from '../testing/studio.ts';

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
