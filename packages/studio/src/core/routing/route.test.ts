import { describe, expect, test } from 'vitest';
import { isBreakerOpen, mayAskRouterModel } from './breaker.ts';
import { didYouMean } from './did-you-mean.ts';
import { type Ambiguous, type RouteContext, routeAgain, routeByModel, routeEvent, routeMessage } from './route.ts';

const plain: RouteContext = { projectStage: 'planning', pins: { stage: 'auto', channel: 'auto' }, hasDraft: false };
const withDraft = { ...plain, hasDraft: true };
const vague = 'הלקוח התקשר';
const ambiguous = (): Ambiguous => {
  const decision = routeMessage(vague, plain);
  if (decision.kind !== 'ambiguous') throw new Error('expected the words to be ambiguous');
  return decision;
};

describe('R0: events that are no message', () => {
  test('questions are asked by the skill of the stage, or of the stage that was named', () => {
    expect(routeEvent('generateQuestions', plain)).toMatchObject({ skillId: 'planning.questions', routedBy: 'event' });
    expect(routeEvent('generateQuestions', plain, { skillId: 'ideation.questions' })).toMatchObject({
      skillId: 'ideation.questions',
      turnStage: 'ideation',
    });
  });

  test('a revision is a change', () => {
    expect(routeEvent('reviseDraft', plain, { text: 'יותר זול' })).toMatchObject({
      skillId: 'change.request',
      text: 'יותר זול',
    });
  });
});

describe('R1: slash commands', () => {
  test.each([
    ['/task צביעת קיר', 'change.request', 'צביעת קיר'],
    ['/משימה צביעת קיר', 'change.request', 'צביעת קיר'],
    ['/element podium', 'change.request', 'podium'],
    ['/אלמנט דוכן', 'change.request', 'דוכן'],
    ['/change cheaper', 'change.request', 'cheaper'],
    ['/שינוי להוזיל ב-10%', 'change.request', 'להוזיל ב-10%'],
    ['/price קיר לוגו', 'planning.quotePlan', 'קיר לוגו'],
    ['/מחיר קיר לוגו', 'planning.quotePlan', 'קיר לוגו'],
    ['/quote', 'planning.quotePlan', ''],
    ['/הצעה', 'planning.quotePlan', ''],
    ['/plan', 'planning.quotePlan', ''],
    ['/ideas bar', 'ideation.ideas', 'bar'],
    ['/רעיונות לבר', 'ideation.ideas', 'לבר'],
    ['/build the stage', 'solutioning.decompose', 'the stage'],
    ['/בנייה', 'solutioning.decompose', ''],
    ['/check', 'plan.critic', ''],
    ['/בדיקה', 'plan.critic', ''],
    ['/ask', 'planning.questions', ''],
    ['/שאלות', 'planning.questions', ''],
    ['/qa who paints?', 'project.qa', 'who paints?'],
  ])('%s', (message, skillId, text) => {
    expect(routeMessage(message, plain)).toMatchObject({ kind: 'skill', routedBy: 'slash', skillId, text });
  });

  test('say what is meant by /task and /element', () => {
    expect(routeMessage('/task paint', plain)).toMatchObject({ entity: 'task' });
    expect(routeMessage('/element podium', plain)).toMatchObject({ entity: 'element' });
  });

  test('win over every pin, and an unknown one is no command', () => {
    const pinned: RouteContext = { ...plain, pins: { stage: 'ideation', channel: 'questions' } };
    expect(routeMessage('/price wall', pinned)).toMatchObject({ route: 'PLN', turnStage: 'planning' });
    expect(routeMessage('/constructor add a wall', plain)).not.toMatchObject({ routedBy: 'slash' });
    expect([routeMessage('/apply', plain).kind, routeMessage('/discard', plain).kind]).toEqual(['apply', 'discard']);
  });
});

