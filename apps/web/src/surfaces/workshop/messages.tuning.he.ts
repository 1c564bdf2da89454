import type { Translated } from '../../i18n/messages.ts';
import type { workshopTuningEn } from './messages.tuning.en.ts';

export const workshopTuningHe: Translated<typeof workshopTuningEn> = {
  tuning: {
    title: 'איך פונים למודלים',
    detail: 'לכל ההודעות בשולחן העבודה הזה. להודעה אחת בלבד קובעים ליד תיבת ההודעה.',
    defaults: 'חזרה לברירת המחדל',
    effort: 'מאמץ',
    effortHint: 'כמה המודל מתאמץ לחשוב. יותר מאמץ לוקח יותר זמן ועולה יותר.',
    effortUsual: 'לפי ההגדרות, מודלים',
    noEffort: 'למודל הזה אין רמות מאמץ.',
    first: 'הצעד הראשון',
    firstHint: 'מודל שמסתכל קודם בקבצים מנחש פחות.',
    firstRequired: 'חייב להסתכל בקבצים',
    firstAuto: 'המודל מחליט',
    temperature: 'טמפרטורה',
    temperatureHint: 'בין 0 ל־2. נמוך פירושו צפוי יותר. נשלח רק למודלים שמקבלים את זה.',
    temperatureWrong: 'הזינו מספר בין 0 ל־2, או השאירו ריק.',
    topP: 'דגימה (Top P)',
    topPHint: 'מעל 0 ועד 1. נשלח רק למודלים שמקבלים את זה.',
    topPWrong: 'הזינו מספר מעל 0 ועד 1, או השאירו ריק.',
    own: 'של המודל עצמו',
    chipLabel: 'אפשרויות להודעה הזאת',
    chipSet: 'נקבעו אפשרויות',
    runTitle: 'אפשרויות להודעה הזאת',
    runDetail: 'הן תקפות להודעה הבאה בלבד.',
    asBench: 'כמו בשולחן העבודה',
  },
};
