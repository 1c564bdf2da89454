type Text = { readonly name: string; readonly text: string };

export const sampleName = { en: 'Sample Workbench', he: 'שולחן עבודה לדוגמה' } as const;

/** One that the built-in model can do, so that nobody needs a key for the first change they publish. */
export const sampleJob = {
  en: 'Add a column Total to data.csv that multiplies Quantity by Price.',
  he: 'הוסף עמודה סכום = כמות * מחיר לקובץ data.csv',
} as const;

const table = (header: string, rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;

export const sampleFiles: Readonly<Record<'en' | 'he', readonly Text[]>> = {
  en: [
    {
      name: 'README.md',
      text: `# Sample Workbench

These four files are copies. Change them as you like: nothing outside this Workbench is touched.

- brief.md says what the figures are for.
- notes.md has a few notes from a meeting.
- data.csv has the orders of one week.

Ask for a change. It becomes a Draft, which you review, publish or discard.
`,
    },
    {
      name: 'brief.md',
      text: `# Weekly order report

The shop wants to know what each order is worth and which city buys most.

## Wanted

1. The total of every order.
2. The total per city.
3. One sentence about the largest order.
`,
    },
    {
      name: 'notes.md',
      text: `# Notes

- Prices are in euros, without tax.
- Haifa opened on Tuesday.
- The lamp in order 1004 was returned in part; the quantity is what the client kept.
`,
    },
    {
      name: 'data.csv',
      text: table('Order,City,Item,Quantity,Price', [
        '1001,Haifa,Desk,2,140',
        '1002,Jaffa,Chair,6,45',
        '1003,Haifa,Lamp,4,30',
        '1004,Jaffa,Lamp,3,30',
        '1005,Acre,Desk,1,140',
        '1006,Acre,Chair,8,45',
        '1007,Haifa,Shelf,5,62',
        '1008,Jaffa,Shelf,2,62',
      ]),
    },
  ],
  he: [
    {
      name: 'README.md',
      text: `# שולחן עבודה לדוגמה

ארבעת הקבצים כאן הם עותקים. אפשר לשנות אותם בחופשיות: שום דבר מחוץ לשולחן העבודה לא משתנה.

- brief.md מסביר למה דרושים הנתונים.
- notes.md מכיל כמה הערות מפגישה.
- data.csv מכיל את ההזמנות של שבוע אחד.

בקשו שינוי. הוא נשמר כטיוטה, ואתם בודקים אותה, מפרסמים או מבטלים.
`,
    },
    {
      name: 'brief.md',
      text: `# דוח הזמנות שבועי

החנות רוצה לדעת כמה שווה כל הזמנה ובאיזו עיר קונים הכי הרבה.

## מה דרוש

1. הסכום של כל הזמנה.
2. הסכום לכל עיר.
3. משפט אחד על ההזמנה הגדולה ביותר.
`,
    },
    {
      name: 'notes.md',
      text: `# הערות

- המחירים באירו, ללא מע"מ.
- הסניף בחיפה נפתח ביום שלישי.
- המנורה בהזמנה 1004 הוחזרה בחלקה; הכמות היא מה שנשאר אצל הלקוח.
`,
    },
    {
      name: 'data.csv',
      text: table('הזמנה,עיר,פריט,כמות,מחיר', [
        '1001,חיפה,שולחן,2,140',
        '1002,יפו,כיסא,6,45',
        '1003,חיפה,מנורה,4,30',
        '1004,יפו,מנורה,3,30',
        '1005,עכו,שולחן,1,140',
        '1006,עכו,כיסא,8,45',
        '1007,חיפה,מדף,5,62',
        '1008,יפו,מדף,2,62',
      ]),
    },
  ],
};
