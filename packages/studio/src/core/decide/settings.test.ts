import { describe, expect, test } from 'vitest';
import { codes } from '../testing/deeds.ts';
import { demoStudio } from '../testing/studio.ts';

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
