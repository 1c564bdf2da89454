import type { Translated } from '../../../i18n/messages.ts';
import type { storageEn } from './messages.en.ts';

export const storageHe: Translated<typeof storageEn> = {
  title: 'אחסון',
  detail: 'מה שמור וכמה מקום זה תופס, אחרי דחיסה.',
  again: 'מדידה נוספת',
  used: '{{used}} של תוכן',
  usedOf: '{{used}} מתוך {{quota}} לתוכן',
  free: '{{free}} פנויים בדיסק הזה',
  kinds: { content: 'תוכן', log: 'יומן', cache: 'מטמון', other: 'אחר' },
  troubleTitle: 'הניקוי מושהה',
  trouble: {
    LIVE_CONTENT_UNREADABLE: 'אי אפשר לקרוא משהו שעדיין נחוץ. הריצו npx atelier verify כדי לראות מהו.',
    STREAM_UNREADABLE: 'אי אפשר לקרוא זרם אחד, ולכן לא ידוע מה עוד נחוץ לו. הריצו בדיקת מאגר.',
    FAULT: 'הניקוי האחרון נכשל. יומן השרת מסביר למה.',
  },
  neverCollected: 'עוד לא נוקה דבר. תוכן שאינו בשימוש נמחק אוטומטית אחרי שעה.',
  collected: 'נוקו {{bytes}}, {{at}}.',
  quota: 'מכסה לתוכן, ב־GB',
  quotaHint: 'כשהמכסה מתמלאת, קבצים חדשים נדחים.',
  noQuota: 'ללא מכסה',
  quotaWrong: 'הזינו מספר ב־GB, כמו 2.5. השאירו ריק לעבודה בלי מכסה.',
  quotaTooSmall: 'המכסה הקטנה ביותר היא {{smallest}} GB.',
  quotaSave: 'קביעה',
  quotaSaved: 'המכסה נקבעה',
};
