import type { FileKind, WorkbenchFile } from '@atelier/contracts';

type Request = { readonly en: string; readonly he: string };

const most = 4;
const describe: Request = { en: 'Describe {path}', he: 'תאר את {path}' };

const newSheets = { en: ['Summary', 'Overview', 'Notes'], he: ['סיכום', 'סקירה', 'הערות'] } as const;

/** Requests every model can do, the built-in one included, by the kind of file. */
const requestsByKind: Readonly<Partial<Record<FileKind, readonly Request[]>>> = {
  table: [
    describe,
    { en: 'How many rows are in {path}?', he: 'כמה שורות יש בקובץ {path}?' },
    { en: 'Convert {path} to xlsx', he: 'המר את {path} לאקסל' },
  ],
  xlsx: [describe, { en: 'Add a sheet named "{sheet}" to {path}', he: 'הוסף גיליון בשם "{sheet}" לקובץ {path}' }],
  docx: [
    describe,
    {
      en: 'Add a section "Risks" with the text "Prices may rise." to {path}',
      he: 'הוסף סעיף "סיכונים" עם הטקסט "המחירים עלולים לעלות." לקובץ {path}',
    },
  ],
  pptx: [
    describe,
    { en: 'Add a slide titled "Next steps" to {path}', he: 'הוסף שקופית בשם "הצעדים הבאים" לקובץ {path}' },
  ],
};

/** A few requests that fit the files at hand, one kind after the other. */
export const requestsFor = (
  files: readonly Pick<WorkbenchFile, 'path' | 'kind'>[],
  language: 'en' | 'he',
  /** Sheets that a workbook has: none is offered a second time. */
  sheets: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly string[] => {
  const newSheet = (path: string): string | undefined => {
    const taken = new Set(sheets.get(path)?.map((name) => name.toLowerCase()));
    return newSheets[language].find((name) => !taken.has(name.toLowerCase()));
  };
  const firstOfKind = new Map<FileKind, string>();
  for (const { path, kind } of files) if (!firstOfKind.has(kind)) firstOfKind.set(kind, path);
  const perKind = [...firstOfKind].map(([kind, path]) =>
    (requestsByKind[kind] ?? []).flatMap((request) => {
      const text = request[language];
      const sheet = text.includes('{sheet}') ? newSheet(path) : '';
      return sheet === undefined ? [] : [text.replaceAll('{sheet}', sheet).replaceAll('{path}', path)];
    }),
  );
  const offered = perKind.filter((requests) => requests.length > 0);
  // Each kind begins with another of its requests, so that four kinds are not four times the same question.
  const inTurn = Array.from({ length: 3 }, (_, at) =>
    offered.flatMap((requests, kind) => (at < requests.length ? (requests[(at + kind) % requests.length] ?? []) : [])),
  ).flat();
  return inTurn.slice(0, most);
};
