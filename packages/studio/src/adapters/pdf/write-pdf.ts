import { type PDFContext, PDFDocument, type PDFImage, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PictureSizes, PrintedDocument } from '../../core/documents/pages/blocks.ts';
import { layOut } from '../../core/documents/pages/lay-out.ts';
import { type Measure, sheet } from '../../core/documents/pages/page.ts';
import { type FontPair, loadHeebo } from '../fonts/heebo.ts';
import { compressed } from './compressed.ts';
import { pageContent } from './page-content.ts';
import { writeStructure } from './structure.ts';
import { createWrittenFont } from './written-font.ts';

export type PictureBytes = { readonly id: string; readonly kind: 'png' | 'jpeg'; readonly bytes: Uint8Array };

export type WrittenPdf = {
  readonly bytes: Uint8Array;
  /** Pictures whose bytes could not be read; the document stands without them. */
  readonly unreadable: readonly string[];
};

/** A document as PDF. The same document gives the same bytes. */
export const writePdf = async (
  build: (sizes: PictureSizes) => PrintedDocument,
  pictures: readonly PictureBytes[] = [],
): Promise<WrittenPdf> => {
  const heebo = await loadHeebo();
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const { images, unreadable } = await embedPictures(pdf, pictures);
  const document = build(
    new Map([...images].map(([id, { image }]) => [id, { widthPx: image.width, heightPx: image.height }])),
  );
  const laidOut = layOut(document, measureOf(heebo));
  const { context } = pdf;
  const fonts = {
    regular: createWrittenFont(heebo.regular, 'Heebo-Regular'),
    bold: createWrittenFont(heebo.bold, 'Heebo-Bold'),
  };
  const pages = laidOut.pages.map((marks) => {
    const page = pdf.addPage([sheet.width, sheet.height]);
    return { page, content: pageContent(marks, laidOut.nodes, fonts, (id) => images.get(id)?.name) };
  });
  const fontDict = context.obj({ R: fonts.regular.write(context), B: fonts.bold.write(context) });
  const imageDict = context.obj(Object.fromEntries([...images.values()].map(({ name, image }) => [name, image.ref])));
  pages.forEach(({ page, content }, at) => {
    page.node.set(PDFName.of('Contents'), compressed(context, Buffer.from(content.operators, 'latin1')));
    page.node.set(PDFName.of('Resources'), context.obj({ Font: fontDict, XObject: imageDict }));
    page.node.set(PDFName.of('StructParents'), context.obj(at));
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  });
  const { root } = writeStructure(
    context,
    laidOut.nodes,
    pages.map(({ page, content }) => ({ page: page.ref, nodes: content.nodes })),
  );
  pdf.catalog.set(PDFName.of('StructTreeRoot'), root);
  describe(pdf, context, document, laidOut.isRtl);
  const bytes = await pdf.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
  return { bytes, unreadable };
};

const describe = (pdf: PDFDocument, context: PDFContext, document: PrintedDocument, isRtl: boolean): void => {
  pdf.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  pdf.catalog.set(PDFName.of('Lang'), PDFString.of(document.sections[0]?.lang === 'he' ? 'he-IL' : 'en'));
  pdf.catalog.set(
    PDFName.of('ViewerPreferences'),
    context.obj({ DisplayDocTitle: true, ...(isRtl ? { Direction: 'R2L' } : {}) }),
  );
  const at = new Date(document.at);
  pdf.setTitle(document.title);
  pdf.setAuthor(document.author);
  // The file layer knows files of this producer to be in reading order.
  pdf.setProducer('Atelier Studio');
  pdf.setCreator('Atelier');
  pdf.setCreationDate(at);
  pdf.setModificationDate(at);
};

const embedPictures = async (pdf: PDFDocument, pictures: readonly PictureBytes[]) => {
  const images = new Map<string, { readonly name: string; readonly image: PDFImage }>();
  const unreadable: string[] = [];
  for (const [at, { id, kind, bytes }] of pictures.entries()) {
    try {
      images.set(id, { name: `I${at}`, image: await (kind === 'png' ? pdf.embedPng(bytes) : pdf.embedJpg(bytes)) });
    } catch {
      unreadable.push(id);
    }
  }
  return { images, unreadable };
};

const measureOf = ({ regular, bold }: FontPair): Measure => ({
  widthOf: (char, isBold) => {
    const font = isBold ? bold : regular;
    return font.advanceOf(font.glyphOf(char)) / 1_000;
  },
  hasGlyph: (char) => regular.glyphOf(char) > 0 && bold.glyphOf(char) > 0,
  ascent: regular.ascent / 1_000,
  descent: regular.descent / 1_000,
});
