import { deflateSync } from 'node:zlib';
import { type PDFContext, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { TrueType } from '../fonts/true-type.ts';
import { compressed } from './compressed.ts';

/**
 * A font of one document. Every pair of shape and meaning has a code of its own, so that a bracket drawn `)` can be
 * read as `(`: one code per glyph could not tell them apart.
 */
export const createWrittenFont = (font: TrueType, name: string) => {
  const codeByPair = new Map<string, number>();
  const used: { readonly glyph: number; readonly means: string }[] = [];
  return {
    /** The code of a glyph as four hex digits, and its width in thousandths. */
    code: (shape: string, means: string): { readonly hex: string; readonly width: number } => {
      const pair = `${shape}\0${means}`;
      const glyph = font.glyphOf(shape);
      let code = codeByPair.get(pair);
      if (code === undefined) {
        code = used.push({ glyph, means });
        codeByPair.set(pair, code);
      }
      return { hex: code.toString(16).padStart(4, '0'), width: font.advanceOf(glyph) };
    },
    /** Writes the font into the document; afterwards it must not be asked for new codes. */
    write: (context: PDFContext): PDFRef => {
      const file = context.register(
        context.stream(fontFile(font), { Filter: 'FlateDecode', Length1: font.bytes.length }),
      );
      const descriptor = context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: name,
          Flags: 4,
          FontBBox: [...font.box],
          ItalicAngle: 0,
          Ascent: font.ascent,
          Descent: -font.descent,
          CapHeight: Math.round(font.ascent * 0.68),
          StemV: 80,
          FontFile2: file,
        }),
      );
      const glyphByCode = new Uint8Array((used.length + 1) * 2);
      used.forEach(({ glyph }, at) => {
        glyphByCode[(at + 1) * 2] = glyph >> 8;
        glyphByCode[(at + 1) * 2 + 1] = glyph & 0xff;
      });
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: name,
          CIDSystemInfo: context.obj({
            Registry: PDFString.of('Adobe'),
            Ordering: PDFString.of('Identity'),
            Supplement: 0,
          }),
          FontDescriptor: descriptor,
          DW: 0,
          W: [1, used.map(({ glyph }) => font.advanceOf(glyph))],
          CIDToGIDMap: compressed(context, glyphByCode),
        }),
      );
      return context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: name,
          Encoding: 'Identity-H',
          DescendantFonts: [descendant],
          ToUnicode: compressed(context, Buffer.from(unicodeMap(used.map(({ means }) => means)), 'latin1')),
        }),
      );
    },
  };
};

export type WrittenFont = ReturnType<typeof createWrittenFont>;

const filesByFont = new WeakMap<TrueType, Uint8Array>();

/** Compressed once a process: it is the longest step of writing a document. */
const fontFile = (font: TrueType): Uint8Array => {
  const known = filesByFont.get(font);
  if (known) return known;
  const file = deflateSync(font.bytes, { level: 9 });
  filesByFont.set(font, file);
  return file;
};

const mostInBlock = 100;

/** What each code means, in the blocks of at most a hundred that readers accept. */
const unicodeMap = (meanings: readonly string[]): string => {
  const lines = meanings.map(
    (means, at) =>
      `<${(at + 1).toString(16).padStart(4, '0')}> <${Buffer.from(means, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += mostInBlock) {
    const block = lines.slice(at, at + mostInBlock);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
};
