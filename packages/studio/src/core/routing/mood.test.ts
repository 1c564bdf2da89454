import { describe, expect, test } from 'vitest';
import { hear } from './mood.ts';
import { type RouteContext, routeMessage } from './route.ts';
import { isSlipOf } from './slip.ts';

const planning: RouteContext = { projectStage: 'planning', pins: { stage: 'auto', channel: 'auto' }, hasDraft: false };
/** What runs, with a model or without one. */
const runs = (message: string, context = planning): string => {
  const decision = routeMessage(message, context);
  if (decision.kind === 'ambiguous') return `? ${decision.otherwise.route}`;
  return decision.kind === 'skill' ? decision.route : decision.kind;
};

describe('what shall not be done', () => {
  test.each([
    'אל תמחקו את הדוכן',
    'בבקשה אל תשנה את המחיר',
    'לא להזיז את הבמה',
    'אסור להוריד את השלט',
    'תשאירו את הכל כמו שהוא',
    'don’t remove the arch',
    'please do not change the price',
    'leave it as it is',
    'עזבי, לא משנה',
    'מעולה תודה רבה',
  ])('%s changes nothing, with a draft or without', (message) => {
    expect(runs(message)).toBe('QA');
    expect(runs(message, { ...planning, hasDraft: true })).toBe('QA');
  });

  test('the rest of the message still counts', () => {
    expect(runs('אל תמחק את הבמה, תצבע אותה בשחור')).toBe('CHG');
    expect(runs('don’t delete the wall, paint it blue')).toBe('CHG');
    expect(runs('לא להחליף את הבד אלא להוסיף תאורה')).toBe('CHG');
    expect(hear('אל תמחק את הבמה, תצבע אותה בשחור').text.trim()).toBe('תצבע אותה בשחור');
  });

  test('a reminder, a need and a colour are not forbidden', () => {
    expect(hear('אל תשכח להוסיף הובלה').isGuarded).toBe(false);
    expect(hear('we don’t need the arch').isGuarded).toBe(false);
    expect(hear('לא לבן, שחור').isGuarded).toBe(false);
  });

  test('what somebody else does not want is no order either, and is never guessed at', () => {
    expect(runs('הם ביקשו שלא נחליף את הבד')).toMatch(/QA$/);
  });
});

describe('what is only supposed, asked or told', () => {
  test.each([
    'אם נוסיף עוד מסך כמה זה יעלה',
    'נגיד שמוותרים על הבמה, כמה חוסכים?',
    'what happens to the price if we remove the floor',
    'לפני שאתה משנה משהו תגיד לי כמה זה עולה',
    'הלקוחה שאלה אם אפשר להחליף את הצבע',
    'הספק רוצה לדעת מתי להוריד את הסחורה',
    'אולי נוותר על הקשת? כמה זה חוסך',
  ])('%s is answered', (message) => expect(runs(message)).toBe('QA'));

  test.each(['הנגר אמר שהוא החליף את הבד', 'עוד לא הוסיפו את התאורה', 'the crew already removed the sign'])(
    '%s is never a change on a guess',
    (message) => expect(runs(message)).not.toMatch(/CHG|PLN/),
  );

  test('a proposal alone is still one', () => {
    expect(runs('מה אם נוסיף עוד מסך?')).toBe('CHG');
    expect(runs('what if we remove the arch?')).toBe('CHG');
  });
});

describe('what others said, or nobody has decided', () => {
  test.each([
    'הלקוח אמר שאולי הוא ירצה קיר יותר גבוה',
    'דנה ביקשה שנחליף את הבד אבל עוד לא החלטנו',
    'הספק כתב לי "תורידו את המחיר ב-5%"',
    "רונן כתב 'תוסיפו עוד 3 מטר במה', מה דעתכם",
    'הלקוחה חושבת להחליף צבע, נדע מחר',
    'היינו צריכים להוסיף תאורה בפרויקט הקודם',
    'we are thinking about a bigger stage',
    'the client might want to remove the arch',
    'תעדכני אותי כשיש משהו חדש',
  ])('%s is asked about', (message) => expect(runs(message)).toMatch(/^(\?|QA)/));

  test('a wish that is firm is still one', () => {
    expect(runs('הלקוחה רוצה שהשער יהיה מעוגל')).toBe('CHG');
    expect(runs('הלקוח סגר על במה של 7 מטר, תעדכנו')).toBe('CHG');
  });
});

describe('nothing shall change', () => {
  test.each([
    'בסוף לא צריך לשנות כלום',
    'לא רוצה לשנות את המחיר',
    'no need to replace the truss',
    'אין צורך להחליף את הבד',
  ])('%s', (message) => expect(runs(message)).toMatch(/QA$/));

  test('what is not needed goes', () => {
    expect(runs('לא צריך את הדלפק השני')).toBe('CHG');
  });
});

describe('the draft', () => {
  const open = { ...planning, hasDraft: true };
  test('"אפשר להחיל" applies it, and the question whether one may does not', () => {
    expect(runs('אפשר להחיל', open)).toBe('apply');
    expect(runs('אפשר להחיל?', open)).not.toBe('apply');
  });

  test('a part of it, or a mistyped word for it, is never taken for a change', () => {
    expect(runs('תחיל רק את הקיר', open)).toMatch(/^\?/);
    expect(runs('בטל טיטטה', open)).toMatch(/^\?/);
    expect(runs('סבבה תיחלו', open)).toMatch(/^\?/);
  });
});

test('a mistyped word that may mean something else is asked about', () => {
  expect(runs('תעשה ביקוררת על התמחור')).toMatch(/^(CRT|\?)/);
  expect(runs('critiue the schedule')).toMatch(/^(CRT|\?)/);
  expect(runs('whta happens if we drop the second stage')).toMatch(/^(QA|\?)/);
});

test('a pasted message of somebody else is read, and asked about before anything is done', () => {
  expect(runs('[10:42] שירה: תוסיפו שני עציצים')).toBe('? QA');
  expect(runs('רונית כתבה: תורידו את הדגלים')).toBe('? QA');
  expect(hear('Fwd: add a counter').text).toBe('add a counter');
});

test('an order in words no table has goes to the grammar of changes', () => {
  expect(runs('תקשטו את הכניסה בענפים')).toBe('CHG');
});

describe('a slip of the finger', () => {
  test.each([
    ['shcedule', 'schedule'],
    ['תוסיפפו', 'תוסיפו'],
    ['swich', 'switch'],
    ['תעדקן', 'תעדכן'],
  ])('%s is %s', (token, text) => expect(isSlipOf(token, text)).toBe(true));

  test.each([
    ['תסביר', 'תעביר'],
    ['תאריכים', 'תאריכי'],
    ['removed', 'remove'],
    ['מרכיב', 'תרכיב'],
    ['להשתמש', 'להשתבש'],
    ['print', 'paint'],
  ])('%s is not %s', (token, text) => expect(isSlipOf(token, text)).toBe(false));
});
