import type { Translated } from './messages.ts';
import type { partsEn } from './parts.en.ts';

export const partsHe: Translated<typeof partsEn> = {
  panes: {
    choose: 'חלוניות',
    divider: 'שינוי הגודל של {{before}} ושל {{after}}',
    keys: 'מקשי החצים משנים את הגודל. Enter מקפל חלונית. 0 מחזיר את הגדלים למצבם.',
    show: 'הצגת {{pane}}',
    hide: 'הסתרת {{pane}}',
  },
  list: { toEnd: 'לסוף הרשימה' },
  grid: {
    keys: 'החצים מזיזים, Shift מרחיב את הבחירה, Enter עורך, Delete מרוקן תאים. אפשר להעתיק ולהדביק מגיליונות אלקטרוניים.',
    empty: 'אין עדיין שורות',
    cells_one: 'תא אחד',
    cells_two: 'שני תאים',
    cells_other: '{{shown}} תאים',
    sum: 'סכום',
    average: 'ממוצע',
    refused_one: 'דילגנו על תא אחד: העמודה שלו אינה מקבלת ערך כזה.',
    refused_two: 'דילגנו על שני תאים: העמודות שלהם אינן מקבלות ערכים כאלה.',
    refused_other: 'דילגנו על {{count}} תאים: העמודות שלהם אינן מקבלות ערכים כאלה.',
    locked_one: 'דילגנו על תא אחד שאינו ניתן לעריכה.',
    locked_two: 'דילגנו על שני תאים שאינם ניתנים לעריכה.',
    locked_other: 'דילגנו על {{count}} תאים שאינם ניתנים לעריכה.',
    outside_one: 'דילגנו על תא אחד שמעבר לשורה או לעמודה האחרונה.',
    outside_two: 'דילגנו על שני תאים שמעבר לשורה או לעמודה האחרונה.',
    outside_other: 'דילגנו על {{count}} תאים שמעבר לשורה או לעמודה האחרונה.',
    loading: 'השורות נטענות…',
    failed: 'טעינת השורות נכשלה. גללו הלאה וחזרה כדי לנסות שוב.',
    tooMany: 'אי אפשר להעתיק כל כך הרבה תאים בבת אחת. בחרו עד {{most}}.',
    copied: '{{count}} תאים הועתקו',
  },
};