describe('R2: a whole message that decides about the draft', () => {
  test.each([
    'apply',
    'Save',
    'commit',
    'apply it',
    'apply the changes',
    'ok apply please',
    'תחיל',
    'החל',
    'שמור',
    'תשמור',
    'אוקיי תחיל את הטיוטה',
    'תחיל את השינויים בבקשה',
  ])('%s applies', (message) => {
    expect(routeMessage(message, withDraft)).toEqual({ kind: 'apply', routedBy: 'phrase' });
  });

  test.each(['discard draft', 'discard it', 'throw it away', 'בטל טיוטה', 'בטל את הטיוטה', 'מחק טיוטה'])(
    '%s discards',
    (message) => {
      expect(routeMessage(message, withDraft)).toEqual({ kind: 'discard', routedBy: 'phrase' });
    },
  );

  test('finalising says what follows', () => {
    expect(routeMessage('finalize quote', withDraft)).toMatchObject({ kind: 'apply', followedBy: 'issueQuote' });
    expect(routeMessage('סגור הצעה', withDraft)).toMatchObject({ kind: 'apply', followedBy: 'issueQuote' });
    expect(routeMessage('סגור גרסה', withDraft)).toMatchObject({ kind: 'apply', followedBy: 'nameVersion' });
  });

  test('without a draft, or with more words, nothing is decided', () => {
    expect(routeMessage('apply', plain).kind).not.toBe('apply');
    expect(routeMessage('apply the blue paint to the wall', withDraft).kind).not.toBe('apply');
    expect(routeMessage('אל תחיל', withDraft).kind).not.toBe('apply');
  });
});

describe('R3 to R5: pins and continuations', () => {
  test.each(['כן, 200 אורחים', 'תוסיף קיר', 'how much is it?', 'תחיל'])(
    '[ST-07] with the questions pinned, "%s" goes to the questions skill and no model is asked',
    (message) => {
      const decision = routeMessage(message, { ...plain, pins: { stage: 'auto', channel: 'questions' } });
      expect(decision).toMatchObject({ kind: 'skill', skillId: 'planning.questions' });
      expect(mayAskRouterModel(decision, { hasModel: true, history: [] })).toBe(false);
    },
  );

  test.each(['הקיר הגדול', 'logo wall and counter', vague, 'hmm'])(
    '[ST-08] with planning pinned, "%s" goes to the planning skill and no model is asked',
    (message) => {
      const decision = routeMessage(message, {
        ...plain,
        projectStage: 'ideation',
        pins: { stage: 'planning', channel: 'auto' },
      });
      expect(decision).toMatchObject({ kind: 'skill', skillId: 'planning.quotePlan', turnStage: 'planning' });
      expect(mayAskRouterModel(decision, { hasModel: true, history: [] })).toBe(false);
    },
  );

  test('a pinned stage still hears a change, a question and a check', () => {
    const pinned: RouteContext = { ...plain, pins: { stage: 'planning', channel: 'auto' } };
    expect(routeMessage('תוסיף קיר לוגו', pinned)).toMatchObject({ route: 'CHG' });
    expect(routeMessage('כמה עולה הקיר?', pinned)).toMatchObject({ route: 'QA' });
    expect(routeMessage('איך בונים את הקיר?', pinned)).not.toMatchObject({ route: 'SOL' });
  });

  test.each(['continue', 'next', 'תמשיך', 'קדימה', 'אוקיי הלאה'])('%s goes on with the stage', (message) => {
    expect(routeMessage(message, plain)).toMatchObject({ route: 'PLN', routedBy: 'phrase' });
  });
});

describe('when the words do not tell', () => {
  test('without a model it is answered from the project, and nothing is drafted that nobody asked for', () => {
    expect(ambiguous().otherwise).toMatchObject({ skillId: 'project.qa', routedBy: 'default' });
    const solving = routeMessage(vague, { ...plain, projectStage: 'solutioning' });
    expect(solving).toMatchObject({ kind: 'ambiguous', otherwise: { skillId: 'project.qa' } });
  });

  test('in ideation it goes to ideas, which only talk', () => {
    const decision = routeMessage(vague, { ...plain, projectStage: 'ideation' });
    expect(decision).toMatchObject({ kind: 'ambiguous', otherwise: { skillId: 'ideation.ideas' } });
  });

  test('words that speak clearly for one skill are followed, though one word may be a slip', () => {
    const decision = routeMessage('תבדקי שהתמחור לא נמוך מדי', plain);
    expect(decision).toMatchObject({ kind: 'skill', skillId: 'plan.critic' });
  });

  test('without a model the router asks none', () => {
    expect(mayAskRouterModel(ambiguous(), { hasModel: false, history: [] })).toBe(false);
  });

  test('three chips send the same message again with a command', () => {
    const chips = didYouMean(ambiguous().top, vague, 'he');
    expect(chips).toHaveLength(3);
    for (const { event } of chips) {
      if (event.type !== 'chatMessage') throw new Error('a chip sends a message');
      expect(routeMessage(event.text, plain)).toMatchObject({ routedBy: 'slash', text: vague });
    }
  });

  test('a model may choose, but not a skill that is unknown, off or not open yet', () => {
    const answer = {
      turnStage: 'planning',
      chosenSkillId: 'change.request',
      confidence: 0.8,
      reasons: ['asks'],
    } as const;
    expect(routeByModel(ambiguous(), answer, () => true)).toMatchObject({
      route: 'CHG',
      routedBy: 'llm',
      reasons: ['asks'],
    });
    expect(routeByModel(ambiguous(), answer, () => false)).toMatchObject({ route: 'QA', routedBy: 'default' });
    const unknown = { ...answer, chosenSkillId: 'rm.everything' };
    expect(routeByModel(ambiguous(), unknown, () => true)).toMatchObject({ route: 'QA', routedBy: 'default' });
  });
});

