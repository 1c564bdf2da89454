import type { Pdf } from '../pdf/pdfium.ts';
import { createFindings, type HiddenAnswer } from './finding.ts';

/** Text drawn so that no ink shows, and notes that a reader has to open. */
export const hiddenInPdf = (pdf: Pdf): HiddenAnswer => {
  const findings = createFindings();
  for (let index = 0; index < pdf.pageCount; index++) {
    const place = { page: index + 1 };
    pdf.page(index, (page) => {
      for (const { what, text } of page.unseen()) findings.add(what, place, text);
      for (const note of page.marks().notes) findings.add('note', place, note);
      findings.addUnseen(place, page.text());
    });
  }
  return findings.answer();
};
