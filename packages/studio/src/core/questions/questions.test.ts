import type { Json } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { Question } from '../domain/index.ts';
import { effectiveAnswers, readAnswer, readAnswers } from './answers.ts';
import { ideationBank, planningBank, solutioningBank } from './banks.ts';
import { factsOfAnswers } from './facts.ts';
import { nextQuestions, openRequired, progressOf, withoutRepeats } from './next.ts';

const qids = (questions: readonly Question[]) => questions.map(({ qid }) => qid);
const asked = (answers: Record<string, never> | Record<string, unknown>, skippedQids: string[] = []) =>
  ({ questions: ideationBank, answers: answers as never, skippedQids }) as const;

test('the banks are whole, in both languages, and parse', () => {
  expect(ideationBank).toHaveLength(12);
  expect(planningBank).toHaveLength(8);
  expect(solutioningBank(['el_a', 'el_b'])).toHaveLength(14);
  for (const question of [...ideationBank, ...planningBank, ...solutioningBank(['el_a'])]) {
    expect(Question.parse(question)).toEqual(question);
    expect([question.text.he, question.text.en].every(Boolean)).toBe(true);
  }
  expect(qids(ideationBank.filter(({ required }) => required))).toEqual([
    'ide.goal',
    'ide.type',
    'ide.date',
    'ide.venue',
    'ide.guests',
    'ide.budget',
  ]);
});

describe('what is asked next', () => {
  test('at most five, required ones first', () => {
    expect(qids(nextQuestions(asked({})))).toEqual(['ide.goal', 'ide.type', 'ide.date', 'ide.venue', 'ide.guests']);
    expect(nextQuestions(asked({}), 2)).toHaveLength(2);
    expect(nextQuestions(asked({}), 50)).toHaveLength(5);
  });

  test('not what was answered or skipped; what depends on an answer appears with it', () => {
    const answers = {
      'ide.goal': 'השקה',
      'ide.type': 'launch',
      'ide.date': '2026-06-17',
      'ide.guests': 350,
      'ide.budget': 5_000_000,
    };
    expect(qids(nextQuestions(asked(answers)))).not.toContain('ide.indoor');
    expect(qids(nextQuestions(asked({ ...answers, 'ide.venue': 'נמל' })))).toContain('ide.indoor');
    expect(qids(nextQuestions(asked(answers, ['ide.venue'])))).not.toContain('ide.venue');
  });

  test('a load above the limit asks for an engineer, about that element alone', () => {
    const questions = solutioningBank(['el_a', 'el_b']);
    const next = qids(
      nextQuestions({
        questions,
        answers: { 'sol.load:el_a': 201 },
        skippedQids: questions.filter(({ qid }) => !qid.startsWith('sol.engineer')).map(({ qid }) => qid),
      }),
    );
    expect(next).toEqual(['sol.engineer:el_a']);
  });

  test('required ones stay open until answered, skipped or gone past', () => {
    expect(openRequired(asked({ 'ide.goal': 'x' }))).toHaveLength(5);
    expect(openRequired(asked({ 'ide.goal': 'x' }, ['ide.type']))).toHaveLength(4);
    expect(openRequired(asked({}), true)).toHaveLength(0);
    expect(progressOf(asked({ 'ide.goal': 'x', 'ide.brand': '#ffffff' }))).toEqual({ answered: 1, required: 6 });
  });

  test('the same question in other words is not asked twice', () => {
    const [goal, kind] = ideationBank;
    const again = { ...(kind as Question), qid: 'gen:1', text: { en: 'Event types' } };
    const fresh = { ...(kind as Question), qid: 'gen:2', text: { en: 'Is there a rain plan?' } };
    expect(qids(withoutRepeats([again, fresh, fresh], ideationBank))).toEqual(['gen:2']);
    expect(withoutRepeats([goal as Question], ideationBank)).toEqual([]);
  });
});

