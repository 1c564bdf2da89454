import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

export const pages = async (count: number): Promise<Buffer> => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number++) {
    const page = pdf.addPage([595, 842]);
    for (let line = 0; line < 45; line++)
      page.drawText(`Page ${number}, line ${line}: the quick brown fox jumps over the lazy dog again`, {
        x: 40,
        y: 800 - line * 17,
        size: 10,
        font,
      });
  }
  return Buffer.from(await pdf.save());
};

export const lines = (count: number, edited: boolean): Buffer =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, at) => `row ${at} ${(at * 7919) % 1_013}${edited && at % 1_000 === 500 ? ' edited' : ''}`,
    ).join('\n'),
  );
