import type { Translated } from '../i18n/messages.ts';
import type { filesEn } from './messages.en.ts';

export const filesHe: Translated<typeof filesEn> = {
  other: 'השתנו גם: {{parts}}',
  shownOf: 'מוצגים {{shown}} מתוך {{total}} שינויים',
  before: 'לפני',
  after: 'אחרי',
  place: 'מקום',
  notCompared: 'לא הושווה לפרטים',
  changes: 'שינויים',
  actions: 'פעולות',
  changeOf: 'שינוי {{at}} מתוך {{of}}',
  notCalculated: '״?״ במקום תוצאה שלא שמורה בקובץ. תוכנת גיליונות מחשבת אותה כשפותחים בה את הקובץ.',
  trouble: {
    encrypted: 'הקובץ מוגן בסיסמה. הסירו את הסיסמה בתוכנה שלו והוסיפו אותו שוב.',
    damaged: 'הקובץ פגום. פתחו ושמרו אותו בתוכנה שלו והוסיפו אותו שוב.',
    tooLarge: 'הקובץ גדול מדי להצגה כאן. אפשר להוריד אותו ולפתוח.',
    tooSlow: 'פתיחת הקובץ נמשכה יותר מדי. נסו שוב, או הורידו אותו.',
    gone: 'הקובץ כבר לא כאן. טענו את הדף מחדש.',
    unknown: 'לא ניתן לפתוח את הקובץ. אפשר להוריד אותו ולפתוח.',
  },
};
