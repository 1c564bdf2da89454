import { both } from './issue.ts';

/** What people call the fields of an element. */
const names: Readonly<Record<string, ReturnType<typeof both>>> = {
  name: both('שם', 'name'),
  aliases: both('כינויים', 'other names'),
  kind: both('סוג', 'kind'),
  qty: both('כמות', 'quantity'),
  'dims.widthMm': both('רוחב', 'width'),
  'dims.heightMm': both('גובה', 'height'),
  'dims.depthMm': both('עומק', 'depth'),
  colors: both('צבעים', 'colours'),
  materials: both('חומרים', 'materials'),
  finish: both('גימור', 'finish'),
  mounting: both('תלייה', 'mounting'),
  location: both('מיקום', 'place'),
  clientText: both('טקסט ללקוח', 'text for the client'),
  clientVisible: both('מוצג ללקוח', 'shown to the client'),
  costHandledElsewhere: both('העלות במקום אחר', 'cost handled elsewhere'),
  quoteRole: both('מקום בהצעה', 'place in the quote'),
  alternativeGroup: both('קבוצת חלופות', 'group of alternatives'),
  pictures: both('תמונות', 'pictures'),
  build: both('בנייה', 'build'),
  parentId: both('שייך לאלמנט', 'parent element'),
  sectionId: both('שלב', 'section'),
  tags: both('תגיות', 'tags'),
};

export const fieldName = (path: string): ReturnType<typeof both> =>
  names[path] ?? names[path.split('.')[0] ?? ''] ?? both('שדה אחר', 'another field');
