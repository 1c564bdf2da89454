import type { Translated } from '../../i18n/messages.ts';
import { workshopAnswersHe } from './messages.answers.he.ts';
import { workshopBenchHe } from './messages.bench.he.ts';
import { workshopContextHe } from './messages.context.he.ts';
import type { workshopEn } from './messages.en.ts';
import { workshopPastHe } from './messages.past.he.ts';
import { workshopReviewHe } from './messages.review.he.ts';
import { workshopSafetyHe } from './messages.safety.he.ts';
import { workshopSentHe } from './messages.sent.he.ts';
import { workshopTimeHe } from './messages.time.he.ts';
import { workshopTuningHe } from './messages.tuning.he.ts';
import { workshopViewerHe } from './messages.viewer.he.ts';
import { workshopRefusalsHe } from './refusals.he.ts';

export const workshopHe: Translated<typeof workshopEn> = {
  name: 'סדנה',
  summary: 'קובצי אופיס, נערכים בטיוטה',
  words: 'קבצים מסמכים תיקייה טיוטה פרסום שולחן workshop workbench files folder documents draft',
  found: { benches: 'שולחנות עבודה', files: 'קבצים' },
  places: { bench: 'שולחן עבודה', review: 'סקירה', checkpoints: 'נקודות שמירה', settings: 'הגדרות', viewer: 'קובץ' },
  home: {
    detail: 'בכל שולחן עבודה יש עותקים של הקבצים שלך. המודל עובד על טיוטה, והפרסום בידיך.',
    search: 'חיפוש שולחן עבודה',
    searchHint: 'שם של שולחן עבודה',
    new: 'שולחן עבודה חדש',
    sample: 'פתיחת הדוגמה',
    tour: 'איך זה עובד',
    count_one: 'שולחן עבודה אחד',
    count_two: 'שני שולחנות עבודה',
    count_other: '{{count}} שולחנות עבודה',
    files_one: 'קובץ אחד',
    files_two: 'שני קבצים',
    files_other: '{{count}} קבצים',
    draft: 'טיוטה',
    running: 'בעבודה',
    damaged: 'פגום',
    waits: { consent: 'מבקש הסכמה', cap: 'הגיע לתקרת ההוצאה', question: 'שואל אותך', paused: 'מושהה' },
    waiting: 'ממתינים לך',
    others: 'כל שולחנות העבודה',
    nothing: 'אין שולחן עבודה בשם הזה',
    nothingDetail: 'אפשר לנסות מילה אחרת, או ליצור שולחן עבודה חדש.',
    more: 'עוד פעולות על {{name}}',
    rename: 'שינוי שם…',
    clone: 'שכפול…',
    delete: 'מחיקה…',
    load: 'הצגת עוד',
    deleted: 'נמחקו',
    deletedDetail: 'אפשר להחזיר כל אחד מהם במשך {{days}} ימים.',
    deletedAt: 'נמחק {{at}}',
    bringBack: 'החזרה',
    bringBackNamed: 'החזרת {{name}}',
  },
  empty: {
    title: 'מתחילים עם הקבצים שלך, או עם דוגמה',
    detail: 'בשולחן עבודה יש עותקים של הקבצים שלך. המקור נשאר כפי שהוא.',
  },
  create: {
    title: 'שולחן עבודה חדש',
    name: 'שם',
    hint: 'אפשר לשנות אותו אחר כך.',
    placeholder: 'שולחן עבודה ללא שם',
    do: 'יצירה',
  },
  rename: { title: 'שינוי השם של שולחן העבודה', name: 'שם', do: 'שינוי שם', done: 'השם החדש: {{name}}' },
  clone: {
    title: 'שכפול של {{name}}',
    detail: 'העותק מתחיל בקבצים שפורסמו. ההסכמה לשלוח קבצים אינה מועתקת.',
    name: 'שם העותק',
    copyOf: '{{name}} (עותק)',
    what: 'מה להעתיק',
    mode: {
      clone_files_only: 'קבצים בלבד',
      clone_files_and_context_no_chat: 'קבצים והקשר, בלי השיחה',
      clone_all: 'הכול, כולל השיחה',
    },
    do: 'שכפול',
  },
  delete: {
    title: 'למחוק את {{name}}?',
    detail:
      'אפשר להחזיר אותו במשך {{days}} ימים. אחר כך העותקים, השיחה ונקודות השמירה יימחקו סופית. הקבצים המקוריים שלך נשארים במקומם.',
    draft: 'יש כאן טיוטה. קודם מפרסמים אותה או מוותרים עליה.',
    do: 'מחיקה',
    done: '{{name}} נמחק',
  },
  tour: {
    step: 'שלב {{at}} מתוך {{of}}',
    back: 'חזרה',
    next: 'הבא',
    skip: 'דילוג',
    welcome: {
      title: 'ברוכים הבאים לסדנה',
      text: 'נותנים למודל עותקים של קובצי אופיס. הוא מכין טיוטה של שינויים, ואתם מחליטים מה מתפרסם.',
    },
    scope: {
      title: 'הוא רואה רק את שולחן העבודה הזה',
      text: 'המודל קורא רק את הקבצים שמוסיפים כאן. הקבצים המקוריים אינם נפתחים שוב.',
    },
    draft: {
      title: 'טיוטה ומפורסם',
      text: 'שינויים נכנסים לטיוטה. הקבצים שפורסמו משתנים רק אחרי לחיצה על ״פרסום״.',
    },
    review: {
      title: 'סוקרים כל שינוי',
      text: 'רואים מה היה, מה יש עכשיו ואיפה. אפשר להשאיר כל שינוי או להוציא אותו, אחד אחד.',
    },
    sample: {
      title: 'מנסים על דוגמה',
      text: 'בדוגמה יש תקציר, הערות וטבלה קטנה. שום דבר שלך לא משתנה.',
      do: 'פתיחת הדוגמה',
    },
    job: {
      title: 'המשימה הראשונה',
      text: 'הדוגמה מציעה בקשה ראשונה. המודל המובנה מבצע אותה בלי מפתח ובלי אינטרנט.',
    },
  },
  refusal: workshopRefusalsHe,
  ...workshopAnswersHe,
  ...workshopBenchHe,
  ...workshopContextHe,
  ...workshopPastHe,
  ...workshopReviewHe,
  ...workshopSafetyHe,
  ...workshopSentHe,
  ...workshopTimeHe,
  ...workshopTuningHe,
  ...workshopViewerHe,
};
