import type { Translated } from '../../i18n/messages.ts';
import type { workrailEn } from './messages.en.ts';

export const workrailHe: Translated<typeof workrailEn> = {
  name: 'WorkRail',
  summary: 'תהליכי עבודה לכל לקוח MCP',
  words: 'תהליך עבודה הרצה מסוף',
  lead: 'תהליכי עבודה צעד אחר צעד ששומרים כל סוכן על המסלול, דרך MCP:‏ Claude Code,‏ Cursor,‏ VS Code או הסוכן שלנו.',
  points: {
    client: {
      title: 'פועל במקום שבו עובדים',
      detail: 'שישה כלים דרך MCP. הסוכן שבעורך הולך לפי התהליך, ו־WorkRail זוכר היכן הוא עומד.',
    },
    resume: {
      title: 'שורד אובדן הקשר',
      detail: 'ממשיכים הרצה לפי האסימון שלה, גם אחרי ימים או בלקוח אחר, בדיוק מהמקום שבו נעצרה.',
    },
    graph: { title: 'הרצה שאפשר לקרוא', detail: 'צעדים, פיצולים, פערים וסיכומים כגרף, ולכל אחד מהם הראיות שלו.' },
  },
};
