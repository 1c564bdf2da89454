import type { Block, Cell, Column, Picture, PrintedDocument, Row, Section, Text, Tone } from './pages/blocks.ts';
import { type Direction, firstStrongDirection } from './text/bidi.ts';
import { isolateIslands } from './text/isolate.ts';

export type DocxPart = { readonly name: string; readonly xml: string };

/** Where a picture's bytes stand in the file, by its name. */
export type DocxPictures = ReadonlyMap<string, { readonly relation: string; readonly file: string }>;

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** A printed document as the parts of a Word file, right to left where its text is. */
export const documentToDocx = (document: PrintedDocument, pictures: DocxPictures = new Map()): readonly DocxPart[] => {
  const feet = document.sections.map((section, at) => ({ name: `footer${at + 1}`, xml: footer(section) }));
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${contentType}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${contentType}.styles+xml"/>${feet.map(({ name }) => `<Override PartName="/word/${name}.xml" ContentType="${contentType}.footer+xml"/>`).join('')}</Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    part(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/>${feet.map(({ name }) => `<Relationship Id="${name}" Type="${relations}/footer" Target="${name}.xml"/>`).join('')}${[...pictures.values()].map(({ relation, file }) => `<Relationship Id="${relation}" Type="${relations}/image" Target="media/${file}"/>`).join('')}</Relationships>`,
    ),
    part('word/styles.xml', styles(document.accent)),
    ...feet.map(({ name, xml }) => part(`word/${name}.xml`, xml)),
    part(
      'word/document.xml',
      `<w:document xmlns:w="${word}" xmlns:r="${relations}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${document.sections
        .map((section, at) => body(section, at, at === document.sections.length - 1, document, pictures))
        .join('')}</w:body></w:document>`,
    ),
  ];
};

