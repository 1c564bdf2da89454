import type { Translated } from '../../i18n/messages.ts';
import type { workshopEn } from './messages.en.ts';

export const workshopHe: Translated<typeof workshopEn> = {
  name: 'סדנה',
  summary: 'קובצי אופיס, נערכים בטיוטה',
  words: 'קבצים מסמכים תיקייה טיוטה פרסום workshop files folder documents draft',
  lead: 'נותנים לסוכן תיקייה של קובצי אופיס. הוא עובד על טיוטה, והקבצים שלך נשארים כפי שהם עד הפרסום.',
  points: {
    draft: {
      title: 'טיוטה, אף פעם לא המקור',
      detail: 'מחקר, תכנון, ביצוע, סיכום: כל שלב משאיר תיעוד, ומה שפורסם משתנה רק כשמחליטים על כך.',
    },
    review: {
      title: 'סקירה כמו של עורך',
      detail: 'Word,‏ Excel,‏ PowerPoint וטקסט, שינוי אחר שינוי. משאירים את מה שנכון ומוותרים על השאר.',
    },
    rewind: { title: 'חזרה לכל הודעה', detail: 'חוזרים אחורה, מנסים מודל אחר, מתקדמים שוב. היומן שומר הכול.' },
  },
};