test('a message that is asked about again goes where it went, and keeps what it names', () => {
  expect(routeAgain(vague, plain, 'change.request')).toMatchObject({ skillId: 'change.request', text: vague });
  expect(routeAgain(vague, plain, undefined)).toMatchObject({ skillId: 'project.qa' });
  expect(routeAgain('/task paint', plain, 'change.request')).toMatchObject({ entity: 'task', text: 'paint' });
  expect(routeAgain('apply', withDraft, 'change.request')).toBeUndefined();
});

describe('the breaker', () => {
  const turns = (asked: number, all: number) =>
    Array.from({ length: all }, (_, at) => ({ usedRouterModel: at < asked }));

  test('[ST-11] opens at a fifth of the last two hundred turns, and the next unclear message asks no model', () => {
    const spread = Array.from({ length: 200 }, (_, at) => ({ usedRouterModel: at % 5 === 4 }));
    expect(isBreakerOpen(spread)).toBe(true);
    expect(mayAskRouterModel(ambiguous(), { hasModel: true, history: spread })).toBe(false);
    expect(mayAskRouterModel(ambiguous(), { hasModel: true, history: spread.slice(0, 15) })).toBe(true);
  });

  test('closes only below eighteen percent', () => {
    const before = Array.from({ length: 200 }, (_, at) => ({ usedRouterModel: at % 5 === 4 }));
    const quiet = (n: number) => Array.from({ length: n }, () => ({ usedRouterModel: false }));
    expect(isBreakerOpen([...before, ...quiet(20)])).toBe(true);
    expect(isBreakerOpen([...before, ...quiet(30)])).toBe(false);
  });

  test('the first few calls of a project do not open it', () => {
    expect([isBreakerOpen(turns(1, 1)), isBreakerOpen(turns(3, 3)), isBreakerOpen(turns(4, 4))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('what is said about an open draft', () => {
  const at = (text: string) => {
    const { kind, ...rest } = routeMessage(text, {
      projectStage: 'planning',
      pins: { stage: 'auto', channel: 'auto' },
      hasDraft: true,
    });
    return kind === 'apply' && 'confirm' in rest && rest.confirm ? 'confirm' : kind;
  };

  test.each([
    ['מאשר', 'apply'],
    ['נראה טוב, apply', 'apply'],
    ['מעולה בדיוק ככה סגור', 'apply'],
    ['יאללה תכניס את זה', 'apply'],
    ['approve the changes please', 'apply'],
    ['לא טוב תזרוק את ה draft', 'discard'],
    ['עזוב תבטל', 'discard'],
    ['scrap that, not what I meant', 'discard'],
    ['כן', 'confirm'],
    ['looks good, yes', 'confirm'],
  ])('%s is %s', (text, wanted) => {
    expect(at(text)).toBe(wanted);
  });

  test.each([
    'אל תאשר',
    'לא מאשר',
    'לא לבטל',
    'not approved',
    'לא טוב תחיל',
    'מאשר חוץ מהמחיר של הקשת',
    'תבטל את הבמה',
    'scrap the arch',
    'תמחק את זה',
    'apply the blue one',
    'מאושר?',
    'מעולה',
  ])('%s decides nothing about it', (text) => {
    expect(['apply', 'discard', 'confirm']).not.toContain(at(text));
  });
});

test.each(['ideation', 'planning'] as const)(
  'a day that is told is a change, and one that is asked is not (%s)',
  (projectStage) => {
    const to = (text: string) => {
      const decision = routeMessage(text, { projectStage, pins: { stage: 'auto', channel: 'auto' }, hasDraft: false });
      return decision.kind === 'skill' ? decision.route : decision.kind;
    };
    expect(to('האירוע ב-14.2.2027 וההקמה ב-11.2.2027')).toBe('CHG');
    expect(to('the event is on 14/2/2027')).toBe('CHG');
    expect(to('האירוע ב-14.2.2027?')).not.toBe('CHG');
  },
);