const part = (name: string, xml: string): DocxPart => ({
  name,
  xml: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`,
});

const body = (
  section: Section,
  at: number,
  isLast: boolean,
  { accent }: PrintedDocument,
  pictures: DocxPictures,
): string => {
  const direction = section.direction;
  const properties = `<w:sectPr><w:footerReference w:type="default" r:id="footer${at + 1}"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1100" w:left="1000" w:header="500" w:footer="500" w:gutter="0"/>${direction === 'rtl' ? '<w:bidi/>' : ''}</w:sectPr>`;
  const blocks = section.blocks.map((block) => renderBlock(block, direction, accent, pictures)).join('');
  return blocks + (isLast ? properties : `<w:p><w:pPr>${properties}</w:pPr></w:p>`);
};

const renderBlock = (block: Block, direction: Direction, accent: string, pictures: DocxPictures): string => {
  switch (block.kind) {
    case 'space':
      return `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${Math.round(block.points * 20)}" w:lineRule="exact"/></w:pPr></w:p>`;
    case 'heading':
      return paragraph(block.text, direction, `Heading${block.level}`);
    case 'paragraph':
      return paragraph(block.text, direction);
    case 'pair':
      return table(
        [58, 42],
        [
          [
            { texts: block.start, ...(block.logo === undefined ? {} : { picture: block.logo }) },
            { texts: block.end },
          ].map((cell) => tableCell(cell, 'start', direction, pictures)),
        ],
        direction,
        false,
      );
    case 'table':
      return renderTable(block, direction, accent, pictures);
  }
};

const renderTable = (
  { columns, head, rows, width = 1 }: Extract<Block, { readonly kind: 'table' }>,
  direction: Direction,
  accent: string,
  pictures: DocxPictures,
): string => {
  const cells = (row: Row): readonly string[] =>
    row.cells.map((cell, at) =>
      tableCell(
        row.style === undefined ? cell : { ...cell, texts: cell.texts.map((text) => ({ ...text, bold: true })) },
        columns[at]?.align ?? 'start',
        direction,
        pictures,
        row.style === 'group' ? 'F2F4F7' : undefined,
      ),
    );
  const headCells = head?.map((text, at) =>
    tableCell(
      { texts: [{ text, bold: true, tone: 'inverse', direction }] },
      columns[at]?.align ?? 'start',
      direction,
      pictures,
      accent.slice(1).toUpperCase(),
    ),
  );
  const shares = columns.map(({ share }) => share);
  const all = [...(headCells === undefined ? [] : [headCells]), ...rows.map(cells)];
  const rest = (shares.reduce((sum, share) => sum + share, 0) * (1 - width)) / width;
  return table(
    rest > 0 ? [rest, ...shares] : shares,
    rest > 0 ? all.map((row) => [emptyCell, ...row]) : all,
    direction,
    true,
    headCells !== undefined,
  );
};

/** Keeps a narrow table at the end side, without a rule of its own. */
const emptyCell =
  '<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/><w:tcBorders><w:top w:val="nil"/><w:bottom w:val="nil"/></w:tcBorders></w:tcPr><w:p/></w:tc>';

const pageWidth = 9_906;

const table = (
  shares: readonly number[],
  rows: readonly (readonly string[])[],
  direction: Direction,
  hasRules: boolean,
  hasHead = false,
): string => {
  const whole = shares.reduce((all, share) => all + share, 0);
  const widths = shares.map((share) => Math.round((pageWidth * share) / whole));
  const rule = '<w:insideH w:val="single" w:sz="4" w:space="0" w:color="D5DAE1"/>';
  return `<w:tbl><w:tblPr>${direction === 'rtl' ? '<w:bidiVisual/>' : ''}<w:tblW w:w="${pageWidth}" w:type="dxa"/>${hasRules ? `<w:tblBorders>${rule}</w:tblBorders>` : ''}<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows
    .map(
      (cells, at) =>
        `<w:tr><w:trPr><w:cantSplit/>${hasHead && at === 0 ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map((cell, column) => cell.replace('{width}', String(widths[column] ?? 0))).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`;
};

const tableCell = (
  { texts, picture }: Cell,
  align: Column['align'],
  direction: Direction,
  pictures: DocxPictures,
  fill?: string,
): string => {
  const shading = fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
  const content = texts.map((text) => paragraph(text, direction, undefined, align)).join('') || '<w:p/>';
  return `<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>${shading}</w:tcPr>${drawing(picture, pictures)}${content}</w:tc>`;
};

const tones: Readonly<Record<Tone, string | undefined>> = {
  normal: undefined,
  muted: '5B6470',
  accent: '1F4E79',
  inverse: 'FFFFFF',
};

/** `start` and `end` follow a paragraph's direction in Word; figures line up at the right in both. */
const alignment = (align: Column['align'], base: Direction, direction: Direction): string => {
  if (align === 'center') return '<w:jc w:val="center"/>';
  const wantsRight = align === 'number' || (align === 'start') === (direction === 'rtl');
  return `<w:jc w:val="${wantsRight === (base === 'rtl') ? 'start' : 'end'}"/>`;
};

const paragraph = (text: Text, direction: Direction, style?: string, align: Column['align'] = 'start'): string => {
  const base = text.direction ?? firstStrongDirection(text.text, direction);
  return text.text
    .split('\n')
    .map(
      (line) =>
        `<w:p><w:pPr>${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${base === 'rtl' ? '<w:bidi/>' : ''}<w:spacing w:before="0" w:after="0"/>${alignment(align, base, direction)}</w:pPr>${runs(line, text, base)}</w:p>`,
    )
    .join('');
};

/**
 * Islands that read from left to right are runs of their own between marks: Word turns only runs that are marked
 * right to left, LibreOffice goes by the characters.
 */
const runs = (line: string, { size, bold, tone }: Text, base: Direction): string => {
  const colour = tones[tone ?? 'normal'];
  const look = `${bold ? '<w:b/><w:bCs/>' : ''}${colour === undefined ? '' : `<w:color w:val="${colour}"/>`}${size === undefined ? '' : `<w:sz w:val="${Math.round(size * 2)}"/><w:szCs w:val="${Math.round(size * 2)}"/>`}`;
  return isolateIslands(line)
    .split(/(\u2066[^\u2069]*\u2069)/)
    .map((piece) => ({ text: piece.replace(controls, ''), isIsland: piece.startsWith('\u2066') }))
    .filter(({ text }) => text !== '')
    .map(
      ({ text, isIsland }) =>
        `<w:r><w:rPr>${look}${base === 'rtl' && !isIsland ? '<w:rtl/>' : ''}</w:rPr><w:t xml:space="preserve">${escapeXml(isIsland && base === 'rtl' ? `\u200e${text}\u200e` : text)}</w:t></w:r>`,
    )
    .join('');
};

const drawing = (picture: Picture | undefined, pictures: DocxPictures): string => {
  const found = picture === undefined ? undefined : pictures.get(picture.id);
  if (picture === undefined || found === undefined) return '';
  const scale = Math.min(1_900_000 / Math.max(1, picture.widthPx), 900_000 / Math.max(1, picture.heightPx));
  const [wide, high] = [Math.round(picture.widthPx * scale), Math.round(picture.heightPx * scale)];
  const id = Number.parseInt(found.relation.replace(/\D/g, '') || '0', 10) + 1;
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${wide}" cy="${high}"/><wp:docPr id="${id}" name="${found.relation}" descr="${escapeXml(picture.alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${found.relation}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${found.relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${wide}" cy="${high}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
};

/** Numbers no document has that many pages of: they mark where Word counts. */
const [pageMark, pagesMark] = [9_999_991, 9_999_992];

const footer = ({ foot, direction }: Section): string => {
  const isRtl = direction === 'rtl';
  const field = (name: string): string =>
    `<w:fldSimple w:instr=" ${name} "><w:r><w:rPr><w:color w:val="5B6470"/><w:sz w:val="16"/><w:szCs w:val="16"/></w:rPr><w:t>1</w:t></w:r></w:fldSimple>`;
  const pieces = foot(pageMark, pagesMark)
    .split(new RegExp(`(${pageMark}|${pagesMark})`))
    .map((piece) => {
      if (piece === String(pageMark)) return field('PAGE');
      if (piece === String(pagesMark)) return field('NUMPAGES');
      return `<w:r><w:rPr><w:color w:val="5B6470"/><w:sz w:val="16"/><w:szCs w:val="16"/>${isRtl ? '<w:rtl/>' : ''}</w:rPr><w:t xml:space="preserve">${escapeXml(piece.replace(controls, ''))}</w:t></w:r>`;
    });
  return `<w:ftr xmlns:w="${word}"><w:p><w:pPr>${isRtl ? '<w:bidi/>' : ''}<w:jc w:val="center"/></w:pPr>${pieces.join('')}</w:p></w:ftr>`;
};

const styles = (accent: string): string => {
  const font = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/>';
  const heading = (level: number, size: number): string =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:color w:val="${accent.slice(1).toUpperCase()}"/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr></w:style>`;
  return `<w:styles xmlns:w="${word}"><w:docDefaults><w:rPrDefault><w:rPr>${font}<w:sz w:val="20"/><w:szCs w:val="20"/><w:lang w:val="en-US" w:bidi="he-IL"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${heading(1, 36)}${heading(2, 24)}</w:styles>`;
};

const controls = /(?![\n\t])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
