/** A first request, one click away. What it says is in the built-in model's grammar, so every model can do it. */
export type Sample = { readonly name: string; readonly text: string };

/** A small table to begin with, in the language of the page. */
export const sampleOf = (language: string): Sample => (language === 'he' ? hebrewSample : englishSample);

/** Requests that fit the files at hand; without a file, those of the sample. */
export const examplesFor = (paths: readonly string[], language: string): readonly string[] => {
  const sample = sampleOf(language);
  const path = paths.find((each) => each === sample.name) ?? paths[0];
  if (path === undefined || path === sample.name) return sampleRequests[language === 'he' ? 'he' : 'en'];
  const phrases = requestsByKind[kindOf(path)] ?? [];
  return phrases.map(({ en, he }) => (language === 'he' ? he : en).replaceAll('{path}', path));
};

const englishSample: Sample = {
  name: 'sales.csv',
  text: [
    'Date,Region,Product,Units,Amount',
    '2026-01-04,North,Chairs,12,840.00',
    '2026-01-09,South,Tables,3,1260.00',
    '2026-01-15,North,Lamps,20,700.00',
    '2026-02-02,East,Chairs,7,490.00',
    '2026-02-11,South,Lamps,16,560.00',
    '2026-02-20,East,Tables,2,840.00',
    '',
  ].join('\n'),
};

const hebrewSample: Sample = {
  name: 'עובדים.csv',
  text: [
    'שם,מחלקה,עיר,שכר',
    'נועה לוי,הפקה,חיפה,14200',
    'איתי כהן,שיווק,תל אביב,12800',
    'מאיה פרץ,הפקה,תל אביב,15100',
    'עומר דהן,כספים,חיפה,13900',
    'שירה אזולאי,שיווק,ירושלים,12300',
    '',
  ].join('\n'),
};

const sampleRequests = {
  en: [
    "What's in sales.csv?",
    'Total Amount by Region in sales.csv',
    'Add a column VAT = Amount * 0.17 to sales.csv',
    'Sort sales.csv by Amount descending and save as sorted.csv',
  ],
  he: [
    'תאר את הקובץ עובדים.csv',
    'סכום שכר לפי מחלקה ב-עובדים.csv',
    'הוסף עמודה בונוס = שכר * 0.1 לקובץ עובדים.csv',
    'מיין את עובדים.csv לפי שכר בסדר יורד ושמור בשם pay.csv',
  ],
};

const describe = { en: 'Describe {path}', he: 'תאר את {path}' };
const requestsByKind: Readonly<Record<string, readonly { readonly en: string; readonly he: string }[]>> = {
  table: [
    describe,
    { en: 'How many rows are in {path}?', he: 'כמה שורות יש בקובץ {path}?' },
    { en: 'Convert {path} to xlsx', he: 'המר את {path} לאקסל' },
  ],
  workbook: [describe, { en: 'Add a sheet named "Summary" to {path}', he: 'הוסף גיליון בשם "סיכום" לקובץ {path}' }],
  document: [
    describe,
    {
      en: 'Add a section "Risks" with the text "Prices may rise." to {path}',
      he: 'הוסף סעיף "סיכום" עם הטקסט "העבודה הושלמה." לקובץ {path}',
    },
  ],
  presentation: [
    describe,
    {
      en: 'Add a slide titled "Next steps" with bullets "Hire", "Train", "Ship" to {path}',
      he: 'הוסף שקופית בשם "תודה" לקובץ {path}',
    },
  ],
  other: [describe],
};

const kindOf = (path: string): string => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return { csv: 'table', tsv: 'table', xlsx: 'workbook', docx: 'document', pptx: 'presentation' }[ending] ?? 'other';
};
