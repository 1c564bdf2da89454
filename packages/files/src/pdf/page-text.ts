import type { PdfPage } from './pdfium.ts';

/** A page as a person sees it: its text, then what its fields hold and its notes say, each on a line. */
export const pageText = (page: PdfPage): string => {
  const text = page.text();
  const { fields, notes } = page.marks();
  const lines = [
    ...fields.map(({ name, value }) => `[field ${oneLine(name)}] ${value}`),
    // A note that the page shows already is not said twice.
    ...(page.isVisibleOnly ? [] : notes.filter((note) => !text.includes(note)).map((note) => `[note] ${note}`)),
  ];
  if (lines.length === 0) return text;
  return [...(text.trim() === '' ? [] : [text.trimEnd()]), ...lines].join('\n');
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 80);
