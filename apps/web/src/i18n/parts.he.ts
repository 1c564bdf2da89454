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
};
