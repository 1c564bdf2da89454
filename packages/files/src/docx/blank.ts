import { ns, zipToBuffer } from '../package/index.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const part = (name: string, xml: string) => ({ from: 'bytes' as const, name, bytes: Buffer.from(`${head}${xml}`) });
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${ns.relationships}/${kind}" Target="${target}"/>`;
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** The document a new file begins as: A4, one plain style, an empty body. */
export const blankDocx = (): Promise<Buffer> =>
  zipToBuffer([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${ns.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/><Override PartName="/word/settings.xml" ContentType="${word}.settings+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${ns.packageRelationships}">${relation('rId1', 'officeDocument', 'word/document.xml')}</Relationships>`,
    ),
    part(
      'word/document.xml',
      `<w:document xmlns:w="${ns.word}" xmlns:r="${ns.relationships}"><w:body><w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    ),
    part(
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${ns.packageRelationships}">${relation('rId1', 'styles', 'styles.xml')}${relation('rId2', 'settings', 'settings.xml')}</Relationships>`,
    ),
    part(
      'word/styles.xml',
      `<w:styles xmlns:w="${ns.word}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`,
    ),
    part('word/settings.xml', `<w:settings xmlns:w="${ns.word}"><w:defaultTabStop w:val="720"/></w:settings>`),
  ]);
