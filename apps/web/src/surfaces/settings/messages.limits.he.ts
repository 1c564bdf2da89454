import type { Translated } from '../../i18n/messages.ts';
import type { limitsEn } from './messages.limits.en.ts';

export const limitsHe: Translated<typeof limitsEn> = {
  title: 'מגבלות',
  detail: 'עד כמה הרצה יכולה להימשך, וכמה שולחן עבודה יכול להכיל. תקף לכולם כאן.',
  runs: 'הרצות',
  runsDetail: 'הרצה שמגיעה למגבלה נעצרת ואומרת זאת. העבודה שהושלמה נשמרת.',
  files: 'קבצים',
  filesDetail: 'קבצים שכבר נמצאים כאן נשארים, ולא משנה מה תקבעו.',
  name: {
    runsPerPerson: 'הרצות בו־זמנית',
    requestsPerSecond: 'בקשות בשנייה',
    uploadBytesPerHour: 'העלאות בשעה',
    rpiResearchMaxTurns: 'קריאות במחקר',
    rpiPlanMaxTurns: 'קריאות בתכנון',
    rpiItemMaxTurns: 'קריאות לכל שלב',
    mostTurns: 'קריאות בהרצות אחרות',
    mostCallsPerTurn: 'כלים בכל קריאה',
    loopWarningThreshold: 'חזרות עד אזהרה',
    loopHardStopThreshold: 'חזרות עד עצירה',
    mostFiles: 'קבצים בשולחן עבודה',
    largestFileBytes: 'הקובץ הגדול ביותר',
    revisionBytes: 'טיוטות קודמות של שולחן עבודה',
  },
  megabytes: 'ב־MB.',
  gigabytes: 'ב־GB.',
  range: 'הזינו מספר בין {{least}} ל־{{most}}.',
  save: 'שמירת המגבלות',
};
