import { describe, expect, test } from 'vitest';
import { routeMessage } from './route.ts';
import type { Stage } from './score.ts';

const runs = (projectStage: Stage, message: string): string => {
  const decision = routeMessage(message, { projectStage, pins: { stage: 'auto', channel: 'auto' }, hasDraft: false });
  if (decision.kind === 'ambiguous') return `? ${decision.otherwise.route}`;
  return decision.kind === 'skill' ? decision.route : decision.kind;
};

describe('a question that does not open the message', () => {
  test.each([
    'אני בדרך לספק, מה צריך להיות ארוז עד שמונה?',
    'הדלפק עדיין בתמונה או שביטלנו אותו',
    'המסך נכנס לתמחור או לא',
    'did anybody change the floor',
    'הספק מבקש לדעת את הרוחב של הבמה',
  ])('%s is answered', (message) => expect(runs('planning', message)).toMatch(/QA$/));

  test('an order beside it is what is wanted', () => {
    expect(runs('planning', 'מה יצא בסוף, תכין הצעת מחיר')).toBe('PLN');
    expect(runs('planning', 'the supplier says no fabric. take it out')).toMatch(/CHG$/);
    expect(runs('planning', 'האולם לא מאשר כלום על הקירות אז במקום מדבקות נעשה עמודים')).toMatch(/CHG$/);
  });
});

describe('what is fit is advice, what is written is an answer', () => {
  test.each([
    ['ideation', 'איזה תאורה מתאימה לבר שקט', 'IDE'],
    ['solutioning', 'מאיזה חומר כדאי לעשות את המדרגות', 'SOL'],
    ['solutioning', 'איך נעלה את הקיר לקומה שתיים', 'SOL'],
    ['ideation', 'איך הופכים את הכניסה למיוחדת', 'IDE'],
    ['solutioning', 'באיזה צבע הדלפק בסוף', 'QA'],
  ] as const)('%s: %s', (stage, message, route) => expect(runs(stage, message)).toBe(route));
});

test('"let’s move on to planning" goes to planning, and going over the plan does not', () => {
  expect(runs('ideation', 'סגרנו על הרעיון הראשון, בואו נתקדם לתכנון')).toBe('PLN');
  expect(runs('planning', 'בואו נעבור על התכנון')).not.toMatch(/PLN/);
});

test('"ask what you need" wants questions, and "ask the client" does not', () => {
  expect(runs('ideation', 'אין לי מושג מה חסר לכם, תשאלי מה שצריך')).toBe('QST');
  expect(runs('planning', 'תשאל את הלקוח מה הצבע')).not.toBe('QST');
});

test('what is checked is not changed', () => {
  expect(runs('planning', 'תבדקי שהמחיר לא גבוה מדי')).toMatch(/CRT$/);
  expect(runs('planning', 'תעשה לי בדיקת שפיות על הלוח זמנים')).toBe('CRT');
});

describe('a change in other words than an order', () => {
  test.each(['מוותרים על הספסלים', 'בסוף מחליפים את הבד', 'we are removing the stage', 'pull the second screen down'])(
    '%s',
    (message) => expect(runs('planning', message)).toMatch(/CHG$/),
  );
  test.each(['מתי מורידים את השלט', 'הפועלים מורידים את הציוד בשש', 'why are we removing the stage'])(
    '%s is none',
    (message) => expect(runs('planning', message)).not.toMatch(/CHG/),
  );
});

test('a word that begins like a shorter one is another word', () => {
  expect(runs('planning', 'rename the photo booth to welcome desk')).toBe('CHG');
});

test('"שמתי" does not ask when', () => {
  expect(runs('planning', 'שמתי לב שהדלפק קצר, תתקנו')).toMatch(/CHG$/);
});