describe('answers', () => {
  const question = (type: Question['type'], more: Partial<Question> = {}): Question => ({
    qid: 'q',
    stage: 'ideation',
    text: { en: 'Q' },
    scope: 'project',
    type,
    required: false,
    priority: 1,
    source: 'bank',
    ...more,
  });
  const choice = { options: [{ value: 'a', label: { en: 'A' } }] };
  const read = (type: Question['type'], value: unknown, more: Partial<Question> = {}) => {
    const answer = readAnswer(question(type, more), value as never, (id) => id === 'el_a');
    return answer.ok ? answer.value : answer.error.code;
  };

  test.each([
    ['text', ' שלום ', {}, 'שלום'],
    ['number', '1,200', {}, 1_200],
    ['money', 500_000, {}, 500_000],
    ['date', '2028-02-29', {}, '2028-02-29'],
    ['dimension', { widthMm: 3_000, heightMm: 2_400 }, {}, { widthMm: 3_000, heightMm: 2_400 }],
    ['single', 'a', choice, 'a'],
    ['single', 'else', { ...choice, allowOther: true }, 'else'],
    ['multi', ['a', 'a'], choice, ['a']],
    ['boolean', false, {}, false],
    ['color', 'כחול', {}, '#1e5bd6'],
    ['color', '#0057B8', {}, '#0057b8'],
    ['elementRef', 'el_a', {}, 'el_a'],
  ] as const)('%s %j', (type, value, more, kept) => {
    expect(read(type, value, more)).toEqual(kept);
  });

  test.each([
    ['text', '  ', {}],
    ['text', 'x'.repeat(501), {}],
    ['number', 1.5, {}],
    ['number', 'many', {}],
    ['number', 7, { max: 5 }],
    ['money', -1, {}],
    ['date', '2026-02-30', {}],
    ['date', 'tomorrow', {}],
    ['dimension', {}, {}],
    ['dimension', { widthMm: 0 }, {}],
    ['dimension', { weight: 3 }, {}],
    ['single', 'b', choice],
    ['multi', [], choice],
    ['multi', ['b'], choice],
    ['boolean', 'yes', {}],
    ['color', 'zorp', {}],
    ['elementRef', 'el_b', {}],
  ] as const)('%s %j is no answer', (type, value, more) => {
    expect(read(type, value, more)).toBe('ANSWER_INVALID');
  });

  test('what is sent along wins over what is typed, and that over what is saved', () => {
    expect(effectiveAnswers({ a: 1, b: 1, c: 1 }, { b: 2, c: 2 }, { c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
    expect(effectiveAnswers({ a: 1 }, { a: null })).toEqual({});
  });

  test('a bad answer is said by its field and left out', () => {
    const { valid, issues } = readAnswers(ideationBank, { 'ide.guests': 'lots', 'ide.venue': 'נמל', 'ide.nope': 1 });
    expect(valid).toEqual({ 'ide.venue': 'נמל' });
    expect(issues.map(({ refs }) => refs)).toEqual([['ide.guests'], ['ide.nope']]);
  });
});

test('answers become facts about the project or the element, with where they were said', () => {
  const facts = factsOfAnswers(
    [...ideationBank, ...solutioningBank(['el_a'])],
    { 'ide.guests': 350, 'sol.size:el_a': { widthMm: 3_000 } },
    'prj_a',
  );
  expect(facts).toEqual([
    {
      subject: { kind: 'project', id: 'prj_a' },
      key: 'guests',
      value: 350,
      text: { he: 'כמה אורחים: 350', en: 'How many guests: 350' },
      source: { kind: 'questionnaire', ref: 'ide.guests' },
      confidence: 1_000,
    },
    {
      subject: { kind: 'element', id: 'el_a' },
      key: 'element.width',
      value: 3_000,
      text: { he: 'רוחב: 3 מ׳', en: 'Width: 3 m' },
      source: { kind: 'questionnaire', ref: 'sol.size:el_a' },
      confidence: 1_000,
    },
  ]);
});

test('a fact says what was asked and answered in both languages, by the names of options and days', () => {
  const textOf = (qid: string, value: Json) =>
    factsOfAnswers(ideationBank, { [qid]: value }, 'prj_a', 'ILS').map(({ text }) => text)[0];
  expect(textOf('ide.type', 'exhibition')).toEqual({ he: 'סוג האירוע: תערוכה', en: 'Event type: Exhibition' });
  expect(textOf('ide.mood', ['young', 'משהו אחר'])?.he).toBe('אווירה: צעיר, משהו אחר');
  expect(textOf('ide.budget', 5_000_000)?.he).toBe('מסגרת תקציב: ₪50,000');
  expect(textOf('ide.date', '2027-02-14')?.en).toBe('When: 14.2.2027');
});
