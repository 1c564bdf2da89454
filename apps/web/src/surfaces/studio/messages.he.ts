import type { Translated } from '../../i18n/messages.ts';
import type { studioEn } from './messages.en.ts';

export const studioHe: Translated<typeof studioEn> = {
  name: 'סטודיו',
  summary: 'תכנון והצעת מחיר להפקה',
  words: 'פרויקט תכנון הצעת מחיר הפקה חשבונות משימות studio project quote plan',
  lead: 'לצוות הפקה שמתכנן פרויקט ומגיש הצעת מחיר, בעברית ובאנגלית, עם סוכן סביב השולחן.',
  points: {
    stages: {
      title: 'מהרעיון ועד הצעת המחיר',
      detail: 'אלמנטים, תכנון, משימות, עלויות וסיכונים בפרויקט אחד, והסוכן יודע באיזה שלב נמצאים.',
    },
    changes: {
      title: 'שינויים מגיעים כהצעות',
      detail: 'הישן מול החדש, עם הסיבה וההשפעה על התקציב. מחילים את כולם או רק את חלקם.',
    },
    facts: { title: 'לכל מספר יש מקור', detail: 'מי אמר, מתי, ומה הוחלף. שום דבר לא מומצא ושום דבר לא נעלם.' },
  },
};
