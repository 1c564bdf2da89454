import { describe, expect, test } from 'vitest';
import { askForScope } from './needs-scope.ts';
import { onlyElement, type ScopeFacts, scopeOf } from './scope.ts';

const element = (id: string, he: string, en: string, ...aliases: string[]) => ({ id, name: { he, en }, aliases });
const demo: ScopeFacts = {
  elements: [
    element('E1', 'קיר לוגו', 'Logo wall', 'לוגו'),
    element('E2', 'במה מרכזית', 'Main stage'),
    element('E3', 'דלפק מידע', 'Info counter'),
    element('E4', 'שער כניסה', 'Entrance arch'),
    element('E5', 'קיר מדיה', 'Media wall'),
    element('E6', 'עמדת צילום', 'Photo corner'),
  ],
  selectedIds: [],
  lastTouchedIds: [],
  lastScopeIds: [],
};
const told = (text: string, more: Partial<ScopeFacts> = {}) => {
  const scope = scopeOf(text, { ...demo, ...more });
  return scope.kind === 'elements' ? [...scope.ids].sort().join('+') : scope.kind;
};

describe('what was said', () => {
  test.each([
    ['תצבע את קיר הלוגו בלבן', 'E1'],
    ['add lights to the logo wall', 'E1'],
    ['תוסיף תאורה בבמה', 'E2'],
    ['תוסיף לבמה מדרגות', 'E2'],
    ['add tasks for the counter', 'E3'],
    ['תוסיף משימות התקנה לדלפק', 'E3'],
    ['the countr should be white', 'E3'],
    ['תגביה את שערי הכניסה', 'E4'],
    ['ת׳דלפק בשחור', 'E3'],
    ['תחליף את קיר הלוגו ואת הבמה', 'E1+E2'],
    ['logo wall and the photo corner', 'E1+E6'],
    ['קיר־מדיה', 'E5'],
    ['תוריד את הבמה ואת השער', 'E2+E4'],
    ['LOGO WALL', 'E1'],
    ['הבמה המרכזית', 'E2'],
    ['לשער הכניסה', 'E4'],
    ['ולעמדת הצילום', 'E6'],
    ['make the info counters taller', 'E3'],
  ])('%s → %s', (text, ids) => {
    expect(told(text)).toBe(ids);
  });

  test('[ST-15] points and accents make no difference: the logo wall is meant, nothing is asked', () => {
    expect(scopeOf('קִיר הַלּוֹגוֹ', demo)).toEqual({ kind: 'elements', ids: ['E1'], method: 'mention' });
  });

  test('a slip that fits two names is asked about', () => {
    expect(told('the couner should be white')).toBe('ask');
  });

  test.each(['תצבע את הקיר בלבן', 'paint the wall white', 'הקיר', 'הקירות', 'הקיר גבוה מדי'])(
    '%s could be either wall',
    (text) => {
      const scope = scopeOf(text, demo);
      expect(scope.kind === 'ask' && scope.candidates.map(({ elementId }) => elementId).sort()).toEqual(['E1', 'E5']);
    },
  );

  test.each(['הכל', 'make everything cheaper', 'תוזיל את כל הפרויקט', 'the whole project'])(
    '%s is the project',
    (text) => {
      expect(told(text)).toBe('project');
    },
  );

  test.each(['הלקוח התקשר', 'what is the budget?', 'push the install to Tuesday'])('%s is about no element', (text) => {
    expect(told(text)).toBe('none');
  });
});

describe('something new', () => {
  test.each([
    'add a photo booth',
    'תוסיף דלפק קפה',
    'add a bar',
    'תוסיפו ספסל',
    'create a podium',
    'add another logo wall',
    'תוסיף עוד קיר לוגו',
  ])('%s is a new element', (text) => {
    expect(told(text)).toBe('new');
  });

  test.each(['תוסיף קיר לוגו', 'add a logo wall', 'add the main stage', 'add two white counters'])(
    '%s is asked about, because there is one',
    (text) => {
      expect(scopeOf(text, demo)).toMatchObject({ kind: 'ask', why: 'exists' });
    },
  );
});

describe('what was not said', () => {
  test('what is selected, and it settles which wall', () => {
    expect(told('תצבע בלבן', { selectedIds: ['E2'] })).toBe('E2');
    expect(told('תצבע את הקיר בלבן', { selectedIds: ['E5'] })).toBe('E5');
    expect(told('תצבע את הדלפק בלבן', { selectedIds: ['E5'] })).toBe('E3');
  });

  test('"it" is what the draft touched last, then what the turn before was about', () => {
    expect(told('make it blue', { lastTouchedIds: ['E3'], lastScopeIds: ['E1'] })).toBe('E3');
    expect(told('תעשה אותו כחול', { lastScopeIds: ['E1'] })).toBe('E1');
    expect(told('make it blue', { selectedIds: ['E4'], lastTouchedIds: ['E3'] })).toBe('E4');
    expect(told('יותר גבוה', { lastTouchedIds: ['E3'] })).toBe('E3');
    expect(told('תעשה אותו כחול', { lastTouchedIds: ['gone'] })).toBe('none');
  });

  test('a project of one element needs no name', () => {
    const [only] = demo.elements;
    expect(onlyElement({ ...demo, elements: only ? [only] : [] })).toMatchObject({ ids: ['E1'] });
    expect(onlyElement(demo)).toEqual({ kind: 'none' });
  });
});

test('a person is offered at most five candidates, a new element and the whole project', () => {
  const candidates = Array.from({ length: 8 }, (_, at) => ({
    elementId: `e${at}`,
    label: { en: `Wall ${at}` },
    score: 0.5,
    why: 'wall',
  }));
  const { needsScope, question } = askForScope({ why: 'ambiguous', mention: 'the wall', candidates }, 'planning');
  expect(needsScope.candidates).toHaveLength(5);
  expect(question.options?.map(({ value }) => value)).toEqual([
    'e0',
    'e1',
    'e2',
    'e3',
    'e4',
    'createNew',
    'wholeProject',
  ]);
});
