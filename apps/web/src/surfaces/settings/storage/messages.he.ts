import type { Translated } from '../../../i18n/messages.ts';
import type { storageEn } from './messages.en.ts';

export const storageHe: Translated<typeof storageEn> = {
  title: 'אחסון',
  detail: 'מה נשמר וכמה מקום הוא תופס, אחרי שיתוף ודחיסה.',
  again: 'מדידה נוספת',
  used: '{{used}} של תוכן',
  usedOf: '{{used}} מתוך {{quota}} לתוכן',
  free: '{{free}} פנויים בדיסק הזה',
  kinds: { content: 'תוכן', log: 'יומן', cache: 'מטמון', other: 'אחר' },
  troubleTitle: 'שום דבר אינו נאסף',
  trouble: {
    LIVE_CONTENT_UNREADABLE: 'משהו שעדיין נחוץ אינו ניתן לקריאה. הפקודה npx atelier verify אומרת מה.',
    STREAM_UNREADABLE: 'זרם אחד אינו ניתן לקריאה, ולכן לא ידוע מה עוד נחוץ לו. כדאי להריץ בדיקת מאגר.',
    FAULT: 'האיסוף האחרון נקטע. יומן השרת אומר מדוע.',
  },
  neverCollected: 'עוד לא נאסף דבר. מה ששום דבר אינו מפנה אליו נעלם מעצמו אחרי שעה.',
  collected: '{{bytes}} נאספו {{at}}.',
  quota: 'מכסה לתוכן, בגיגה־בתים',
  quotaHint: 'מה שאינו נכנס יסורב לפני שהוא מתחיל.',
  noQuota: 'ללא מכסה',
  quotaWrong: 'מספר גיגה־בתים כגון 2.5, או ריק לביטול המכסה.',
  quotaTooSmall: 'המכסה הקטנה ביותר היא {{smallest}} גיגה־בתים.',
  quotaSave: 'קביעה',
  quotaSaved: 'המכסה נקבעה',
};
